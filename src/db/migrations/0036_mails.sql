-- Mails that admins send by templates, what became of each, and what is counted of them.

-- Of a mail made from a template of a tenant: what it was made from and by whom. `template` stays the code of a built-in mail, or the
-- name that the template had.
alter table emails add column template_id uuid;
alter table emails add column batch_id uuid;
alter table emails add column created_by uuid;
-- What was written, sealed: kept 30 days, so that it can be read and sent again. Null for built-in mails, which are written when they leave.
alter table emails add column content text;
-- The subject shows more of its recipient than a name.
alter table emails add column tells_recipient boolean not null default false;
alter table emails add column queued_at timestamptz;
alter table emails add column cancelled_at timestamptz;
alter table emails add column next_attempt_at timestamptz;
alter table emails add column error_code text;
alter table emails add column resend_count integer not null default 0;
alter table emails add column bounce_type text check (bounce_type in ('hard', 'soft', 'complaint'));
alter table emails add column bounced_at timestamptz;

-- Lists filter by these; the rest follows the order of ids.
create index emails_status on emails (status, id) where status <> 'sent';
create index emails_category on emails (category, id);
create index emails_template on emails (template_id, id) where template_id is not null;
create index emails_batch on emails (batch_id, id) where batch_id is not null;
create index emails_bounced on emails (id) where bounce_type is not null;
create index emails_content on emails (id) where content is not null;
-- A report of a bounce names one of these.
create index emails_provider on emails (provider_message_id) where provider_message_id is not null;
create index emails_address on emails (lower(recipient_address), id);
create index emails_waiting on emails (tenant_id, id) where status in ('queued', 'scheduled');

-- What happened on the way of a mail beside what its row says.
create table email_events (
  id bigint generated always as identity primary key,
  email_id uuid not null references emails on delete cascade,
  at timestamptz not null,
  type text not null check (type in ('deferred', 'failed', 'requeued', 'bounced')),
  detail text
);
create index email_events_email on email_events (email_id, id);

-- How mails ended, by the day (UTC) on which they did: statistics read no mail. `rejected` failed because the recipient was refused;
-- `bounced` (hard and soft) and `complaints` count on the day of the mail itself.
create table email_days (
  tenant_id uuid,
  day date not null,
  sent integer not null default 0,
  failed integer not null default 0,
  cancelled integer not null default 0,
  rejected integer not null default 0,
  bounced integer not null default 0,
  complaints integer not null default 0
);
create unique index email_days_key on email_days (tenant_id, day) nulls not distinct;

-- Addresses that bulk mail of a tenant no longer goes to: they refused for ever, complained, or bounced softly five times in a row. As a keyed
-- hash of tenant and address: it tells of nobody.
create table email_suppressions (
  subject bytea primary key,
  reason text not null check (reason in ('hard', 'soft', 'complaint')),
  created_at timestamptz not null
);

-- What a call with an Idempotency-Key did: the same call within a day is the same mail. Keys and bodies as hashes.
create table email_keys (
  account_id uuid not null,
  key_hash bytea not null,
  body_hash bytea not null,
  email_id uuid not null,
  created_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index email_keys_age on email_keys (created_at);
