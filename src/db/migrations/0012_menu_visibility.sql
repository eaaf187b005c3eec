-- What tenants' deletion and the visibility of menus need.

-- The deletion of a tenant that switched the account off: bringing the tenant back switches on exactly these.
alter table accounts add column deactivated_with uuid;
create index accounts_deactivated_with on accounts (deactivated_with) where deactivated_with is not null;

create table menu_items (
  id uuid primary key,
  tenant_id uuid references tenants,
  key text not null,
  title_en text not null,
  title_ar text,
  path text,
  icon text,
  parent_id uuid references menu_items,
  position integer not null default 0,
  required_permission text references permissions,
  is_visible boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null
);
create unique index menu_items_key on menu_items (tenant_id, key) nulls not distinct;

-- Which menu items a role shows; never a right to anything.
create table role_menu_items (
  role_id uuid not null references roles on delete cascade,
  menu_item_id uuid not null references menu_items on delete cascade,
  primary key (role_id, menu_item_id)
);
create index role_menu_items_item on role_menu_items (menu_item_id);
