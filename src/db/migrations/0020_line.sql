-- Where whoever shares rows and whoever changes them stand in line before they lock them: locks of rows let those who share pass one who
-- waits to change, these here don't. Called in a transaction that has no row locked yet (one that has passes the line: whoever is in it
-- may wait for that row); its places are given up when it ends.
--
-- Places are taken in one order, so that no two wait for each other: first those of accounts, roles and groups, then those of tenants, from
-- the leaves to the root. So whoever still waits for a place holds none of a tenant further up, and who changes that one waits only for
-- those who are at work. Two rows may have one number: then they wait for each other's, which is all.
--
-- tenants: each with its whole lineage, shared; changed_tenants: the same, but each itself alone. A lineage may have hundreds of
-- levels and a batch hundreds of rows, and the server has room for some thousand places in all: no more than 32 are taken of tenants, those
-- nearest to the root, and no more than 32 of the others each way. Whatever is beyond that has its locks of rows alone.

create function stand_in_line(tenants uuid[], changed_tenants uuid[], shared uuid[], changed uuid[]) returns void language plpgsql as $$
declare
  most constant integer := 32;
  place record;
begin
  -- locks of rows give a transaction its id
  if pg_current_xact_id_if_assigned() is not null then
    return;
  end if;
  for place in
    select class, number, alone from (
      (select 7622 - level as class, hashtext(id::text) as number, bool_or(is_alone) as alone
        from (
          select c.ancestor_id as id, count(*) over (partition by c.descendant_id)::integer - c.depth as level,
            c.depth = 0 and c.descendant_id = any(changed_tenants) as is_alone
          from tenant_closure c where c.descendant_id = any(tenants || changed_tenants)
        ) lineages
        group by 1, 2 order by 1 desc, 2 limit most)
      union all
      select 7365, hashtext(id::text), bool_or(is_alone)
        from (
          select id, false as is_alone from unnest(shared[1:most]) id
          union all select id, true from unnest(changed[1:most]) id
        ) others
        group by 1, 2
    ) places
    order by class, number
  loop
    if place.alone then
      perform pg_advisory_xact_lock(place.class, place.number);
    else
      perform pg_advisory_xact_lock_shared(place.class, place.number);
    end if;
  end loop;
exception when lock_not_available then
  -- says for which place it waited, as the server does of a row
  raise exception 'waited too long in line' using errcode = 'lock_not_available', detail = 'place ' || place.class || ' ' || place.number;
end $$;
