-- Of which quotas a tenant was told that they are nearly or wholly used up, and what they were then: once for a quota as it is set.

create table tenant_quota_warnings (
  tenant_id uuid not null references tenants on delete cascade,
  quota text not null check (quota in ('maxAdmins', 'maxRoles', 'maxSubTenants')),
  percent integer not null check (percent in (80, 100)),
  quota_limit integer not null,
  primary key (tenant_id, quota, percent)
);
