-- What a call with an Idempotency-Key told: the same call within a day tells nobody again. Keys and bodies as hashes.
create table notification_keys (
  account_id uuid not null,
  key_hash bytea not null,
  body_hash bytea not null,
  affected integer not null,
  created_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index notification_keys_age on notification_keys (created_at);
