-- Files that tenants keep, and the bytes of everything that is stored for them: files, avatars and logos.

create table files (
  id uuid primary key,
  -- null: the platform's
  tenant_id uuid references tenants,
  -- where the object lies: files/ and 40 random digits
  key text not null unique,
  file_name text not null,
  content_type text not null,
  bytes bigint not null check (bytes >= 0),
  -- pixels; null for what is no picture
  width integer,
  height integer,
  -- SHA-256 of what is kept, in hexadecimal digits
  checksum text not null,
  is_public boolean not null,
  uploaded_by uuid references accounts on delete set null,
  created_at timestamptz not null
);
create index files_by_tenant on files (tenant_id, id desc);
create index files_by_uploader on files (uploaded_by) where uploaded_by is not null;

-- Avatars and logos: whose bytes they count as. That a profile or a tenant shows them stands there, and says whether they are needed.
create table stored_pictures (
  key text primary key,
  tenant_id uuid references tenants,
  bytes bigint not null check (bytes >= 0)
);
create index stored_pictures_by_tenant on stored_pictures (tenant_id);

-- Which of the stored avatars and logos are shown is asked for by their addresses, many at once.
create index accounts_by_avatar on accounts (avatar_url) where avatar_url is not null;
create index tenants_by_logo on tenants (logo_url) where logo_url is not null;
create index tenant_settings_by_logo on tenant_settings (logo_url) where logo_url is not null;
create index tenant_settings_by_favicon on tenant_settings (favicon_url) where favicon_url is not null;

alter table tenant_totals add column storage_bytes bigint not null default 0;
alter table tenant_settings add column max_storage_bytes bigint;

alter table tenant_quota_warnings alter column quota_limit type bigint;
alter table tenant_quota_warnings drop constraint tenant_quota_warnings_quota_check;
alter table tenant_quota_warnings add constraint tenant_quota_warnings_quota_check
  check (quota in ('maxAdmins', 'maxRoles', 'maxSubTenants', 'maxStorageBytes'));

-- The totals follow in the statement itself, whoever writes it. In the order of the tenants, so that two never wait for each other.
create function count_storage() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, sum(bytes) from added where tenant_id is not null group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
  elsif tg_op = 'DELETE' then
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, -sum(bytes) from removed where tenant_id is not null group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
  else
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, sum(bytes) from (
        select tenant_id, bytes from added union all select tenant_id, -bytes from removed
      ) moved where tenant_id is not null group by tenant_id having sum(bytes) <> 0 order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
  end if;
  return null;
end $$;

create trigger files_added after insert on files referencing new table as added for each statement execute function count_storage();
create trigger files_removed after delete on files referencing old table as removed for each statement execute function count_storage();
create trigger pictures_added after insert on stored_pictures referencing new table as added
  for each statement execute function count_storage();
create trigger pictures_removed after delete on stored_pictures referencing old table as removed
  for each statement execute function count_storage();
create trigger pictures_moved after update on stored_pictures referencing old table as removed new table as added
  for each statement execute function count_storage();

-- An account that leaves its tenant takes its avatar along.
create function move_avatar() returns trigger language plpgsql as $$
begin
  update stored_pictures set tenant_id = new.tenant_id where key = substr(new.avatar_url, length('/files/') + 1);
  return null;
end $$;
create trigger avatar_moved after update of tenant_id on accounts for each row
  when (old.tenant_id is distinct from new.tenant_id and new.avatar_url is not null) execute function move_avatar();
