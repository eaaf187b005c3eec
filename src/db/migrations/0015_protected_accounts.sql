-- Whether somebody in a tenant is protected, before it is erased: without it all accounts of a tenant are read, which may be a million.
create index accounts_protected on accounts (tenant_id) where is_protected;
