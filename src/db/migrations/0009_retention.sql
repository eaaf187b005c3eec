-- What the cleaning jobs look for, so that they read no more than they delete.

create index events_unlogged on events (id) where not is_logged;
create index sessions_ended on sessions (ended_at) where ended_at is not null;
