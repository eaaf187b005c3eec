/** The doors to tenants' rows: what each caller reaches through them, and what nobody does. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { readPageIds } from '#db/lists/list-pages.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { insert, requireTenantInScope, select, selectEvents, update } from '#db/rows/owned.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
/** The tree P → T → C with S beside T, by letter. */
let ids: Record<'P' | 'T' | 'C' | 'S', string>

const as = (tenantId: string | null): Context => ({
  ...systemContext(app.open.service),
  db: app.open.service.database.kysely,
  actor: { id: randomUUID(), kind: 'admin', tenantId, name: 'Caller', permissions: new Set(), masks: new Map() } as unknown as Actor,
})

before(async () => {
  app = await startApp()
  const below = async (parentTenantId?: string) => (await tenantWithAdmin(app, parentTenantId ? { parentTenantId } : {})).tenant.id
  const P = await below()
  const T = await below(P)
  ids = { P, T, C: await below(T), S: await below(P) }
})

const letters = (found: (string | null)[]) => {
  const names = new Map([[null as string | null, 'platform'], ...Object.entries(ids).map(([name, id]) => [id, name] as [string, string])])
  return [...new Set(found.map((id) => names.get(id) ?? '?'))].sort().join(' ')
}
const reaches: [keyof typeof ids | null, string, string][] = [
  [null, 'C P S T', 'C P S T platform'],
  ['P', 'C P S T', 'C P S T'],
  ['T', 'C T', 'C T'],
  ['C', 'C', 'C'],
  ['S', 'S', 'S'],
]

describe('select', () => {
  for (const [who, tenants, owners] of reaches) {
    it(`${who ?? 'the platform'} reaches the rows of ${owners}`, async () => {
      const ctx = as(who && ids[who])
      assert.equal(letters((await select(ctx, 'tenants').select('tenants.id').execute()).map(({ id }) => id)), tenants)
      for (const name of ['admins', 'roles'] as const)
        assert.equal(letters((await select(ctx, name).select('tenantId').execute()).map(({ tenantId }) => tenantId)), owners, name)
      assert.equal(letters((await select(ctx, 'emails').select('tenantId').execute()).map(({ tenantId }) => tenantId)), tenants)
      assert.equal(letters((await selectEvents(ctx).select('events.tenantId').execute()).map(({ tenantId }) => tenantId)), owners)
      assert.deepEqual(await select(ctx, 'users').select('accounts.id').execute(), [], 'an admin is no user')
    })
  }

  it('a deleted row is behind no door, an unlogged event neither', async () => {
    const { kysely } = app.open.service.database
    const roleId = uuidv7(app.clock.now())
    const row = { id: roleId, tenantId: ids.T, name: 'Gone', nameKey: 'gone', createdAt: app.clock.now(), deletedAt: app.clock.now() }
    await kysely.insertInto('roles').values(row).execute()
    for (const ctx of [as(null), as(ids.T)]) {
      assert.deepEqual(await select(ctx, 'roles').select('roles.id').where('roles.id', '=', roleId).execute(), [])
      assert.equal((await update(ctx, 'roles').set({ name: 'Back' }).where('id', '=', roleId).executeTakeFirst()).numUpdatedRows, 0n)
    }
    await kysely.updateTable('events').set({ isLogged: false }).where('tenantId', '=', ids.C).execute()
    assert.equal(letters((await selectEvents(as(ids.T)).select('events.tenantId').execute()).map(({ tenantId }) => tenantId)), 'T')
    await kysely.updateTable('events').set({ isLogged: true }).where('tenantId', '=', ids.C).execute()
  })
})

describe('update', () => {
  it('changes what the caller reaches and nothing else, though nothing else is said', async () => {
    await update(as(ids.T), 'admins').set({ phoneNumber: '+491' }).execute()
    const rows = await app.open.service.database.kysely
      .selectFrom('accounts')
      .select('tenantId')
      .where('phoneNumber', '=', '+491')
      .execute()
    assert.equal(letters(rows.map(({ tenantId }) => tenantId)), 'C T')
    await update(as(ids.T), 'users').set({ phoneNumber: '+492' }).execute()
    assert.deepEqual(
      await app.open.service.database.kysely.selectFrom('accounts').select('id').where('phoneNumber', '=', '+492').execute(),
      [],
    )
  })
})

describe('insert', () => {
  const role = (tenantId: string | null) => ({
    id: uuidv7(app.clock.now()),
    tenantId,
    name: randomUUID(),
    nameKey: randomUUID(),
    createdAt: app.clock.now(),
  })

  it('adds rows to tenants in scope, 404 for all others and for the platform’s own', async () => {
    const added = await insert(as(ids.T), 'roles', role(ids.C))
    assert.deepEqual([added.tenantId, added.reach, added.version], [ids.C, 'listed', 1])
    await insert(as(null), 'roles', role(null))
    for (const owner of [ids.S, ids.P, null, randomUUID()]) await assert.rejects(insert(as(ids.T), 'roles', role(owner)), { status: 404 })
  })
})

describe('requireTenantInScope', () => {
  it('gives the plain id; 404 for what is foreign, above, unknown or no id', async () => {
    assert.equal(await requireTenantInScope(as(ids.T), ids.C.toUpperCase()), ids.C)
    assert.equal(await requireTenantInScope(as(null), ids.S), ids.S)
    for (const id of [ids.S, ids.P, randomUUID(), 'x', '']) {
      await assert.rejects(requireTenantInScope(as(ids.T), id, 'tenantId'), (error: { status: number; details: object }) => {
        assert.deepEqual([error.status, error.details], [404, { fields: [{ field: 'tenantId', code: 'not_found' }] }])
        return true
      })
    }
  })

  it('takes the opaque form only where asked, and only of a tenant', async () => {
    const { opaqueIds } = app.open.service.keys
    const opaque = opaqueIds.encode('tenant', ids.C)
    assert.equal(await requireTenantInScope(as(ids.T), opaque, undefined, 'either'), ids.C)
    assert.equal(await requireTenantInScope(as(ids.T), ids.C, undefined, 'either'), ids.C)
    for (const text of [
      opaqueIds.encode('group', ids.C),
      opaqueIds.encode('tenant', ids.S),
      `${opaque.startsWith('A') ? 'B' : 'A'}${opaque.slice(1)}`,
    ])
      await assert.rejects(requireTenantInScope(as(ids.T), text, undefined, 'either'), { status: 404 })
    await assert.rejects(requireTenantInScope(as(ids.T), opaque), { status: 404 })
  })

  it('knows a tenant that another process made a moment ago', async () => {
    const { kysely } = app.open.service.database
    const id = uuidv7(app.clock.now())
    await kysely
      .insertInto('tenants')
      .values({ id, parentId: ids.T, code: `new-${id.slice(-8)}`, name: 'New', createdAt: app.clock.now() })
      .execute()
    await sql`insert into tenant_closure select ancestor_id, ${id}::uuid, depth + 1 from tenant_closure where descendant_id = ${ids.T}
      union all select ${id}::uuid, ${id}::uuid, 0`.execute(kysely)
    assert.equal(await requireTenantInScope(as(ids.T), id), id)
    await assert.rejects(requireTenantInScope(as(ids.S), id), { status: 404 })
  })
})

describe('readPageIds', () => {
  it('finds the same rows tenant by tenant as by walking, in both directions, from any place', async () => {
    const by = sql`accounts.created_at`
    for (const direction of ['asc', 'desc'] as const) {
      for (const offset of [0, 1, 3]) {
        const request = { table: 'admins' as const, direction, where: [], isNarrow: false, after: null, offset, limit: 2 }
        const pages = await Promise.all(
          [true, false].map((isIndexed) => readPageIds(as(ids.P), { ...request, sort: { by, type: 'timestamptz', isIndexed } })),
        )
        assert.deepEqual(pages[0], pages[1])
        assert.equal(pages[0]?.length, Math.min(2, 4 - offset))
        const [first] = pages[0] ?? []
        const after = await Promise.all(
          [true, false].map((isIndexed) =>
            readPageIds(as(ids.P), { ...request, offset: 0, after: first ?? null, sort: { by, type: 'timestamptz', isIndexed } }),
          ),
        )
        assert.deepEqual(after[0], after[1])
        assert.deepEqual(after[0]?.[0], pages[0]?.[1])
      }
    }
  })
})
