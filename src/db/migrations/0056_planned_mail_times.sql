-- Mails whose time has passed, found among a million that still wait for theirs.
create index emails_scheduled on emails (scheduled_at) where status = 'scheduled';
-- Days over all tenants: those that are old, and those that the platform asks for.
create index email_days_day on email_days (day);
