-- Texts (SMS): queued like mails, in rows of the same life.

create table texts (
  id uuid primary key,
  tenant_id uuid,
  recipient_number text not null,
  recipient_type text not null check (recipient_type in ('admin', 'user')),
  recipient_id uuid not null,
  template text not null,
  language text not null check (language in ('en', 'ar')),
  -- Sealed under the stored-secret key, erased when the text reaches an end state.
  variables text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  provider_message_id text,
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null,
  -- When the code in it has expired: not sent any more.
  expires_at timestamptz not null,
  sent_at timestamptz,
  failed_at timestamptz
);
create index texts_tenant on texts (tenant_id) where tenant_id is not null;
create index texts_recipient on texts (recipient_id);
create index texts_queued on texts (created_at) where status = 'queued';

-- End users by a number that is still to be proved: all that is ever looked for by a number, and what most accounts have no part in.
create index accounts_phone on accounts (phone_number, id)
  where kind = 'user' and phone_number is not null and phone_verified_at is null and deleted_at is null;
