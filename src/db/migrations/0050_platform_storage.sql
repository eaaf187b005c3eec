-- Bytes of what is stored for the platform, which is no tenant and so has no row in tenant_totals: one row, whoever stores.
create table platform_totals (
  is_only boolean primary key default true check (is_only),
  storage_bytes bigint not null default 0
);

-- Whoever stores something at this moment waits, and is counted by the new function or in the sum below, and never in both.
lock table files, stored_pictures in share row exclusive mode;

-- As before, and the platform's behind the tenants', so that two never wait for each other.
create or replace function count_storage() returns trigger language plpgsql as $$
declare
  platform_bytes bigint;
begin
  if tg_op = 'INSERT' then
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, sum(bytes) from added where tenant_id is not null group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
    platform_bytes := (select sum(bytes) from added where tenant_id is null);
  elsif tg_op = 'DELETE' then
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, -sum(bytes) from removed where tenant_id is not null group by tenant_id order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
    platform_bytes := (select -sum(bytes) from removed where tenant_id is null);
  else
    insert into tenant_totals as t (tenant_id, storage_bytes)
      select tenant_id, sum(bytes) from (
        select tenant_id, bytes from added union all select tenant_id, -bytes from removed
      ) moved where tenant_id is not null group by tenant_id having sum(bytes) <> 0 order by tenant_id
      on conflict (tenant_id) do update set storage_bytes = t.storage_bytes + excluded.storage_bytes;
    platform_bytes := (select sum(bytes) from (
      select bytes from added where tenant_id is null union all select -bytes from removed where tenant_id is null
    ) moved);
  end if;
  if platform_bytes <> 0 then
    update platform_totals set storage_bytes = storage_bytes + platform_bytes;
  end if;
  return null;
end $$;

insert into platform_totals (storage_bytes)
  select coalesce(sum(bytes), 0) from (
    select bytes from files where tenant_id is null union all select bytes from stored_pictures where tenant_id is null
  ) stored;
