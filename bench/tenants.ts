/** Ten thousand tenants in five levels with all that belongs to them, the same in every run. */
import type pg from 'pg'
import { withClient } from '../test/rig/postgres.ts'

export interface BenchTenant {
  readonly id: string
  readonly parentId: string | null
  /** 0 is a root. */
  readonly level: number
}

export interface TenantsWanted {
  /** How many tenants each level has, from the roots down; those of a level are dealt out evenly to the one above. */
  readonly levels?: readonly number[]
  readonly seed?: number
}

const tenThousand = [1, 9, 90, 900, 9000]
const firstMs = Date.UTC(2026, 0, 1)

/**
 * Fills a database that the service has started on once (for its catalogue of permissions): tenants, closure, settings, grants of all
 * but `settings.*`, both seeded roles, and counts of admins and users without the accounts themselves. A service that runs hears of
 * it within a second. @returns the tenants, level by level
 */
export async function fillTenants(databaseUrl: string, { levels = tenThousand, seed = 1 }: TenantsWanted = {}): Promise<BenchTenant[]> {
  const random = seeded(seed)
  const ids = idsFrom(random)
  const tenants = plan(levels, ids)
  await withClient(databaseUrl, async (client) => {
    await client.query('begin')
    // half a million foreign keys that hold by themselves
    await client.query('set local session_replication_role = replica')
    await insertTenants(client, tenants)
    await insertBelongings(client)
    await insertRoles(client, tenants, ids)
    await insertCounts(client, tenants, random)
    await client.query(
      `insert into revocations (id, at, topic) values (gen_random_uuid(), now(), 'all'), (gen_random_uuid(), now(), 'tree')`,
    )
    await client.query('commit')
    await client.query('vacuum analyze')
  })
  return tenants
}

function plan(levels: readonly number[], ids: () => string): BenchTenant[] {
  let above: BenchTenant[] = []
  const tenants: BenchTenant[] = []
  for (const [level, count] of levels.entries()) {
    const parents = above
    above = Array.from({ length: count }, (_, at) => ({ id: ids(), parentId: parents[at % parents.length]?.id ?? null, level }))
    tenants.push(...above)
  }
  return tenants
}

async function insertTenants(client: pg.Client, tenants: readonly BenchTenant[]): Promise<void> {
  const columns = [tenants.map(({ id }) => id), tenants.map(({ parentId }) => parentId), tenants.map((_, at) => at)]
  await client.query(
    `insert into tenants (id, parent_id, code, name, created_at)
     select id, parent_id, 'bench-' || n, 'Tenant number ' || n, to_timestamp(${firstMs / 1000} + n)
     from unnest($1::uuid[], $2::uuid[], $3::integer[]) as t (id, parent_id, n)`,
    columns,
  )
  await client.query(
    `insert into tenant_closure (ancestor_id, descendant_id, depth)
     with recursive up as (
       select id as ancestor_id, id as descendant_id, 0 as depth from tenants
       union all select t.parent_id, up.descendant_id, up.depth + 1 from up join tenants t on t.id = up.ancestor_id where t.parent_id is not null
     )
     select * from up on conflict do nothing`,
  )
}

async function insertBelongings(client: pg.Client): Promise<void> {
  await client.query('insert into tenant_settings (tenant_id) select id from tenants on conflict do nothing')
  await client.query(
    `insert into tenant_permissions (tenant_id, permission)
     select t.id, p.name from tenants t cross join permissions p where p.name not like 'settings.%' on conflict do nothing`,
  )
}

async function insertRoles(client: pg.Client, tenants: readonly BenchTenant[], ids: () => string): Promise<void> {
  const seeds = [
    ['TenantAdmin', 'granted', true, false],
    ['Viewer', 'listed', false, true],
  ] as const
  for (const [name, reach, isSystem, isDefault] of seeds) {
    await client.query(
      `insert into roles (id, tenant_id, name, name_key, seed, reach, is_system, is_default, created_at)
       select r.id, r.tenant_id, $3, lower($3), $3, $4, $5, $6, t.created_at
       from unnest($1::uuid[], $2::uuid[]) as r (id, tenant_id) join tenants t on t.id = r.tenant_id`,
      [tenants.map(() => ids()), tenants.map(({ id }) => id), name, reach, isSystem, isDefault],
    )
  }
  await client.query(
    `insert into role_permissions (role_id, permission)
     select r.id, p.name from roles r cross join permissions p
     where r.seed = 'Viewer' and p.name like '%.view' and p.name not like 'settings.%' on conflict do nothing`,
  )
}

/** Every state of both kinds has its row: a hundred admins a tenant or so, and ten times as many users. */
async function insertCounts(client: pg.Client, tenants: readonly BenchTenant[], random: () => number): Promise<void> {
  const n = tenants.map(() => Math.floor(random() * 180))
  await client.query(
    `insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
     select t.id, kind, is_active, is_blocked, share * t.n
     from unnest($1::uuid[], $2::integer[]) as t (id, n)
       cross join (values ('admin', 1), ('user', 10)) as kinds (kind, share)
       cross join (values (true, false), (false, false), (true, true)) as states (is_active, is_blocked)`,
    [tenants.map(({ id }) => id), n],
  )
  await client.query(
    `insert into tenant_totals (tenant_id, admins, users)
     select tenant_id, sum(n) filter (where kind = 'admin'), sum(n) filter (where kind = 'user')
     from tenant_account_counts where tenant_id is not null group by 1
     on conflict (tenant_id) do update set admins = excluded.admins, users = excluded.users`,
  )
}

/** Numbers from 0 to 1 that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Ids of version 7, a second apart, their random part from the seed. */
function idsFrom(random: () => number): () => string {
  let ms = firstMs
  const hex = (digits: number) =>
    Math.floor(random() * 16 ** digits)
      .toString(16)
      .padStart(digits, '0')
  return () => {
    ms += 1000
    const time = ms.toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(3)}-8${hex(3)}-${hex(12)}`
  }
}
