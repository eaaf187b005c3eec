-- Ways in by an external provider. Known by what the provider calls the person, never by the address.

create table external_logins (
  id uuid primary key,
  account_id uuid not null references accounts on delete cascade,
  -- Of the account, so that one person of a provider opens one account of a kind in a tenant.
  kind text not null check (kind in ('admin', 'user')),
  tenant_id uuid,
  provider text not null,
  subject text not null,
  -- As the provider told them at last; shown to the owner alone.
  email text,
  display_name text not null default '',
  linked_at timestamptz not null,
  last_used_at timestamptz
);
create unique index external_logins_subject on external_logins (provider, subject, kind, tenant_id) nulls not distinct;
create index external_logins_account on external_logins (account_id);

-- ID tokens that were accepted: none is a second time.
create table used_id_tokens (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_id_tokens_expires on used_id_tokens (expires_at);
