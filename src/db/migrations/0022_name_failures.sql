-- Failures to sign in, by the name that was given, whoever has it: they decide between 401 and 423. A bounded number of records, found by
-- a keyed hash of the name (see name-failures.ts): no number of names makes the table larger.
create table name_failures (
  bucket integer primary key check (bucket between 0 and 262143),
  failures integer not null,
  counted_at timestamptz not null,
  -- A keyed hash of the one address that all of them came from; null where they came from several.
  client bytea,
  -- Whether the newest attempt met a lock and so did not count.
  was_locked boolean not null
) with (fillfactor = 70);
create index name_failures_age on name_failures (counted_at);
-- `unknown_logins` is written by the build before this one only; what that leaves there expires.
