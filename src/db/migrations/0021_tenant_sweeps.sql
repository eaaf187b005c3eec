-- A large tenant that was deleted, and whose accounts are switched off in batches: on the row of the tenant itself, as long as some may
-- be left. While it is being restored the job that does it waits until the second moment.

alter table tenants add column is_sweeping boolean not null default false;
alter table tenants add column restoring_until timestamptz;
create index tenants_sweeping on tenants (id) where is_sweeping;
