-- Mails that have ended, by when they did: the same expression as in src/jobs/expired-rows.ts. A mail may wait for a year, so when it was written
-- says nothing of that. Builds before this one look by `emails_content` for what they erase.
create index emails_ended on emails (coalesce(sent_at, failed_at, cancelled_at, created_at)) where status not in ('queued', 'scheduled');
create index emails_content_ended on emails (coalesce(sent_at, failed_at, cancelled_at, created_at))
  where content is not null and status not in ('queued', 'scheduled');
