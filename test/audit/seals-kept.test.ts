/** What the service itself takes out of a log is no break: erasure, retention, a tenant that is not audited, a tenant that is gone. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { firstUuidAt } from '#core/uuid.ts'
import { TenantSettings } from '#db/live/tenant-settings.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import type { Service } from '#db/rows/context.ts'
import { erasedName } from '#events/erased-name.ts'
import { dropPartitions, makePartitions } from '#events/partitions.ts'
import { enforceRetention, removeUnlogged } from '#events/retention.ts'
import { backfillSeals } from '#events/seals/backfill.ts'
import { trimSeals } from '#events/seals/retained.ts'
import { eraseFromEvents } from '#modules/recycle-bin/erase-events.ts'
import { openBench } from '../jobs/bench.ts'
import { makeAccount, makeTenant } from '../jobs/rows.ts'
import { everyRound } from '../rig/race.ts'
import { randomOf, sealBench, whole } from './seals.rig.ts'

const bench = await openBench()
const { service, database, clock } = bench
const { db, log, seal, verify, run, seals, undone, forget } = sealBench(bench)
const tenant = await makeTenant(database, clock.now(), null)
const never = new AbortController().signal
const day = 86_400

const erase = async (...ids: string[]) => {
  await run(sql`update accounts set purged_at = now() where id = any(${ids}::uuid[])`)
  await eraseFromEvents(bench.ctx(), ids, never)
}
const person = () => makeAccount(database, clock.now(), tenant)

afterEach(forget)

describe('seals and erasure', () => {
  it('what was erased of a person is no break, before and after it is sealed, for one and for two in an entry', async () => {
    const [by, about] = [await person(), await person()]
    const both = { actor: { id: by, kind: 'admin', name: 'Amal Haddad' }, entityId: about, personName: 'Lina Khoury' } as const
    const first = await log(tenant, 5, randomOf(1), both)
    await log(tenant, 5)
    await seal()
    await erase(by)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 10, erased: 5 })
    await log(tenant, 5, randomOf(2), both)
    await erase(by, about)
    await seal()
    assert.deepEqual(await verify(tenant), { ...whole, checked: 15, erased: 10 })
    const kinds = (await seals(tenant)).filter(({ eventId }) => eventId === first[0]).map(({ kind }) => kind)
    assert.deepEqual(kinds, ['entry', 'erasure', 'erasure'])
    const { rows } = await sql<{ person: Record<string, unknown> }>`select person from events where id = ${first[0]}::uuid`.execute(db)
    assert.equal(rows[0]!.person.actorName, erasedName)
  })

  it('finds what is tampered with after the erasure, and an erasure that nobody sealed', async () => {
    const about = await person()
    const facts = { entityId: about, personName: 'Lina Khoury', actor: { id: null, kind: 'admin', name: 'Amal Haddad' } } as const
    const id = (await log(tenant, 20, randomOf(1), facts)).sort()[10]!
    await run(sql`create table whole_persons as select id, person, person_salt from events`)
    await seal()
    await erase(about)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 20, erased: 20 })
    const changed = { entryId: id, kind: 'changed' }
    const changes = {
      column: sql`update events set outcome = 'denied' where id = ${id}::uuid`,
      'what was left': sql`update events set person = person || '{"actorName": "Somebody"}' where id = ${id}::uuid`,
      'a person come back': sql`update events e set person = w.person from whole_persons w where w.id = e.id and e.id = ${id}::uuid`,
      'with the salt': sql`update events e set person = w.person, person_salt = w.person_salt from whole_persons w
        where w.id = e.id and e.id = ${id}::uuid`,
      'seal changed': sql`update audit_seals set person_digest = sha256('x') where event_id = ${id}::uuid and kind = 'erasure'`,
      'no seal': sql`delete from audit_seals where event_id = ${id}::uuid and kind = 'erasure'`,
    }
    for (const [name, change] of Object.entries(changes))
      assert.deepEqual((await undone(change, () => verify(tenant))).firstBreak, changed, name)
    await run(sql`drop table whole_persons`)
  })

  it('an erasure that meets the fan-out of the same events leaves a whole chain', async () => {
    await everyRound(async (round) => {
      const about = await person()
      await log(tenant, 60, randomOf(round), { entityId: about, personName: 'Lina Khoury' })
      await Promise.all([seal(), erase(about), seal()])
      await erase(about)
      await seal()
      assert.deepEqual(await verify(tenant), { ...whole, checked: 60 * round, erased: 60 * round })
    })
  })
})

describe('seals and retention', () => {
  /** The service, where that tenant keeps its log for a month. */
  const keepingAMonth = async (): Promise<Service> => {
    const days = sql`insert into tenant_settings (tenant_id, audit_retention_days) values (${tenant}::uuid, 30) on conflict do nothing`
    await run(days)
    const tenants = await TenantTree.load(database)
    return { ...service, tenants, settings: await TenantSettings.load(database, tenants) }
  }

  it('the oldest go with their seals, and the rest is proved from there on; whoever cuts further is found', async () => {
    const service = await keepingAMonth()
    const about = await person()
    await log(tenant, 700, randomOf(1), { entityId: about, personName: 'Lina Khoury' })
    await seal()
    clock.turn(20 * day)
    const fresh = (await log(tenant, 40)).sort()
    await seal()
    await erase(about)
    clock.turn(15 * day)
    assert.equal(await enforceRetention(service, clock.now(), never), 700)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 740 })
    assert.equal(await trimSeals(service, never), 700)
    assert.deepEqual((await seals(tenant))[0], { sequence: 701, eventId: fresh[0], kind: 'entry' })
    assert.deepEqual(await verify(tenant), { ...whole, checked: 40 })
    assert.deepEqual(await verify(tenant, { fromSequence: 3 }), { ...whole, checked: 40 })
    assert.equal(await trimSeals(service, never), 0)
    const removed = { entryId: fresh[0], kind: 'removed' }
    assert.deepEqual((await undone(sql`delete from events where id = ${fresh[0]}::uuid`, () => verify(tenant))).firstBreak, removed)
    const begun = sql`update audit_chains c set base_sequence = s.sequence, base_mac = s.mac from audit_seals s
      where s.chain_id = c.id and s.event_id = ${fresh[4]}::uuid`
    const cut = [begun, sql`delete from audit_seals where sequence <= 705`, sql`delete from events where id <= ${fresh[4]}::uuid`]
    assert.deepEqual((await undone(cut, () => verify(tenant))).firstBreak, { entryId: null, kind: 'changed' })
    const later = sql`update audit_chains set kept_from = ${firstUuidAt(clock.now())}::uuid`
    assert.deepEqual((await undone(later, () => verify(tenant))).firstBreak, { entryId: null, kind: 'changed' })
    clock.turn(30 * day)
    await enforceRetention(service, clock.now(), never)
    // the erasures of entries that went stood behind entries that stayed
    assert.equal(await trimSeals(service, never), 740)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 0 })
  })

  it('so do entries that were sealed in another order', async () => {
    const service = await keepingAMonth()
    await log(tenant, 3)
    await run(sql`delete from outbox`)
    clock.turn(10 * day)
    await log(tenant, 3)
    await seal()
    assert.equal(await backfillSeals(service, clock.now(), never), 3)
    clock.turn(25 * day)
    assert.equal(await enforceRetention(service, clock.now(), never), 3)
    assert.equal(await trimSeals(service, never), 0, 'what was sealed first is kept')
    assert.deepEqual(await verify(tenant), { ...whole, checked: 6 })
    clock.turn(10 * day)
    await enforceRetention(service, clock.now(), never)
    assert.equal(await trimSeals(service, never), 6)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 0 })
  })

  it('so do whole months that are dropped', async () => {
    clock.turn(-500 * day)
    await makePartitions(service, clock.now(), never)
    await log(tenant, 12)
    await log(null, 3)
    await seal()
    clock.turn(500 * day)
    await makePartitions(service, clock.now(), never)
    await log(tenant, 5)
    await seal()
    assert.ok((await dropPartitions(service, clock.now(), never)).length > 0)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 17 })
    assert.deepEqual(await verify(null), { ...whole, checked: 3 })
    assert.equal(await trimSeals(service, never), 15)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 5 })
    assert.deepEqual(await verify(null), { ...whole, checked: 0 })
  })

  it('what is not for the log has no seal and goes after a day', async () => {
    await log(tenant, 4)
    await run(sql`update events set is_logged = false`)
    await log(tenant, 2)
    await seal()
    assert.equal((await seals(tenant)).length, 2)
    clock.turn(2 * day)
    assert.equal(await removeUnlogged(service, clock.now(), never), 4)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 2 })
  })

  it('the log of a tenant that is gone is proved on', async () => {
    const gone = await makeTenant(database, clock.now(), null)
    await log(gone, 4)
    await seal()
    await run(sql`delete from tenants where id = ${gone}::uuid`)
    await log(gone, 1)
    await seal()
    assert.deepEqual(await verify(gone), { ...whole, checked: 5 })
  })
})
