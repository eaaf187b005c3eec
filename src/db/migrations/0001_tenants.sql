-- The tree of tenants. Platform rows belong to no tenant: tenant_id null means the platform everywhere.

create table keys (
  purpose text not null check (purpose in ('access_token', 'stored_secret', 'audit_mac', 'opaque_id')),
  kid text not null,
  wrapped text not null,
  state text not null check (state in ('signing', 'verifying')),
  created_at timestamptz not null,
  primary key (purpose, kid)
);
-- Two processes that start on an empty database may not both make the one key that signs.
create unique index keys_signing on keys (purpose) where state = 'signing';

create table tenants (
  id uuid primary key,
  parent_id uuid references tenants,
  code text not null,
  name text not null,
  description text,
  address text,
  logo_url text,
  status text not null default 'Active' check (status in ('Active', 'Inactive', 'Suspended', 'Cancelled')),
  status_reason text,
  -- Tokens of the whole subtree from before this moment are dead for ever.
  sessions_valid_after timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid
);
create unique index tenants_code on tenants (code) where deleted_at is null;
create index tenants_parent on tenants (parent_id, created_at desc, id desc);
create index tenants_created on tenants (created_at desc, id desc) where deleted_at is null;
create index tenants_deleted on tenants (deleted_at desc) where deleted_at is not null;

-- Every pair of a tenant and one of its ancestors, itself at depth 0.
create table tenant_closure (
  ancestor_id uuid not null references tenants on delete cascade,
  descendant_id uuid not null references tenants on delete cascade,
  depth integer not null,
  primary key (ancestor_id, descendant_id)
);
create index tenant_closure_descendant on tenant_closure (descendant_id, depth);

-- Null = inherited from the nearest ancestor that sets it, live; quotas are never inherited.
create table tenant_settings (
  tenant_id uuid primary key references tenants on delete cascade,
  max_admins integer,
  max_roles integer,
  max_sub_tenants integer,
  password_min_length integer,
  password_require_uppercase boolean,
  password_require_number boolean,
  password_require_special boolean,
  password_expiry_days integer,
  password_history_count integer,
  login_lockout_threshold integer,
  login_lockout_minutes integer,
  require2fa boolean,
  access_token_minutes integer,
  audit_retention_days integer,
  audit_enabled boolean,
  recycle_bin_retention_days integer,
  registration_enabled boolean,
  require_email_verification boolean,
  identity_provider_mode text check (identity_provider_mode in ('Single', 'Multiple', 'Disabled')),
  language text check (language in ('en', 'ar')),
  logo_url text,
  favicon_url text,
  primary_color text,
  secondary_color text,
  company_name text,
  login_headline text,
  login_subtitle text,
  login_branding_json text,
  dashboard_theme_json text,
  terms_of_service_url text,
  privacy_policy_url text,
  updated_at timestamptz
);
