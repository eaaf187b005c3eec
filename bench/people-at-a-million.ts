/**
 * A million admins, or as many end users, over ten thousand tenants, and two million events, the same on every machine. Filling takes minutes, so the database
 * keeps its name and stays; `BENCH_REBUILD=1` makes it anew.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { databaseUrl, withClient } from '../test/rig/postgres.ts'
import { clusterUrl } from './database.ts'
import { commonName, firstNames, lastNames } from './people-names.ts'
import { startOurs } from './servers.ts'
import { type BenchTenant, fillTenants } from './tenants.ts'

const name = 'tenantry_bench_million'
const nameOf = { admin: name, user: `${name}_users` } as const
export type Kind = keyof typeof nameOf
const accounts = 1_000_000
const events = 2_000_000

/** A database that stays is opened with the same secret every time. */
export const millionSecret = createHash('sha256').update(name).digest('base64')

/** The filled database, made when it is not there, with all migrations of today. Others may copy it while nobody is connected. @returns its url */
export async function millionDatabase(kind: Kind = 'admin'): Promise<string> {
  const name = nameOf[kind]
  const url = databaseUrl(clusterUrl, name)
  const isThere = await withClient(clusterUrl, async (client) => {
    if (process.env.BENCH_REBUILD) await client.query(`drop database if exists ${name} with (force)`)
    return (await client.query('select from pg_database where datname = $1', [name])).rowCount === 1
  })
  if (isThere && (await isMigrated(url))) return url
  // half filled it has another name
  await makeMillion(`${name}_filling`, kind)
  await withClient(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`alter database ${name}_filling rename to ${name}`)
  })
  return url
}

/** Not where a migration was changed that the database has already: it is of another version and is filled again. */
const isMigrated = (url: string): Promise<boolean> =>
  migrateMillion(url).then(
    () => true,
    () => false,
  )

/** A copy under a name of the caller's, to change and to drop: a minute or less. Replaces one that is there. @returns its url */
export async function copyOfMillion(copy: string): Promise<string> {
  await millionDatabase()
  const quoted = pg.escapeIdentifier(copy)
  await withClient(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${quoted} with (force)`)
    await client.query(`create database ${quoted} template ${name} strategy file_copy`)
  })
  return databaseUrl(clusterUrl, copy)
}

/** Makes and fills a database of this name. @returns its url */
export async function makeMillion(database: string, kind: Kind = 'admin'): Promise<string> {
  const quoted = pg.escapeIdentifier(database)
  await withClient(clusterUrl, async (client) => {
    await client.query(`drop database if exists ${quoted} with (force)`)
    await client.query(`create database ${quoted}`)
  })
  const url = databaseUrl(clusterUrl, database)
  await migrateMillion(url)
  const tenants = await fillTenants(url)
  await fillPeople(url, tenants, kind)
  return url
}

/** The service itself migrates it and fills in its catalogue. */
async function migrateMillion(url: string): Promise<void> {
  await (await startOurs({ databaseUrl: url, core: null, env: { BCRYPT_COST: '4', MASTER_SECRET: millionSecret } })).kill('SIGTERM')
}

/** The subtrees whose members all came before anybody else's: the last of the nine below the root, and one of its like a level lower. */
export const oldSubtrees = (tenants: readonly BenchTenant[]) => {
  const second = tenants.filter(({ level }) => level === 1)
  const third = tenants.filter(({ level }) => level === 2)
  return { thousand: second.at(-1)!, hundred: third.find(({ parentId }) => parentId === second[0]!.id)! }
}

async function fillPeople(url: string, tenants: readonly BenchTenant[], kind: Kind): Promise<void> {
  const old = oldSubtrees(tenants)
  await withClient(url, async (client) => {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set maintenance_work_mem = '1GB'`)
    const indexes = await dropIndexes(client, ['accounts', 'account_logins', 'account_activity'])
    await insertTenantOrder(client, [old.thousand.id, old.hundred.id])
    await client.query(insertAccounts, [firstNames, lastNames, commonName, kind])
    await client.query(insertLogins)
    await client.query(insertActivity)
    for (const definition of indexes) await client.query(definition)
    await client.query(insertEvents)
    await client.query(insertCounts)
    await client.query('vacuum analyze')
  })
}

async function dropIndexes(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes where schemaname = 'public' and tablename = any($1) and indexname not like '%_pkey'`,
    [tables],
  )
  for (const { indexname } of rows) await client.query(`drop index ${indexname}`)
  return rows.map(({ indexdef }) => indexdef)
}

/** Big tenants and small ones lie anywhere in the tree. */
async function insertTenantOrder(client: pg.Client, oldRoots: readonly string[]): Promise<void> {
  await client.query(
    `create temporary table places as
     select id, is_old, row_number() over (partition by is_old order by md5(id::text)) - 1 as at,
       (select r.id from roles r where r.tenant_id = t.id and r.seed = 'Viewer') as viewer,
       (select r.id from roles r where r.tenant_id = t.id and r.seed = 'TenantAdmin') as admin
     from (select id, exists (select from tenant_closure where descendant_id = id and ancestor_id = any($1)) as is_old from tenants) t`,
    [oldRoots],
  )
  await client.query('create unique index on places (is_old, at); analyze places')
}

/** A number from 0 to 1 that belongs to row `i`. */
const chance = (salt: number) => `((hashint8extended(i, ${salt}) & 1048575) / 1048576.0::float8)`
const pick = (list: string, salt: number) => `(${list}::text[])[1 + floor(cardinality(${list}::text[]) * ${chance(salt)})::integer]`
/** Ids of version 7 in the order of time. */
const idAt = (time: string) =>
  `(lpad(to_hex((extract(epoch from ${time}) * 1000)::bigint), 12, '0') || '7' || substr(md5(i::text), 1, 3) || '8' || substr(md5(i::text), 4, 15))::uuid`

/** Seven users in ten have proved their address. One a minute from 2024 on, and now and then two hundred at once; the first 125,000 nearly all in the old subtrees. */
const insertAccounts = `
  insert into accounts (id, kind, tenant_id, username, email, first_name, last_name, search, role_id, is_active, is_blocked, email_verified_at, created_at)
  select ${idAt('created_at')}, $4::text, p.id, username, email, first_name, last_name,
    lower(translate(first_name || ' ' || last_name, 'أإآةى', 'اااهي') || E'\\n' || coalesce(username, '') || E'\\n' || email || E'\\n\\n'),
    case when $4 = 'user' then null when ${chance(5)} < 0.1 then p.admin else p.viewer end, ${chance(6)} < 0.95, ${chance(7)} < 0.01,
    case when $4 = 'user' and ${chance(15)} < 0.7 then created_at end, created_at
  from (
    select i, case when ${chance(1)} < 0.2 then $3::text else ${pick('$1', 2)} end as first_name, ${pick('$2', 3)} as last_name,
      timestamptz '2024-01-01 00:00:00+00' + make_interval(mins => (case when i % 1000 < 200 then i - i % 1000 else i end)::integer) as created_at,
      case when i % 2 = 0 then 'member' || i end as username,
      'person' || i || '@company' || floor(5000 * ${chance(4)}) || '.example.test' as email,
      i < 125000 and ${chance(8)} < 0.98 as is_old
    from generate_series(1::bigint, ${accounts}) i offset 0
  ) made
  join places p on p.is_old = made.is_old
    and p.at = floor(case when made.is_old then (select count(*) from places where is_old) * ${chance(9)}
      else (select count(*) from places where not is_old) * ${chance(9)} * ${chance(10)} end)::bigint
  order by i`

const insertLogins = `
  insert into account_logins (kind, tenant_id, key, account_id)
  select kind, tenant_id, key, id from accounts, lateral (values (lower(email)), (lower(username))) keys (key)
  where key is not null and tenant_id is not null`

/** Seven in ten have signed in, in two years; those of the old subtrees in the first days of them. */
const insertActivity = `
  insert into account_activity (account_id, kind, tenant_id, last_login_at)
  select id, kind, tenant_id, case when ${chance(13)} < 0.7 then timestamptz '2025-12-01 00:00:00+00'
    + make_interval(secs => case when i < 125000 then 86400 * ${chance(14)} else 60000000 * ${chance(14)} end) end
  from (select *, row_number() over (order by id) as i from accounts where tenant_id is not null offset 0) numbered`

const insertEvents = `
  insert into events (id, tenant_id, type, actor_id, actor_kind, entity_type, entity_id, outcome, created_at)
  select ${idAt('time')}, p.id, type, null, 'system', 'Admin', p.id::text, 'success', time
  from (select i, timestamptz '2024-01-01 00:00:00+00' + make_interval(secs => i * 30) as time,
    (array['auth.logged_in', 'admins.updated', 'admins.created', 'roles.updated'])[1 + floor(4 * ${chance(11)})::integer] as type
    from generate_series(1::bigint, ${events}) i offset 0) made
  join places p on not p.is_old and p.at = floor(${chance(12)} * (select count(*) from places where not is_old))::bigint
  order by i`

const insertCounts = `
  delete from tenant_account_counts where tenant_id is not null;
  insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
  select tenant_id, kind, is_active, is_blocked, count(*) from accounts where tenant_id is not null and deleted_at is null group by 1, 2, 3, 4;
  delete from tenant_totals;
  insert into tenant_totals (tenant_id, admins, users)
  select id, (select count(*) from accounts where tenant_id = t.id and kind = 'admin'),
    (select count(*) from accounts where tenant_id = t.id and kind = 'user') from tenants t`
