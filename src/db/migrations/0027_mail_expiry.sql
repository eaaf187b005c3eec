-- When a mail is worth nothing any more: a code in it has expired, or a day has gone by. Null for those of before: a day.
alter table emails add column expires_at timestamptz;
