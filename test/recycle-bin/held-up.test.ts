/** A job that stood still between two of its batches, while the tenant whose rows it writes was restored and deleted by others. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { sweepTenant } from '#modules/tenants/tenant-sweep.ts'
import { fillAdmins } from '../admins/many.ts'
import { world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { binOf } from './rig.ts'
import { goOn, makeSubtree } from './subtree.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
before(async () => {
  // without background work: the test itself says when the job goes on
  app = await startApp()
  of = binOf(app)
})

/** Below the top: enough for a job to be held up between two of its batches. */
const many = 260
const taken = 2 * many + 3

/** The work of a job that stands still before its second batch, while others do something else. */
async function sweepHeldUp(top: string, meanwhile: () => Promise<void>): Promise<void> {
  const ctx = systemContext(app.open.service)
  const { database } = ctx.service
  let begun = 0
  const transaction: Database['transaction'] = async (work) => {
    if (++begun === 2) await meanwhile()
    return await database.transaction(work)
  }
  await sweepTenant({ ...ctx, service: { ...ctx.service, database: { ...database, transaction } } }, top, new AbortController().signal)
}

async function countsBelow(top: string, but: readonly string[]) {
  const { rows } = await sql<{ state: string; n: number }>`
    select concat_ws(' ', case when t.deleted_at is null then 'living' else 'deleted' end, case when t.deleted_with is not null then 'with' end,
      (select count(*) from events e where e.entity_id = t.id::text and e.type = 'tenant.deleted'),
      (select count(*) from events e where e.entity_id = t.id::text and e.type = 'entity.restored')) as state, count(*)::integer as n
    from tenants t join tenant_closure c on c.descendant_id = t.id
    where c.ancestor_id = ${top} and c.depth > 0 and t.id <> all(${but}::uuid[]) group by 1 order by 1`.execute(
    app.open.service.database.kysely,
  )
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

it('restored and deleted once more: it writes all of the second deletion', async () => {
  const { top, gone, lost } = await makeSubtree(app, many)
  await of.remove(`Tenants/${top}?cascade=true`)
  const meanwhile = async () => {
    expectStatus(await of.restore(top), 200)
    await of.remove(`Tenants/${top}?cascade=true`)
  }
  await sweepHeldUp(top, meanwhile)
  await goOn(app, [top])
  assert.deepEqual(await countsBelow(top, [gone, lost]), { 'deleted with 2 1': taken - 1 })
})

it('restored: it tells of all that came back', async () => {
  const { top, gone, lost } = await makeSubtree(app, many)
  await of.remove(`Tenants/${top}?cascade=true`)
  await sweepHeldUp(top, async () => void expectStatus(await of.restore(top), 200))
  await goOn(app, [top])
  assert.deepEqual(await countsBelow(top, [gone, lost]), { 'living 1 1': taken - 1 })
})

it('restored and deleted once more while it switched off accounts: nobody is left', async () => {
  const tenant = await world(app)
  await fillAdmins(app, tenant, 2100)
  const remove = () => of.remove(`Tenants/${tenant.tenantId}`)
  await remove()
  await sweepHeldUp(tenant.tenantId, async () => {
    expectStatus(await of.restore(tenant.tenantId), 200)
    await remove()
  })
  await goOn(app, [tenant.tenantId])
  const { rows } = await sql`select from accounts where tenant_id = ${tenant.tenantId} and is_active`.execute(
    app.open.service.database.kysely,
  )
  assert.equal(rows.length, 0)
})
