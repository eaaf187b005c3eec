/** Rows that are erased while somebody else writes many of them: neither waits for what the other holds. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import type { Database } from '#db/database.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { deleteInBatches, erasePeople } from '#modules/recycle-bin/erase-people.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { addMail } from '../emails/rig.ts'
import { world } from '../groups/world.ts'
import { startApp, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { addWebhook } from '../webhooks/rig.ts'
import { binOf } from './rig.ts'

const skip = process.env.TEST_DATABASE !== 'postgres' && 'one connection: nobody waits'

const quiet = { warn: () => {}, error: () => {} }
let app: TestApp
before(async () => {
  if (!skip) app = await startApp()
})

it('are all gone in the end, and whoever wrote them was not ended', { skip }, async () => {
  const { tenantId } = await world(app)
  const [first, held] = [await addMail(app, tenantId, {}), await addMail(app, tenantId, {})]
  const { kysely } = app.open.service.database
  const write = (db: typeof kysely, id: string) => sql`update emails set attempts = attempts + 1 where id = ${id}`.execute(db)
  const isThere = async (id: string) => (await sql`select from emails where id = ${id}`.execute(kysely)).rows.length > 0
  let erased: Promise<void> = Promise.resolve()
  await kysely.transaction().execute(async (tx) => {
    await write(tx, held)
    erased = deleteInBatches(systemContext(app.open.service), 'emails', sql`tenant_id = ${tenantId}`, AbortSignal.timeout(20_000))
    erased.catch(() => {})
    await eventually('the one that nobody holds to be gone', async () => !(await isThere(first)), 4000)
    await write(tx, first)
  })
  await erased
  assert.equal(await isThere(held), false)
})

it('leave nothing to be told: what is fanned out at that moment goes with them', { skip }, async () => {
  const { tenantId } = await world(app)
  const of = binOf(app)
  const { service } = app.open
  const { database } = service
  await new FanOut(service, quiet).drain()
  await addWebhook(app, tenantId, { events: ['admin.created'] })
  const { id } = await of.addAdmin(tenantId)
  await of.remove(`Admins/${id}`)
  await of.purge(id)
  const [written, told] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // what is made of the events is there, and not committed yet
  const transaction: Database['transaction'] = (work) =>
    database.transaction(async (tx) => {
      const done = await work(tx)
      written.resolve()
      await told.promise
      return done
    })
  const targets = [...fanOutTargets, webhookDeliveries(service)]
  const fanned = new FanOut({ ...service, database: { ...database, transaction } }, quiet, { targets }).drain()
  await written.promise
  const erased = erasePeople(systemContext(service), AbortSignal.timeout(20_000))
  const waits = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(database.kysely)
    return rows.length > 0
  }
  await Promise.race([erased, eventually('the erasure to wait', waits)])
  told.resolve()
  await Promise.all([fanned, erased])
  const { rows } = await sql<{ event: string }>`select event from webhook_deliveries`.execute(database.kysely)
  assert.deepEqual(rows, [])
})

it('wait for each other in one order: webhooks are locked by id by whoever deletes their tenant', { skip }, async () => {
  const { tenantId } = await world(app)
  const of = binOf(app)
  const { kysely } = app.open.service.database
  const [first = '', second = ''] = [await addWebhook(app, tenantId), await addWebhook(app, tenantId)].sort()
  // where it lies in the table is another order than that of ids
  await sql`update webhooks set version = version where id = ${first}`.execute(kysely)
  const waits = async () => (await sql`select from pg_locks where not granted`.execute(kysely)).rows.length > 0
  let removed: Promise<void> = Promise.resolve()
  await kysely.transaction().execute(async (tx) => {
    // as attempts at both are written
    const lock = (id: string) => sql`select from webhooks where id = ${id} for no key update`.execute(tx)
    await sql`set local lock_timeout = '500ms'`.execute(tx)
    await lock(first)
    removed = of.remove(`Tenants/${tenantId}`)
    removed.catch(() => {})
    await eventually('the deletion to wait', waits)
    await lock(second)
  })
  await removed
})
