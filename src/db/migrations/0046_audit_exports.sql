-- Exports of the audit log that go on, one of each admin. Whoever makes one renews its lease; where a process died, the lease runs out, and
-- what was handed out until then is told by a job.
create table audit_exports (
  -- Of two who are one while impersonating, the original admin.
  admin_id uuid primary key,
  id uuid not null,
  tenant_id uuid,
  on_behalf_of_id uuid,
  -- What the event says of it.
  data jsonb not null,
  person jsonb not null,
  entries integer not null default 0,
  lease_until timestamptz not null,
  trace_id text not null,
  parent_trace_id text
);
create index audit_exports_lease on audit_exports (lease_until);
