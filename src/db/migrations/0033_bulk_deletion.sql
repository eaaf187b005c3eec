-- Many accounts change in one statement: their activity follows in one, too. It is planned anew each time, by the size that the tables have
-- then; a plan that is kept would be that of the first run, made when there were two accounts. Whatever that says of them, it reads them
-- along an index, so in the order of ids, in which failures of several accounts lock them. Few are cheaper one by one, without planning.
create or replace function follow_accounts_in_activity() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  account record;
begin
  if (select count(*) from (select from changed limit 40) as first_ones) < 40 then
    for account in select id, tenant_id, deleted_at from changed order by id loop
      update account_activity set tenant_id = account.tenant_id, deleted_at = account.deleted_at
      where account_id = account.id and (tenant_id, deleted_at) is distinct from (account.tenant_id, account.deleted_at);
    end loop;
  else
    execute 'update account_activity v set tenant_id = a.tenant_id, deleted_at = a.deleted_at
      from (select id, tenant_id, deleted_at from changed order by id) a
      where v.account_id = a.id and (v.tenant_id, v.deleted_at) is distinct from (a.tenant_id, a.deleted_at)';
  end if;
  return null;
end $$;

-- Only users are listed by whether their address was proved: nothing that is written of an admin has to keep these.
drop index accounts_unverified;
drop index accounts_verified;
create index accounts_unverified on accounts (kind, tenant_id, created_at desc, id desc) include (deleted_at)
  where kind = 'user' and email_verified_at is null;
create index accounts_verified on accounts (kind, tenant_id, created_at desc, id desc) include (deleted_at)
  where kind = 'user' and email_verified_at is not null;
