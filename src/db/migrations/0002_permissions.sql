-- Who may do what: the catalogue, what each tenant was granted, roles, groups.

create table permissions (
  name text primary key,
  id uuid not null unique,
  category text not null,
  -- False once the code no longer knows it; grants of it have no effect then.
  is_current boolean not null default true
);

create table tenant_permissions (
  tenant_id uuid not null references tenants on delete cascade,
  permission text not null references permissions,
  primary key (tenant_id, permission)
);

create table tenant_restrictions (
  tenant_id uuid not null references tenants on delete cascade,
  permission text not null references permissions,
  fields text[] not null,
  primary key (tenant_id, permission)
);

create table roles (
  id uuid primary key,
  tenant_id uuid references tenants,
  name text not null,
  name_key text not null,
  description text,
  -- Which of the seeded roles this is; null for a custom one.
  seed text check (seed in ('SuperAdmin', 'PlatformViewer', 'TenantAdmin', 'Viewer')),
  -- 'listed': the rows of role_permissions; 'granted': all that its tenant is granted, as that grows and shrinks; 'views': every *.view of it.
  reach text not null default 'listed' check (reach in ('listed', 'granted', 'views')),
  is_default boolean not null default false,
  is_system boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid
);
create unique index roles_name on roles (tenant_id, name_key) nulls not distinct where deleted_at is null;
create unique index roles_seed on roles (tenant_id, seed) nulls not distinct where seed is not null;
create unique index roles_default on roles (tenant_id) nulls not distinct where is_default and deleted_at is null;
create index roles_tenant_created on roles (tenant_id, created_at desc, id desc);
create index roles_deleted on roles (deleted_at desc) where deleted_at is not null;

create table role_permissions (
  role_id uuid not null references roles on delete cascade,
  permission text not null references permissions,
  restricted_fields text[] not null default '{}',
  primary key (role_id, permission)
);
create index role_permissions_permission on role_permissions (permission);

create table user_groups (
  id uuid primary key,
  tenant_id uuid references tenants,
  name_en text not null,
  name_ar text,
  code text not null,
  description_en text,
  description_ar text,
  is_active boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by uuid,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid
);
create unique index user_groups_code on user_groups (tenant_id, code) nulls not distinct where deleted_at is null;
create index user_groups_tenant_created on user_groups (tenant_id, created_at desc, id desc);
create index user_groups_deleted on user_groups (deleted_at desc) where deleted_at is not null;

create table user_group_roles (
  group_id uuid not null references user_groups on delete cascade,
  role_id uuid not null references roles on delete cascade,
  primary key (group_id, role_id)
);
create index user_group_roles_role on user_group_roles (role_id);

create table user_group_restrictions (
  group_id uuid not null references user_groups on delete cascade,
  permission text not null references permissions,
  fields text[] not null,
  primary key (group_id, permission)
);
