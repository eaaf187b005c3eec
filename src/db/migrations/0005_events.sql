-- One immutable row per thing that happened: the audit log, and through the outbox whatever is told of it.

create table events (
  id uuid not null,
  tenant_id uuid,
  type text not null,
  actor_id uuid,
  actor_kind text not null check (actor_kind in ('admin', 'user', 'service', 'system')),
  on_behalf_of_id uuid,
  entity_type text,
  entity_id text,
  -- Of a tenant, role or group; a person's name stands in person.
  entity_name text,
  outcome text not null check (outcome in ('success', 'failure', 'denied')),
  -- False: goes out, but no list shows it, and it is removed a day later (auditEnabled off).
  is_logged boolean not null default true,
  -- Ids and facts that stay; nothing that names a person.
  data jsonb not null default '{}',
  -- Before and after of fields that are not personal.
  changes jsonb not null default '{}',
  -- Names, addresses, IP, user agent, before and after of personal fields; cleared when the person is erased.
  person jsonb,
  person_salt bytea,
  trace_id text,
  created_at timestamptz not null,
  primary key (id)
) partition by range (id);
create index events_tenant on events (tenant_id, id desc);
create table events_default partition of events default;

create table outbox (event_id uuid primary key);

-- An event whose fan-out failed by itself: set aside with its error, so that it stops nobody.
create table poisoned_events (
  event_id uuid primary key,
  error text not null,
  failed_at timestamptz not null
);

create table security_log (
  account_id uuid not null references accounts on delete cascade,
  event_id uuid not null,
  primary key (account_id, event_id)
);

-- For every ancestor that has children, and for the platform (scope null).
create table event_counts (
  scope_id uuid,
  day date not null,
  type text not null,
  outcome text not null,
  n integer not null
) with (fillfactor = 70);
create unique index event_counts_key on event_counts (scope_id, day, type, outcome) nulls not distinct;
