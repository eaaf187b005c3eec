/** A tenant with more people than one transaction takes, erased: gone at once as a whole, its people marked in batches, each told once. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { sql } from 'kysely'
import { daysMs } from '#core/clock.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { purgeExpired } from '#modules/recycle-bin/purge-expired.ts'
import { markPeopleOfPurged } from '#modules/recycle-bin/purge-people.ts'
import { erasureJob } from '#modules/recycle-bin/recycle-bin.jobs.ts'
import { binTypeNames, sourceOf } from '#modules/recycle-bin/recycle-bin.types.ts'
import { expectTrueCounts, fillAdmins } from '../admins/many.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { binOf, type Entry } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
before(async () => {
  // without background work: the test itself says when the job goes on, and where it ends
  app = await startApp()
  of = binOf(app)
})

const many = 1010
const all = 2 * many + 3

interface Scene {
  readonly top: World
  readonly below: World
  /** Deleted on their own before, by name and id. */
  readonly gone: { readonly id: string; readonly lastName: string }
}

async function deletedTenant(): Promise<Scene> {
  const top = await world(app)
  const below = await world(app, top.tenantId)
  await fillAdmins(app, top, many)
  await fillAdmins(app, below, many)
  const gone = await of.addAdmin(below.tenantId)
  await of.remove(`Admins/${gone.id}`)
  await of.remove(`Tenants/${top.tenantId}?cascade=true`)
  return { top, below, gone }
}

/** Ends as often as it was asked whether it is to stop. */
const stoppedAfter = (batches: number): AbortSignal => {
  let left = batches
  return {
    throwIfAborted() {
      if (left-- <= 0) throw new Error('stopped here')
    },
  } as AbortSignal
}
const forEver = new AbortController().signal
const mark = (signal: AbortSignal = forEver) => markPeopleOfPurged(systemContext(app.open.service), signal)

async function stateOf({ top, below }: Scene) {
  const { rows } = await sql<{ marked: number; left: number; batches: number; names: number; tenants: number }>`
    select count(*) filter (where purged_at is not null)::integer as marked, count(*) filter (where purged_at is null)::integer as left,
      count(distinct purged_at)::integer as batches,
      (select count(*)::integer from account_logins l where l.tenant_id in (${top.tenantId}, ${below.tenantId})) as names,
      (select count(*)::integer from tenants t where t.id in (${top.tenantId}, ${below.tenantId})) as tenants
    from accounts where tenant_id in (${top.tenantId}, ${below.tenantId})`.execute(app.open.service.database.kysely)
  await expectTrueCounts(app)
  return rows[0]!
}

async function told(entityType: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select entity_id as id from events where type = 'entity.purged' and entity_type = ${entityType}`.execute(
    app.open.service.database.kysely,
  )
  return rows.map(({ id }) => id)
}

async function expectGone({ top, below, gone }: Scene): Promise<void> {
  const token = await of.root()
  const ids = [top.tenantId, below.tenantId, gone.id]
  for (const id of ids) {
    expectStatus(await of.restore(id), 404)
    expectStatus(await of.purge(id), 404)
  }
  // nobody changes, or protects, who is about to be erased
  for (const [call, body] of [
    ['block', { reason: 'Too late' }],
    ['protect', { isProtected: true }],
  ] as const)
    expectStatus(await app.post(`/api/v1/Admins/${below.adminId}/${call}`, body, { token }), 404)
  assert.ok((await of.list()).items.every(({ id }: Entry) => !ids.includes(id)))
  assert.equal((await of.list(`&search=${gone.lastName}`)).totalCount, 0)
  // their names are in no log from then on
  const audit = `/api/v1/audit?pageSize=100`
  for (const query of [`entityId=${gone.id}`, `actorId=${top.adminId}`, `search=${gone.lastName}`]) {
    const { text } = expectStatus(await app.get(`${audit}&${query}`, { token }), 200)
    assert.ok(!text.includes(gone.lastName), query)
  }
}

it('is gone with the answer; its people are marked in batches, whoever stops in the middle, then erased and told of once each', async () => {
  const scene = await deletedTenant()
  expectStatus(await of.purge(scene.top.tenantId), 204)
  assert.deepEqual(
    await stateOf(scene).then(({ marked, left }) => [marked, left]),
    [0, all],
    'none of them in the transaction of the answer',
  )
  await expectGone(scene)
  const tenants = await told('Tenant')
  assert.deepEqual([tenants.length, new Set(tenants)], [2, new Set([scene.top.tenantId, scene.below.tenantId])])

  await assert.rejects(mark(stoppedAfter(2)), /stopped here/)
  assert.equal((await stateOf(scene)).marked, 1000)
  await expectGone(scene)
  await mark()
  const done = await stateOf(scene)
  assert.deepEqual([done.marked, done.left, done.names], [all, 0, 0])
  assert.ok(done.batches >= 5, `${done.batches} transactions`)
  await mark(stoppedAfter(1)) // nothing is left to do: it asks no more than once

  await erasureJob(async () => {}).run({ signal: forEver } as never, app.open.service)
  assert.deepEqual(await stateOf(scene).then(({ marked, left, tenants }) => [marked, left, tenants]), [0, 0, 0])
  const people = await told('Admin')
  assert.deepEqual([people.length, new Set(people).size], [all, all])
})

it('emptied out of the bin by the day: the same way', async () => {
  const scene = await deletedTenant()
  app.clock.turn(daysMs(4000))
  await purgeExpired(systemContext(app.open.service), binTypeNames.map(sourceOf), forEver)
  const { tenants, left } = await stateOf(scene)
  // whoever had been deleted on their own was an entry of theirs, and went first
  assert.deepEqual([tenants, left], [2, all - 1])
  await mark()
  assert.equal((await stateOf(scene)).left, 0)
})
