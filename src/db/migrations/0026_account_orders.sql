-- What lists of accounts are sorted by, in columns: only those are read from an index without the row. Each has the order of all accounts
-- and that of every tenant, for both kinds; the first knows the tenant, the second what lists filter by.
alter table accounts
  add column email_key text not null generated always as (lower(email)) stored,
  add column username_key text not null generated always as (coalesce(lower(username), '')) stored,
  add column first_name_key text not null generated always as (lower(first_name)) stored,
  add column last_name_key text not null generated always as (lower(last_name)) stored;
create index accounts_email on accounts (kind, email_key, id) include (tenant_id) where deleted_at is null;
create index accounts_tenant_email on accounts (kind, tenant_id, email_key, id) include (is_active, is_blocked) where deleted_at is null;
create index accounts_username on accounts (kind, username_key, id) include (tenant_id) where deleted_at is null;
create index accounts_tenant_username on accounts (kind, tenant_id, username_key, id) include (is_active, is_blocked) where deleted_at is null;
create index accounts_first_name on accounts (kind, first_name_key, id) include (tenant_id) where deleted_at is null;
create index accounts_tenant_first_name on accounts (kind, tenant_id, first_name_key, id) include (is_active, is_blocked) where deleted_at is null;
create index accounts_last_name on accounts (kind, last_name_key, id) include (tenant_id) where deleted_at is null;
create index accounts_tenant_last_name on accounts (kind, tenant_id, last_name_key, id) include (is_active, is_blocked) where deleted_at is null;

-- The last sign-in is written too often for the wide row. Its own row says again whose account it is and whether that lives, so that one
-- index has the order; every account has one, and who never signed in comes before all who did.
alter table account_activity
  add column kind text,
  add column tenant_id uuid,
  add column deleted_at timestamptz,
  add column sign_in_key timestamptz not null generated always as (coalesce(last_login_at, '-infinity'::timestamptz)) stored;
insert into account_activity (account_id, kind, tenant_id, deleted_at)
  select id, kind, tenant_id, deleted_at from accounts
  on conflict (account_id) do update set kind = excluded.kind, tenant_id = excluded.tenant_id, deleted_at = excluded.deleted_at;
create index account_activity_signed_in on account_activity (kind, sign_in_key, account_id) include (tenant_id) where deleted_at is null;
create index account_activity_tenant_signed_in on account_activity (kind, tenant_id, sign_in_key, account_id) where deleted_at is null;

-- Kept here and by nobody else: the former version of the service, which may still run beside this one, writes both tables too.
create function fill_account_activity() returns trigger language plpgsql as $$
begin
  select kind, tenant_id, deleted_at into new.kind, new.tenant_id, new.deleted_at from accounts where id = new.account_id;
  return new;
end $$;
create trigger account_activity_filled before insert on account_activity for each row execute function fill_account_activity();

-- In the order of ids, in which failures of several accounts lock them. One by one, for a joined statement keeps the plan of its first run,
-- made when there were two accounts, and by that each of five hundred changes read all of twenty thousand rows.
create function follow_accounts_in_activity() returns trigger language plpgsql set enable_seqscan = off as $$
declare
  account record;
begin
  for account in select id, tenant_id, deleted_at from changed order by id loop
    update account_activity set tenant_id = account.tenant_id, deleted_at = account.deleted_at
    where account_id = account.id and (tenant_id, deleted_at) is distinct from (account.tenant_id, account.deleted_at);
  end loop;
  return null;
end $$;
create trigger accounts_followed after update on accounts referencing new table as changed
  for each statement execute function follow_accounts_in_activity();

-- Never while they are empty: of a table that was analysed so PostgreSQL believes that it stays small, and foreign keys would look up each
-- account by reading all of them, as long as a connection keeps that plan.
do $$
begin
  if (select count(*) from (select from accounts limit 1000) as first_ones) = 1000 then
    analyze accounts;
    analyze account_activity;
  end if;
end $$;
