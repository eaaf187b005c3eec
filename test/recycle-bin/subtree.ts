/** Subtrees of tenants by the hundred, as rows, and what is true of them: the same of a thousand as of ten. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { revoke } from '#db/live/revocations.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import type { Tables } from '#db/tables.ts'
import { markPeopleOfPurged } from '#modules/recycle-bin/purge-people.ts'
import { sweepTenant } from '#modules/tenants/tenant-sweep.ts'
import { writePurges } from '#modules/tenants/write-late-marks.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export interface Subtree {
  /** What the codes of all its tenants begin with; a class follows, and a number. */
  readonly mark: string
  /** Above it all, and never deleted. */
  readonly above: string
  readonly top: string
  /** Below the top, with as many below itself as there are beside it. */
  readonly mid: string
  /** Below the top and below the mid. */
  readonly leaves: readonly string[]
  readonly lows: readonly string[]
  /** Below each of these, deleted on its own before. */
  readonly gone: string
  readonly lost: string
}

/** A tenant with two children by the `count`: one of these has `count` more. Two below are deleted on their own, one is suspended. */
export async function makeSubtree(app: TestApp, count: number): Promise<Subtree> {
  const token = await app.superToken()
  const mark = `t${randomUUID().slice(0, 8)}`
  const make = async (name: string, parentTenantId?: string): Promise<string> =>
    expectStatus(await app.post('/api/v1/Tenants', { name, code: `${mark}-${name}-0`, parentTenantId }, { token }), 201).json.id
  const above = await make('above')
  const top = await make('top', above)
  const mid = await make('mid', top)
  const gone = await make('gone', top)
  const lost = await make('lost', mid)
  const held = await make('held', mid)
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${held}`, { token, body: { status: 'Suspended' } }), 200)
  const { kysely } = app.open.service.database
  const leaves = await fillBelow(kysely, top, `${mark}-leaf`, count)
  const lows = await fillBelow(kysely, mid, `${mark}-low`, count)
  await treeAgain(app)
  for (const id of [gone, lost]) expectStatus(await app.request('DELETE', `/api/v1/Tenants/${id}`, { token }), 204)
  return { mark, above, top, mid, leaves, lows, gone, lost }
}

/** Has the process look at what was written behind its back. */
export const treeAgain = (app: TestApp) => transact(systemContext(app.open.service), (ctx) => revoke(ctx, 'tree', null))

/** So many tenants with a role, a group and an active admin each, in the order of their ids. */
export async function fillBelow(kysely: Kysely<Tables>, parentId: string, code: string, count: number): Promise<string[]> {
  return await kysely.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string }>`
      insert into tenants (id, parent_id, code, name, created_at)
      select gen_random_uuid(), ${parentId}::uuid, ${code}::text || '-' || n, ${code}::text || ' ' || n, now() from generate_series(1, ${count}::integer) n
      returning id`.execute(tx)
    const ids = rows.map(({ id }) => id).sort()
    const each = sql`unnest(${ids}::uuid[]) as t (id)`
    await sql`insert into tenant_closure (ancestor_id, descendant_id, depth)
      select c.ancestor_id, t.id, c.depth + 1 from ${each} cross join tenant_closure c where c.descendant_id = ${parentId}
      union all select t.id, t.id, 0 from ${each}`.execute(tx)
    await sql`insert into tenant_settings (tenant_id) select t.id from ${each}`.execute(tx)
    await sql`insert into roles (id, tenant_id, name, name_key, created_at)
      select gen_random_uuid(), t.id, 'Keeper', 'keeper', now() from ${each}`.execute(tx)
    await sql`insert into user_groups (id, tenant_id, name_en, code, created_at)
      select gen_random_uuid(), t.id, 'Keepers', 'keepers', now() from ${each}`.execute(tx)
    await sql`insert into accounts (id, kind, tenant_id, email, first_name, last_name, search, role_id, created_at)
      select gen_random_uuid(), 'admin', t.id, 'keeper@' || t.id || '.test', 'A', 'Keeper', 'a keeper', r.id, now()
      from ${each} join roles r on r.tenant_id = t.id`.execute(tx)
    await sql`insert into account_logins (kind, tenant_id, key, account_id)
      select a.kind, a.tenant_id, a.email, a.id from ${each} join accounts a on a.tenant_id = t.id`.execute(tx)
    await sql`insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n) select t.id, 'admin', true, false, 1 from ${each}`.execute(
      tx,
    )
    await sql`insert into tenant_totals (tenant_id, admins) select t.id, 1 from ${each}`.execute(tx)
    return ids
  })
}

/** Ends as often as it was asked whether it is to stop. */
export function stoppedAfter(batches: number): AbortSignal {
  let left = batches
  return {
    throwIfAborted() {
      if (left-- <= 0) throw new Error('stopped here')
    },
  } as AbortSignal
}

const untilStopped = async (work: Promise<void>): Promise<void> => {
  await work.catch((error: Error) => assert.match(error.message, /stopped here|is being restored/))
}

/** What the jobs would do about these tenants, and everything that is erased: as many batches as are given. */
export async function goOn(app: TestApp, tops: readonly string[], batches = Number.POSITIVE_INFINITY): Promise<void> {
  const ctx = () => systemContext(app.open.service)
  for (const top of tops) await untilStopped(sweepTenant(ctx(), top, stoppedAfter(batches)))
  await untilStopped(writePurges(ctx(), stoppedAfter(batches)))
  if (batches === Number.POSITIVE_INFINITY) await markPeopleOfPurged(ctx(), new AbortController().signal)
}

/**
 * What is written of the tenants of a subtree and all that is theirs, each different thing once for each class of tenants: when, by whom and with
 * which one it was deleted and erased, its role, its group, its admin, how many it counts, and what the log tells of it in what order.
 */
export const stateOf = (app: TestApp, tree: Pick<Subtree, 'mark' | 'top'>) => readState(app.open.service.database.kysely, tree)

/** The same of a database that no service of this process has open. */
export async function readState(kysely: Kysely<Tables>, { mark, top }: Pick<Subtree, 'mark' | 'top'>): Promise<string[]> {
  const kind = (code: string) => sql`split_part(${sql.ref(code)}, '-', 2)`
  const withWhom = (column: string) => sql`coalesce((select ${kind('w.code')} from tenants w where w.id = ${sql.ref(column)}), '-')`
  const life = (alias: string) => sql`concat_ws(' ', case when ${sql.ref(`${alias}.purgedAt`)} is not null then 'erased'
      when ${sql.ref(`${alias}.deletedAt`)} is not null then 'deleted' else 'living' end, 'with', ${withWhom(`${alias}.deletedWith`)})`
  // each of them is read once for all tenants: no index leads from a tenant to its events, nor to its deleted roles and groups
  const read = sql<{ state: string }>`
    with below as materialized (
      select t.* from tenant_closure c join tenants t on t.id = c.descendant_id where c.ancestor_id = ${top} and t.code like ${`${mark}-%`}
    ), owned_roles as materialized (
      select r.tenant_id, string_agg(${life('r')}, '; ' order by r.name) as text
      from roles r where r.tenant_id in (select id from below) and r.seed is null group by 1
    ), owned_groups as materialized (
      select g.tenant_id, string_agg(${life('g')}, '; ') as text from user_groups g where g.tenant_id in (select id from below) group by 1
    ), owned_accounts as materialized (
      select a.tenant_id, string_agg(concat_ws(' ', ${life('a')},
        case when a.purged_at is null then concat_ws(' ', a.is_active, ${withWhom('a.deactivatedWith')}) end), '; ') as text
      from accounts a where a.tenant_id in (select id from below) group by 1
    ), told as materialized (
      select e.entity_id, string_agg(concat_ws(' ', split_part(e.type, '.', 2), e.actor_kind, e.person->>'actorName', e.trace_id is not null,
        coalesce((select ${kind('l.code')} from tenants l where l.id = e.tenant_id and l.id::text <> e.entity_id), '-')), '; '
        order by e.created_at, e.id) as text
      from events e where e.entity_id in (select id::text from below) and e.type = any('{tenant.deleted,entity.restored,entity.purged}')
      group by 1
    )
    select distinct concat_ws(', ', ${kind('t.code')}, ${life('t')}, t.deleted_by is not null, t.is_sweeping, t.late_marks, t.status,
      'role ' || coalesce((select text from owned_roles r where r.tenant_id = t.id), '-'),
      'group ' || coalesce((select text from owned_groups g where g.tenant_id = t.id), '-'),
      'admin ' || coalesce((select text from owned_accounts a where a.tenant_id = t.id), '-'),
      'counts ' || coalesce((select string_agg(concat_ws(' ', n.is_active, n.n), '; ' order by n.is_active)
        from tenant_account_counts n where n.tenant_id = t.id and n.n <> 0), '-'),
      'log ' || coalesce((select text from told where told.entity_id = t.id::text), '-')) as state
    from below t order by 1`
  const { rows } = await kysely.transaction().execute(async (tx) => {
    // nobody has analysed these tables: a loop within a loop would read them whole for each tenant
    await sql`set local enable_nestloop = off`.execute(tx)
    return await read.execute(tx)
  })
  return rows.map(({ state }) => state)
}
