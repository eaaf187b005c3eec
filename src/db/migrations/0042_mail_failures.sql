-- How many mails of a tenant failed by one cause since a moment, within an hour: who looks after them is told of many.
create table email_failures (
  -- Null for the platform.
  tenant_id uuid,
  -- As `emails.error_code` says it.
  code text not null,
  since timestamptz not null,
  failed integer not null,
  told_at timestamptz
);
create unique index email_failures_key on email_failures (tenant_id, code) nulls not distinct;
create index email_failures_since on email_failures (since);
