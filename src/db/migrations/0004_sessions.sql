-- Live sign-ins. A session is one refresh family.

create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  kind text not null check (kind in ('admin', 'user')),
  tenant_id uuid,
  -- An impersonation is a child of the session that began it.
  parent_id uuid references sessions on delete cascade,
  impersonator_id uuid,
  device_info text,
  ip_address text not null,
  user_agent text,
  created_at timestamptz not null,
  -- When its owner last proved who they are, for what asks for a fresh proof.
  authenticated_at timestamptz not null,
  last_active_at timestamptz not null,
  -- The family's end, whatever is refreshed meanwhile.
  expires_at timestamptz not null,
  ended_at timestamptz,
  ended_because text
) with (fillfactor = 80);
create index sessions_account on sessions (account_id, created_at) where ended_at is null;
create index sessions_parent on sessions (parent_id) where parent_id is not null;
create index sessions_expires on sessions (expires_at);

-- Only the SHA-256 of a token is stored.
create table refresh_tokens (
  hash bytea primary key,
  session_id uuid not null references sessions on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz
) with (fillfactor = 80);
create index refresh_tokens_session on refresh_tokens (session_id);
create index refresh_tokens_expires on refresh_tokens (expires_at);

-- Single-use tokens that stand between two steps: pending two-factor, verified reset, magic link. Only hashes.
create table challenges (
  hash bytea primary key,
  account_id uuid not null references accounts on delete cascade,
  purpose text not null check (purpose in ('two_factor', 'password_reset', 'magic_link')),
  data jsonb not null default '{}',
  failures integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index challenges_account on challenges (account_id, purpose);
create index challenges_expires on challenges (expires_at);

-- One-time codes. The subject is a keyed hash of kind, tenant and address, so that an unknown address gets a record like a known one.
create table one_time_codes (
  subject bytea not null,
  purpose text not null check (purpose in ('password_reset', 'email_verification', 'phone_verification')),
  account_id uuid references accounts on delete cascade,
  code_hash bytea not null,
  attempts_left integer not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (subject, purpose)
);
create index one_time_codes_account on one_time_codes (account_id) where account_id is not null;
create index one_time_codes_expires on one_time_codes (expires_at);

-- Fixed windows over what is sent to and guessed about one subject, whatever the client's address.
create table code_limits (
  subject bytea not null,
  counter text not null,
  n integer not null,
  window_ends_at timestamptz not null,
  primary key (subject, counter)
) with (fillfactor = 70);
create index code_limits_age on code_limits (window_ends_at);

-- What live tokens lost or must re-read, in the order in which it becomes visible (kernel of the one-second bound).
create table revocations (
  id uuid primary key,
  xid xid8 not null default pg_current_xact_id(),
  at timestamptz not null,
  topic text not null check (topic in ('session', 'account', 'role', 'group', 'tenant', 'settings', 'tree', 'keys', 'all')),
  subject uuid
);
create index revocations_xid on revocations (xid);
create index revocations_at on revocations (at);
