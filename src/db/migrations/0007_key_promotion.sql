-- When a key began to sign. Null for one that was only told to the processes so far; what signed before is retired by it.

alter table keys add column promoted_at timestamptz;
update keys set promoted_at = created_at where state = 'signing';
alter table keys add constraint keys_signing_promoted check (state <> 'signing' or promoted_at is not null);
