-- By which template of a tenant a mail of the service was written, where it was not by the service's own text; known once it is sent.
alter table emails add column override_id uuid;

-- Templates tell how often they were used within a month: those of the service among all mails, or among those of a few tenants.
create index emails_built_in on emails (template, id) where template_id is null and override_id is null;
create index emails_built_in_tenant on emails (tenant_id, template, id) where template_id is null and override_id is null;
create index emails_override on emails (override_id, id) where override_id is not null;
