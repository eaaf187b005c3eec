-- Webhooks: who is to be told of what, and every delivery that is owed to them.

create table webhooks (
  id uuid primary key,
  -- Whose events it tells of; null for the platform's, which are all.
  tenant_id uuid references tenants,
  url text not null,
  events text[] not null,
  description text not null default '',
  -- Sealed under the stored-secret key, as a signature needs them in clear.
  secret text not null,
  secret_hint text not null,
  previous_secret text,
  previous_secret_expires_at timestamptz,
  retry_policy text not null default 'persistent' check (retry_policy in ('persistent', 'exponential')),
  include_descendants boolean not null default false,
  is_active boolean not null default true,
  disabled_at timestamptz,
  disabled_reason text check (disabled_reason in ('consecutive_failures', 'gone', 'manual')),
  -- By area, the fields that were masked for whoever changed it last: nobody learns by a webhook what they may not read.
  masks jsonb not null default '{}',
  -- Attempts without a success between, and since when.
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  -- When somebody was last told of it: that it fails for a day, and of deliveries that failed for good.
  warned_at timestamptz,
  failure_told_at timestamptz,
  -- Its last attempt took long: such ones share a part of the places.
  is_slow boolean not null default false,
  last_delivery_at timestamptz,
  last_status text,
  -- So many tests were sent since then; a minute has its bound.
  tests integer not null default 0,
  tests_since timestamptz,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz,
  deleted_by uuid,
  deleted_with uuid,
  purged_at timestamptz
);
create index webhooks_order on webhooks (created_at desc, id desc) where deleted_at is null;
create index webhooks_tenant on webhooks (tenant_id, created_at desc, id desc) where deleted_at is null;
-- Who is told: asked for every batch of events, and empty where nobody listens.
create index webhooks_listening on webhooks (tenant_id) where is_active and deleted_at is null;
create index webhooks_bin on webhooks (deleted_at desc, id desc) where deleted_at is not null and purged_at is null and deleted_with is null;
create index webhooks_bin_tenant on webhooks (tenant_id, deleted_at desc, id desc)
  where deleted_at is not null and purged_at is null and deleted_with is null;
create index webhooks_deleted_with on webhooks (deleted_with) where deleted_with is not null;
create index webhooks_purged on webhooks (id) where purged_at is not null;

create table webhook_deliveries (
  -- The same on every attempt and replay: by it a receiver knows what it has had.
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  -- What happened; null for a test.
  event_id uuid,
  event text not null,
  -- As it is signed and sent, byte by byte.
  body text not null,
  -- By area, the fields that were left out of the body. Who must not see another one is not shown the body, and a subscription that must not
  -- tell another one does not send it. Nothing is said to be left out where nobody says so.
  masks jsonb not null default '{}',
  is_test boolean not null default false,
  status text not null check (status in ('Pending', 'Retrying', 'Delivered', 'Failed')),
  trigger text not null default 'automatic' check (trigger in ('automatic', 'manual')),
  attempt_number integer not null default 0,
  max_attempts integer not null,
  -- Null once it has ended.
  next_attempt_at timestamptz,
  -- When its plan goes on, while a replay of one that is still tried waits for its one attempt beside the plan.
  planned_at timestamptz,
  -- Who is at it, until when; what an older holder writes with its own number does nothing.
  lease_until timestamptz,
  fence integer not null default 0,
  http_status integer,
  duration_ms integer,
  response_body text,
  error text,
  created_at timestamptz not null,
  last_attempt_at timestamptz,
  delivered_at timestamptz
);
create unique index webhook_deliveries_once on webhook_deliveries (event_id, webhook_id, event) where event_id is not null;
create index webhook_deliveries_log on webhook_deliveries (webhook_id, created_at desc, id desc);
-- What people look for, and send again: few among many.
create index webhook_deliveries_failed on webhook_deliveries (webhook_id, created_at desc, id desc) where status = 'Failed';
create index webhook_deliveries_due on webhook_deliveries (webhook_id, next_attempt_at, id) where status in ('Pending', 'Retrying');
create index webhook_deliveries_age on webhook_deliveries (created_at);

create table webhook_attempts (
  delivery_id uuid not null references webhook_deliveries on delete cascade,
  -- From 1, over automatic and manual ones.
  number integer not null,
  trigger text not null check (trigger in ('automatic', 'manual')),
  started_at timestamptz not null,
  duration_ms integer not null,
  url text not null,
  request_headers jsonb not null,
  http_status integer,
  response_headers jsonb,
  response_body text,
  error text,
  primary key (delivery_id, number)
);

-- How deliveries ended, by the hour in UTC: statistics ask no delivery.
create table webhook_hours (
  webhook_id uuid not null references webhooks on delete cascade,
  hour timestamptz not null,
  delivered integer not null default 0,
  failed integer not null default 0,
  primary key (webhook_id, hour)
);
