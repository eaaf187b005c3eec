-- Domains that tenants claim, and what is known of each claim.

create table tenant_domains (
  id uuid primary key,
  tenant_id uuid not null references tenants on delete cascade,
  -- Lower case, in ASCII (RFC 5890, A-labels).
  name text not null,
  -- What the owner of the name shows in its DNS: made anew for every claim.
  token text not null,
  status text not null default 'unverified' check (status in ('unverified', 'pending', 'verified', 'failed')),
  is_primary boolean not null default false,
  -- Checks in a row that did not find the proof of a verified one.
  failures integer not null default 0,
  -- Since when it is pending; not after its last check.
  requested_at timestamptz,
  verified_at timestamptz,
  last_checked_at timestamptz,
  last_error text,
  -- Of a verified one: when it is looked at again.
  next_check_at timestamptz,
  created_by uuid,
  created_at timestamptz not null,
  check (not is_primary or status = 'verified')
);
create unique index tenant_domains_claim on tenant_domains (tenant_id, name);
-- A name is one tenant's, whoever proves it at the same moment; claims alone block nobody.
create unique index tenant_domains_verified on tenant_domains (name) where status = 'verified';
create unique index tenant_domains_primary on tenant_domains (tenant_id) where is_primary;
create index tenant_domains_due on tenant_domains (next_check_at) where status = 'verified';
create index tenant_domains_pending on tenant_domains (requested_at) where status = 'pending';

alter table revocations drop constraint revocations_topic_check;
alter table revocations add constraint revocations_topic_check
  check (topic in ('session', 'account', 'role', 'group', 'tenant', 'settings', 'tree', 'keys', 'domains', 'all'));
