-- Admins and end users. Unknown to a query without its kind: the doors of db/owned.ts add it.

create extension if not exists pg_trgm;

create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('admin', 'user')),
  tenant_id uuid references tenants,
  username text,
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  -- Names and login names in lower case, for search; written by the application only.
  search text not null,
  phone_number text,
  avatar_url text,
  role_id uuid references roles,
  language text check (language in ('en', 'ar')),
  is_active boolean not null default true,
  is_blocked boolean not null default false,
  is_protected boolean not null default false,
  email_verified_at timestamptz,
  phone_verified_at timestamptz,
  two_factor_enabled boolean not null default false,
  must_change_password boolean not null default false,
  -- A temporary password is good until here and for one sign-in; null for a password that its owner chose.
  temporary_password_until timestamptz,
  password_changed_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  updated_at timestamptz,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid
);
create index accounts_tenant_created on accounts (kind, tenant_id, created_at desc, id desc) include (is_active, is_blocked, role_id) where deleted_at is null;
create index accounts_created on accounts (kind, created_at desc, id desc) include (tenant_id) where deleted_at is null;
create index accounts_role on accounts (role_id) where role_id is not null;
create index accounts_deleted on accounts (deleted_at desc) where deleted_at is not null;
create index accounts_search on accounts using gin (search gin_trgm_ops) where deleted_at is null;

-- One name space of usernames and addresses per kind and tenant; rows go at deletion and come back at restore.
create table account_logins (
  kind text not null,
  tenant_id uuid,
  key text not null,
  account_id uuid not null references accounts on delete cascade
);
create unique index account_logins_key on account_logins (kind, tenant_id, key) nulls not distinct;
create index account_logins_discovery on account_logins (key, kind);
create index account_logins_account on account_logins (account_id);

-- What every sign-in writes, apart from the wide row, so that those updates stay HOT.
create table account_activity (
  account_id uuid primary key references accounts on delete cascade,
  last_login_at timestamptz,
  failures integer not null default 0,
  locked_until timestamptz
) with (fillfactor = 70);

-- An identifier that names no account is counted and locked like one that does.
create table unknown_logins (
  key bytea primary key,
  failures integer not null,
  locked_until timestamptz,
  last_failed_at timestamptz not null
) with (fillfactor = 70);
create index unknown_logins_age on unknown_logins (last_failed_at);

-- A credential is a row with a kind.
create table credentials (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('password', 'former_password', 'totp', 'pending_totp', 'backup_code')),
  -- A hash, or sealed under the stored-secret key; never clear.
  secret text not null,
  -- TOTP: the newest time step that was accepted.
  last_step bigint,
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz,
  used_at timestamptz
);
create unique index credentials_single on credentials (account_id, kind) where kind in ('password', 'totp', 'pending_totp');
create index credentials_account on credentials (account_id, kind);

create table user_group_members (
  group_id uuid not null references user_groups on delete cascade,
  account_id uuid not null references accounts on delete cascade,
  added_at timestamptz not null,
  added_by uuid,
  primary key (group_id, account_id)
);
create index user_group_members_account on user_group_members (account_id);

-- Counts of living accounts per tenant and state, kept in the transaction of the change; never of a subtree.
create table tenant_account_counts (
  tenant_id uuid,
  kind text not null,
  is_active boolean not null,
  is_blocked boolean not null,
  n integer not null
) with (fillfactor = 70);
create unique index tenant_account_counts_key on tenant_account_counts (tenant_id, kind, is_active, is_blocked) nulls not distinct;
