-- What the dashboard reads. Numbers of a day are kept by its quarters of an hour, of which every zone's days begin at one (the clocks of
-- today are whole quarters away from UTC): subscripts 0 to 95, those between the first and the last that had any. Null: of before this
-- migration, and older than the dashboard looks back.
alter table event_counts add column quarters integer[];
create index event_counts_day on event_counts (day);

-- Adds the numbers of a second array to those of a first one, slot by slot.
create function add_counts(a integer[], b integer[]) returns integer[] language plpgsql immutable strict parallel safe as $$
begin
  for slot in array_lower(b, 1)..array_upper(b, 1) loop
    if b[slot] is not null then a[slot] := coalesce(a[slot], 0) + b[slot]; end if;
  end loop;
  return a;
end $$;
create aggregate sum_counts(integer[]) (sfunc = add_counts, stype = integer[]);

-- Where sign-ins and codes failed: each client address (IPv6: its /64), for every tenant that it tried, those above and the platform (scope
-- null), by day (UTC) and hour (subscripts 0 to 23).
create table failed_addresses (
  scope_id uuid,
  day date not null,
  address inet not null,
  n integer not null,
  hours integer[] not null,
  last_at timestamptz not null
) with (fillfactor = 70);
create unique index failed_addresses_key on failed_addresses (scope_id, address, day) nulls not distinct;
create index failed_addresses_worst on failed_addresses (scope_id, day, n);
create index failed_addresses_day on failed_addresses (day);

-- So many of them a scope has on a day, and how often those failed that it no longer keeps apart.
create table failed_address_days (
  scope_id uuid,
  day date not null,
  addresses integer not null default 0,
  others integer not null default 0
) with (fillfactor = 70);
create unique index failed_address_days_key on failed_address_days (scope_id, day) nulls not distinct;
create index failed_address_days_day on failed_address_days (day);

-- How many living users of each tenant have a proved address: kept here and by nobody else, for the former version of the service, which may
-- still run beside this one, changes accounts too.
create table tenant_verified_users (
  tenant_id uuid primary key,
  n integer not null
) with (fillfactor = 70);
create function count_verified_users() returns trigger language plpgsql as $$
begin
  insert into tenant_verified_users as kept (tenant_id, n)
  select tenant_id, sum(by) from (
    select tenant_id, kind, deleted_at, email_verified_at, 1 as by from added
    union all
    select tenant_id, kind, deleted_at, email_verified_at, -1 from removed
  ) t
  where kind = 'user' and email_verified_at is not null and deleted_at is null and tenant_id is not null
  group by tenant_id having sum(by) <> 0 order by tenant_id
  on conflict (tenant_id) do update set n = kept.n + excluded.n;
  return null;
end $$;
create trigger accounts_verified_counted after update on accounts referencing old table as removed new table as added
  for each statement execute function count_verified_users();

create function count_added_verified_users() returns trigger language plpgsql as $$
begin
  insert into tenant_verified_users as kept (tenant_id, n)
  select tenant_id, count(*) from added
  where kind = 'user' and email_verified_at is not null and deleted_at is null and tenant_id is not null
  group by tenant_id order by tenant_id
  on conflict (tenant_id) do update set n = kept.n + excluded.n;
  return null;
end $$;
create trigger accounts_verified_added after insert on accounts referencing new table as added
  for each statement execute function count_added_verified_users();

create function count_removed_verified_users() returns trigger language plpgsql as $$
begin
  insert into tenant_verified_users as kept (tenant_id, n)
  select tenant_id, -count(*) from removed
  where kind = 'user' and email_verified_at is not null and deleted_at is null and tenant_id is not null
  group by tenant_id order by tenant_id
  on conflict (tenant_id) do update set n = kept.n + excluded.n;
  return null;
end $$;
create trigger accounts_verified_removed after delete on accounts referencing old table as removed
  for each statement execute function count_removed_verified_users();

-- After the triggers, whose making waited for every change of an account that was under way and keeps off others until this is committed: a
-- change that is committed between the count and the triggers would be in neither.
insert into tenant_verified_users (tenant_id, n)
select tenant_id, count(*) from accounts
where kind = 'user' and email_verified_at is not null and deleted_at is null and tenant_id is not null
group by tenant_id;
