-- How people want the console and their account pages: what they chose, by name. What is not here was never chosen. Beside the accounts, whose
-- rows are read by every list; the language stands there, because mails need it.
create table account_preferences (
  account_id uuid primary key references accounts on delete cascade,
  preferences jsonb not null default '{}'
);
