-- Who blocked an admin, when, and in what words: told to who may block. The words may name somebody and go with the account.
alter table accounts add column blocked_at timestamptz, add column blocked_by uuid, add column block_reason text;

-- The one entry of a request that somebody was refused; trace ids rise within a process, so that writing costs little.
create index events_trace on events (trace_id);
-- What was done in somebody else's name: seldom, and so far apart in the log.
create index events_impersonated on events (tenant_id, id desc) where on_behalf_of_id is not null;
create index events_impersonated_all on events (id desc) where on_behalf_of_id is not null;

-- Few are locked at any moment. Not a column that a sign-in changes, but where it ends a lock.
create index account_activity_locked on account_activity (locked_until) where locked_until is not null;
create index accounts_two_factor on accounts (kind, two_factor_enabled, tenant_id, created_at desc, id desc) where deleted_at is null;
