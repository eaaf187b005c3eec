-- What the list of users is filtered by beside what that of admins is: whether an address was proved. No kept count knows of it. Of deleted
-- accounts too: where the order of a list comes from the activity, whether an account lives is asked there, and an index of the living would
-- not be looked at. Together they hold every account once.
create index accounts_unverified on accounts (kind, tenant_id, created_at desc, id desc) include (deleted_at) where email_verified_at is null;
create index accounts_verified on accounts (kind, tenant_id, created_at desc, id desc) include (deleted_at) where email_verified_at is not null;
