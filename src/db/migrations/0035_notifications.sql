-- Notifications: what people are told inside the product, as it happens and afterwards.

-- One row for each account that was ever told anything. Its lock puts all that happens to somebody's notifications in one order.
create table notification_boxes (
  account_id uuid primary key references accounts on delete cascade,
  -- The number of the newest notification, and how many are unread.
  last_seq integer not null default 0,
  unread integer not null default 0,
  -- How often some were read or deleted: live streams see by it what they missed.
  changes integer not null default 0,
  -- The live streams of the account over all processes, the oldest first.
  streams uuid[] not null default '{}'
);

create table notifications (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Of the recipient.
  kind text not null check (kind in ('admin', 'user')),
  -- Whose matter it is; null for the platform.
  tenant_id uuid,
  -- Rises by one with each of the recipient's.
  seq integer not null,
  type text not null,
  severity text not null check (severity in ('info', 'success', 'warning', 'critical')),
  -- In the language that the recipient had then.
  title text not null,
  body text not null,
  data jsonb not null default '{}',
  link text,
  -- Who did it; named on reading, and only to who may know.
  actor_id uuid,
  -- What it tells of: of one event, one notification of a type.
  event_id uuid not null,
  read_at timestamptz,
  created_at timestamptz not null
);
create unique index notifications_seq on notifications (account_id, seq);
create unique index notifications_cause on notifications (account_id, event_id, type);
create index notifications_unread on notifications (account_id, seq) where read_at is null;
create index notifications_age on notifications (created_at);

-- What opens a live stream where no header can be sent: once, for a minute.
create table stream_tickets (
  hash bytea primary key,
  session_id uuid not null,
  -- When the access token ends that it was asked for with: so does the stream.
  token_expires_at timestamptz not null,
  expires_at timestamptz not null
);
create index stream_tickets_expires on stream_tickets (expires_at);

-- With what an account has signed in: browser and system, or the app, without versions.
create table known_devices (
  account_id uuid not null references accounts on delete cascade,
  device text not null,
  last_seen_at timestamptz not null,
  primary key (account_id, device)
);
create index known_devices_age on known_devices (last_seen_at);

-- Null until the account signs in: what is new at its first sign-in is news to nobody.
alter table account_activity add column first_login_at timestamptz;
