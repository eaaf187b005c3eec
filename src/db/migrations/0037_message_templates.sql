-- Message templates that admins write. Those of the service itself are in the code, never here.

create table message_templates (
  id uuid primary key,
  -- Whose it is; null for the platform's.
  tenant_id uuid references tenants,
  name text not null,
  -- What two names are compared by.
  name_key text not null,
  -- That of a mail of the service has it written by this template, for the tenant and all below it.
  code text,
  category text not null,
  subject text not null,
  body_html text not null,
  -- Null: made from the HTML whenever it is rendered.
  body_text text,
  -- Those that were declared, and those with all that the texts ask for.
  declared_variables text[] not null,
  variables text[] not null,
  variable_definitions jsonb not null default '[]',
  -- By language: { subject, bodyHtml, bodyText }.
  translations jsonb not null default '{}',
  is_active boolean not null default true,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_by uuid,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid,
  purged_at timestamptz
);
create unique index message_templates_name on message_templates (tenant_id, name_key) nulls not distinct where deleted_at is null;
create unique index message_templates_code on message_templates (tenant_id, code) nulls not distinct where deleted_at is null and code is not null;
create index message_templates_tenant on message_templates (tenant_id, created_at desc, id desc) where deleted_at is null;
create index message_templates_created on message_templates (created_at desc, id desc) where deleted_at is null;
create index message_templates_bin on message_templates (deleted_at desc, id desc)
  where deleted_at is not null and deleted_with is null and purged_at is null;
-- Of living ones too: the foreign key asks it when a tenant is erased.
create index message_templates_bin_tenant on message_templates (tenant_id, deleted_at desc, id desc);
create index message_templates_deleted_with on message_templates (deleted_with) where deleted_with is not null;
create index message_templates_purged on message_templates (id) where purged_at is not null;
