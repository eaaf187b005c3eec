-- Pages of roles count who has each: from the index alone, where the heap was read row by row.

drop index accounts_role;
create index accounts_role on accounts (role_id, kind, deleted_at) where role_id is not null;
