/** Exports that go on: of who reads slowly or hangs up, whose rights are taken meanwhile, and whose process dies. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { exportJobs } from '#modules/audit/export/export-lease.ts'
import { erasureJob } from '#modules/recycle-bin/recycle-bin.jobs.ts'
import { type Person, type World, world } from '../groups/world.ts'
import { expectStatus, startTwo, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { beginExport, entriesIn, exportPath, fillLog, type Reading } from './export.rig.ts'

let app: TestApp
let other: TestApp
let place: World
/** More than client and system together take of an export that nobody reads. */
const many = 12_000
const rights = ['audit.view', 'audit.export', 'admins.view', 'roles.view']

before(async () => {
  ;[app, other] = await startTwo()
  place = await world(app)
  await fillLog(app, place.tenantId, many)
  app.clock.turn(1000)
  other.clock.turn(1000)
})

const db = () => app.open.service.database.kysely
const heldBy = (person: Person) => db().selectFrom('auditExports').selectAll().where('adminId', '=', person.id).executeTakeFirst()
const toldOf = async ({ id }: Person): Promise<{ count: number; reason?: string }[]> =>
  (
    await db().selectFrom('events').select('data').where('actorId', '=', id).where('type', '=', 'audit.exported').orderBy('id').execute()
  ).map(({ data }) => data as { count: number; reason?: string })

/** An export that has been written as far as nobody reads it. */
async function stalled(person: Person): Promise<Reading> {
  const reading = await beginExport(app, person.token)
  assert.equal(reading.incoming.statusCode, 200)
  reading.incoming.pause()
  return reading
}

describe('an export that is not read', () => {
  it('waits, one of an admin on all processes; what is logged meanwhile is not in it; then it is whole', async () => {
    const person = await place.person(rights)
    const reading = await stalled(person)
    for (const process of [app, other]) {
      const reply = await process.get(exportPath, { token: person.token })
      assert.deepEqual([reply.status, reply.json.code], [409, 'state_conflict'])
      expectStatus(await process.get(exportPath, { token: (await place.person(rights)).token }), 200)
    }
    await fillLog(app, place.tenantId, 10, 1)
    assert.ok(await heldBy(person))
    assert.deepEqual(await toldOf(person), [])
    const { text, isWhole } = await reading.rest()
    assert.ok(isWhole)
    const entries = entriesIn(text)
    assert.equal(new Set(entries.map(({ id }) => id)).size, entries.length)
    assert.equal(entries.filter(({ action }) => action === 'role.updated').length, many)
    assert.deepEqual(
      (await toldOf(person)).map(({ count, reason }) => [count, reason]),
      [[entries.length, undefined]],
    )
    expectStatus(await other.get(exportPath, { token: person.token }), 200)
  })

  it('is over with its client, and was no longer than what was read; the next may begin', async () => {
    const person = await place.person(rights)
    const reading = await stalled(person)
    reading.hangUp()
    await eventually('the end of the export', async () => (await heldBy(person)) === undefined)
    const [told] = await toldOf(person)
    assert.equal(told?.reason, 'cancelled')
    assert.ok(told.count < many, String(told.count))
    expectStatus(await other.get(exportPath, { token: person.token }), 200)
  })

  it('holds no connection to the database, however many there are', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => place.person(rights)))
    const readings = await Promise.all(people.map(stalled))
    for (const { token } of people) expectStatus(await app.get('/api/v1/audit?pageSize=1', { token }), 200)
    expectStatus(await app.request('PUT', '/api/v1/Admins/me', { token: people[0]!.token, body: { firstName: 'Other' } }), 200)
    for (const reading of readings) reading.hangUp()
    await eventually('the end of them', async () => !(await Promise.all(people.map(heldBy))).some(Boolean))
  })
})

describe('an export whose caller may no longer have it', () => {
  /** What takes something from an admin in the middle; the export is then broken off. */
  const takings: Record<string, (person: Person, roleId: string) => Promise<unknown>> = {
    'the permission': (_person, roleId) =>
      putRole(
        roleId,
        rights.filter((name) => name !== 'audit.export'),
      ),
    'sight of a field': (_person, roleId) => putRole(roleId, rights, { 'admins.view': ['email'] }),
    'sight of a kind of record': (_person, roleId) =>
      putRole(
        roleId,
        rights.filter((name) => name !== 'admins.view'),
      ),
    'the session': (person) => app.post('/api/v1/auth/admin/sessions/revoke-all', undefined, { token: person.token }),
    'the account': ({ id }) => app.post(`/api/v1/admins/${id}/block`, {}, { token: place.token }),
  }

  async function putRole(id: string, names: readonly string[], masks: Record<string, string[]> = {}) {
    const ids = new Map((await db().selectFrom('permissions').select(['id', 'name']).execute()).map(({ id, name }) => [name, id]))
    const body = {
      permissionIds: names.map((name) => ids.get(name)),
      restrictedFields: Object.fromEntries(Object.entries(masks).map(([name, fields]) => [ids.get(name), fields])),
    }
    return expectStatus(await app.request('PUT', `/api/v1/roles/${id}/permissions`, { token: place.token, body }), 200)
  }

  for (const [what, take] of Object.entries(takings)) {
    it(`is broken off when ${what} is taken`, async () => {
      const person = await place.person(rights)
      const { roleId } = await db().selectFrom('accounts').select('roleId').where('id', '=', person.id).executeTakeFirstOrThrow()
      const reading = await stalled(person)
      expectStatus((await take(person, roleId!)) as never, 200)
      const { text, isWhole } = await reading.rest()
      assert.ok(!isWhole)
      assert.ok(text.length < many * 2000)
      await eventually('the end of the export', async () => (await heldBy(person)) === undefined)
      const [told, ...more] = await toldOf(person)
      assert.deepEqual([told?.reason, more.length], ['refused', 0])
    })
  }
})

describe('an export whose process died', () => {
  it('keeps its admin from another until its lease has run out, and is told of once', async () => {
    const person = await place.person(rights)
    await leaveBehind(person, 30)
    assert.equal((await app.get(exportPath, { token: person.token })).status, 409)
    await db().updateTable('auditExports').set({ leaseUntil: app.clock.now() }).where('adminId', '=', person.id).execute()
    expectStatus(await app.get(exportPath, { token: person.token }), 200)
    assert.deepEqual(
      (await toldOf(person)).map(({ count, reason }) => [count > 100, reason]),
      [
        [false, 'process_ended'],
        [true, undefined],
      ],
    )
  })

  it('is told of by a job, too, once and with what it had handed out', async () => {
    const [dead, alive] = [await place.person(rights), await place.person(rights)]
    await leaveBehind(dead, -1)
    await leaveBehind(alive, 30)
    const { service } = app.open
    const run = () => exportJobs[0]!.run(service, service.clock.now(), new AbortController().signal)
    await Promise.all([run(), run()])
    assert.deepEqual(await toldOf(dead), [{ format: 'csv', filter: {}, count: 7, reason: 'process_ended' }])
    assert.deepEqual([await heldBy(dead), (await heldBy(alive))?.entries, await toldOf(alive)], [undefined, 7, []])
    const { items } = expectStatus(await app.get('/api/v1/audit?action=audit.exported', { token: place.token }), 200).json
    const [entry] = items.filter(({ actorId }: { actorId: string }) => actorId === dead.id)
    assert.deepEqual([entry.actorName, entry.ipAddress, entry.tenantId], ['Some Person', '127.0.0.1', place.tenantId])
  })

  it('is told of without the name of whoever was erased meanwhile', async () => {
    const person = await place.person(rights)
    await leaveBehind(person, 30)
    await db().updateTable('accounts').set({ deletedAt: app.clock.now(), purgedAt: app.clock.now() }).where('id', '=', person.id).execute()
    await erasureJob(async () => {}).run({ signal: new AbortController().signal } as never, app.open.service)
    assert.equal(await db().selectFrom('accounts').select('id').where('id', '=', person.id).executeTakeFirst(), undefined)
    await db().updateTable('auditExports').set({ leaseUntil: app.clock.now() }).where('adminId', '=', person.id).execute()
    const { service } = app.open
    await exportJobs[0]!.run(service, service.clock.now(), new AbortController().signal)
    const { person: left, data } = await db()
      .selectFrom('events')
      .select(['person', 'data'])
      .where('actorId', '=', person.id)
      .where('type', '=', 'audit.exported')
      .executeTakeFirstOrThrow()
    assert.deepEqual([(left as { actorName: string }).actorName, (data as { count: number }).count], ['Erased person', 7])
    assert.doesNotMatch(JSON.stringify(left), /Some Person|127\.0\.0\.1|searched/)
  })

  it('ends where another process took its place', async () => {
    const person = await place.person(rights)
    const reading = await stalled(person)
    await sql`delete from audit_exports where admin_id = ${person.id}`.execute(db())
    const { isWhole } = await reading.rest()
    assert.ok(!isWhole || (await toldOf(person)).length === 0)
    assert.deepEqual(await toldOf(person), [])
  })

  /** What a process leaves behind that ends in the middle of an export. */
  async function leaveBehind(person: Person, seconds: number): Promise<void> {
    await db()
      .insertInto('auditExports')
      .values({
        adminId: person.id,
        id: uuidv7(app.clock.now()),
        tenantId: place.tenantId,
        data: JSON.stringify({ format: 'csv', filter: {} }),
        person: JSON.stringify({ name: 'Some Person', ip: '127.0.0.1', userAgent: null, data: { search: 'searched' } }),
        entries: 7,
        leaseUntil: new Date(app.clock.now().getTime() + seconds * 1000),
        traceId: '0'.repeat(32),
      })
      .execute()
  }
})
