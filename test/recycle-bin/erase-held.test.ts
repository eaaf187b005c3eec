/** Rows that are erased while somebody else writes many of them: neither waits for what the other holds. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { systemContext } from '#db/rows/system-context.ts'
import { deleteInBatches } from '#modules/recycle-bin/erase-people.ts'
import { addMail } from '../emails/rig.ts'
import { world } from '../groups/world.ts'
import { startApp, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'

const skip = process.env.TEST_DATABASE !== 'postgres' && 'one connection: nobody waits'

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
