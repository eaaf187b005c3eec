-- How many mails a call in bulk was to make, so that the same call, made again after it broke off halfway, is not told as a whole one. Null of one
-- mail, and of what was called before.
alter table email_keys add column planned integer;
