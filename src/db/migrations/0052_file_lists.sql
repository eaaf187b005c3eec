-- Files of one type, and public ones or the others, newest first: of a kind that is rare among a million, or in one tenant.
create index files_by_type on files (content_type, id desc);
create index files_by_tenant_and_type on files (tenant_id, content_type, id desc);
create index files_by_publicity on files (is_public, id desc);
create index files_by_tenant_and_publicity on files (tenant_id, is_public, id desc);
