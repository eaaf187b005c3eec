-- Attempts to sign in that found nobody hold the address that was tried, in the log of whatever tenant they were made in: an erasure
-- looks at these few instead of at every event of every tenant.

create index events_of_nobody on events (id) where entity_id is null and type = 'auth.login.failed';
