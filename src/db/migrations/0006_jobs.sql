-- Background work: claimed with a lease and a fencing number, tried again with back-off, kept when dead.

create table jobs (
  id uuid primary key,
  kind text not null,
  payload jsonb not null default '{}',
  -- Higher first, then age.
  priority integer not null default 0,
  -- Two open jobs of one key are one job; one that is asked for again while it runs, runs again afterwards.
  key text,
  again boolean not null default false,
  run_at timestamptz not null,
  attempts integer not null default 0,
  max_attempts integer not null,
  -- How often the process that ran it died or hung: says little about the job, so it is not an attempt.
  losses integer not null default 0,
  lease_until timestamptz,
  fence bigint not null default 0,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'dead')),
  error text,
  created_at timestamptz not null
);
create index jobs_due on jobs (kind, priority desc, run_at) where state = 'waiting';
create index jobs_leased on jobs (lease_until) where state = 'running';
create index jobs_dead on jobs (created_at) where state = 'dead';
create unique index jobs_key on jobs (kind, key) where key is not null and state <> 'dead';

create table periodic_jobs (
  name text primary key,
  next_run_at timestamptz not null,
  lease_until timestamptz,
  fence bigint not null default 0,
  last_finished_at timestamptz,
  last_error text
);

create table emails (
  id uuid primary key,
  tenant_id uuid,
  recipient_address text not null,
  recipient_name text,
  recipient_type text not null check (recipient_type in ('admin', 'user', 'external')),
  recipient_id uuid,
  template text not null,
  category text not null,
  language text not null check (language in ('en', 'ar')),
  subject text,
  -- Sealed under the stored-secret key, erased when the mail reaches an end state.
  variables text,
  priority text not null default 'normal' check (priority in ('low', 'normal', 'high')),
  status text not null check (status in ('queued', 'scheduled', 'sent', 'failed', 'cancelled')),
  message_id text not null,
  provider_message_id text,
  attempts integer not null default 0,
  error text,
  scheduled_at timestamptz,
  created_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz
);
create index emails_tenant on emails (tenant_id, id desc);
create index emails_queued on emails (created_at) where status = 'queued';
