/** Seals: every way to tamper with a log shows at the entry it was done to, and what the service does to a log itself does not. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { firstUuidAt } from '#core/uuid.ts'
import { rotateKey } from '#db/keys/key-rotation.ts'
import { backfillSeals } from '#events/seals/backfill.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { rounds } from '../rig/race.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { chainOf, idAfter, randomOf, sealBench, whole } from './seals.rig.ts'

const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
const bench = await openBench({ url })
const { service, database, clock } = bench
const { log, seal, verify, run, seals, undone, added, forget } = sealBench(bench)
const tenant = await makeTenant(database, clock.now(), null)
const other = await makeTenant(database, clock.now(), null)
const never = new AbortController().signal
/** Entries to tamper with: many batches of every kind in the whole run, few where it must be short. */
const size = rounds() >= 50 ? 10_000 : 120

afterEach(forget)

describe('seals', () => {
  it('every event once, in the order of the outbox, in the chain of its own log', async () => {
    const ids = [...(await log(tenant, 130)), ...(await log(tenant, 7))]
    const platform = await log(null, 3)
    await log(other, 1)
    await seal()
    assert.deepEqual(
      (await seals(tenant)).map(({ sequence, eventId }) => [sequence, eventId]),
      ids.sort().map((id, at) => [at + 1, id]),
    )
    assert.deepEqual(await verify(tenant), { ...whole, checked: 137 })
    assert.deepEqual(await verify(null), { ...whole, checked: 3 })
    assert.deepEqual(
      (await seals(null)).map(({ eventId }) => eventId),
      platform,
    )
  })

  it('goes on where it ended, and ends where it is told to', async () => {
    await log(tenant, 30)
    await seal()
    assert.deepEqual(await verify(tenant, { most: 12 }), { ...whole, checked: 12, nextSequence: 13 })
    assert.deepEqual(await verify(tenant, { fromSequence: 13, most: 12 }), { ...whole, checked: 12, nextSequence: 25 })
    assert.deepEqual(await verify(tenant, { fromSequence: 25, most: 12 }), { ...whole, checked: 6 })
    assert.deepEqual(await verify(tenant, { fromSequence: 31, most: 12 }), { ...whole, checked: 0 })
    assert.deepEqual(await verify(tenant, { fromSequence: 9e9, most: 12 }), { ...whole, checked: 0 })
  })

  it('finds every kind of tampering at its entry', async () => {
    const places = [1, 2, size / 2, size - 1, size]
    const columns: Record<string, RawBuilder<unknown>> = {
      tenant_id: sql`tenant_id = null`,
      type: sql`type = 'role.deleted'`,
      actor_id: sql`actor_id = '0190a5b0-0000-7000-8000-000000000000'`,
      actor_kind: sql`actor_kind = 'system'`,
      on_behalf_of_id: sql`on_behalf_of_id = '0190a5b0-0000-7000-8000-000000000000'`,
      entity_type: sql`entity_type = 'Session'`,
      entity_id: sql`entity_id = 'another'`,
      entity_name: sql`entity_name = 'Another role'`,
      outcome: sql`outcome = 'denied'`,
      is_logged: sql`is_logged = false`,
      data: sql`data = data || '{"added": 1}'`,
      changes: sql`changes = '{}'`,
      trace_id: sql`trace_id = 'other'`,
      parent_trace_id: sql`parent_trace_id = 'other'`,
      created_at: sql`created_at = created_at + interval '1 millisecond'`,
      'a time that is none': sql`created_at = 'infinity'`,
      person: sql`person = person || '{"ipAddress": "203.0.113.9"}'`,
      'person, wholly': sql`person = null`,
      person_salt: sql`person_salt = null`,
      'another salt': sql`person_salt = '\\x00'`,
      'an erasure by hand': sql`person = '{"actorName": "Erased person"}', person_salt = null`,
    }
    const ids = (await log(tenant, size, randomOf(7))).sort()
    await seal()
    for (const [name, change] of Object.entries(columns)) {
      const place = places[Object.keys(columns).indexOf(name) % places.length]!
      const id = ids[place - 1]!
      const found = await undone(sql`update events set ${change} where id = ${id}::uuid`, () => verify(tenant))
      assert.deepEqual(found, { ...whole, checked: place - 1, firstBreak: { entryId: id, kind: 'changed' } }, name)
    }
    for (const [at, n] of [
      [1, 2],
      [size / 2, size / 2 + 1],
      [size - 1, size],
      [3, size - 10],
    ] as const) {
      const [a, b] = [ids[at - 1]!, ids[n - 1]!]
      const spare = '00000000-0000-7000-8000-000000000000'
      const found = await undone(
        [
          sql`update events set id = ${spare}::uuid where id = ${a}::uuid`,
          sql`update events set id = ${a}::uuid where id = ${b}::uuid`,
          sql`update events set id = ${b}::uuid where id = ${spare}::uuid`,
        ],
        () => verify(tenant),
      )
      assert.deepEqual(found.firstBreak, { entryId: a, kind: 'reordered' }, `entries ${at} and ${n} swapped`)
      const moved = await undone(
        [
          sql`update audit_seals set sequence = -1 where chain_id = ${chainOf(tenant)} and sequence = ${at}`,
          sql`update audit_seals set sequence = ${at} where chain_id = ${chainOf(tenant)} and sequence = ${n}`,
          sql`update audit_seals set sequence = ${n} where chain_id = ${chainOf(tenant)} and sequence = -1`,
        ],
        () => verify(tenant),
      )
      assert.deepEqual([moved.checked, moved.firstBreak], [at - 1, { entryId: b, kind: 'reordered' }], `seals ${at} and ${n} swapped`)
    }
    for (const place of places) {
      const id = ids[place - 1]!
      const removed = { ...whole, checked: place - 1, firstBreak: { entryId: id, kind: 'removed' } }
      assert.deepEqual(await undone(sql`delete from events where id = ${id}::uuid`, () => verify(tenant)), removed, `entry ${place}`)
      const lost = await undone(sql`delete from audit_seals where event_id = ${id}::uuid`, () => verify(tenant))
      assert.deepEqual(lost, removed, `seal ${place}`)
      for (const change of [
        sql`digest = sha256('other')`,
        sql`person_digest = sha256('other')`,
        sql`is_erased = true`,
        sql`mac = sha256('other')`,
        sql`key_id = 'other'`,
        sql`kind = 'erasure'`,
      ]) {
        const found = await undone(sql`update audit_seals set ${change} where event_id = ${id}::uuid`, () => verify(tenant))
        assert.deepEqual([found.checked, found.firstBreak], [place - 1, { entryId: id, kind: 'changed' }], `seal ${place}`)
      }
    }
    await log(other, 1)
    await seal()
    // none is the fan-out's any more
    clock.turn(7200)
    await backfillSeals(service, clock.now(), never)
    for (const place of places) {
      const [like, entryId] = [ids[place - 1]!, idAfter(ids[place - 1]!)]
      const found = await undone(added(entryId, like), () => verify(tenant))
      assert.deepEqual(found, { ...whole, checked: place, firstBreak: { entryId, kind: 'removed' } }, `added after entry ${place}`)
    }
    const oldest = firstUuidAt(new Date('2001-01-01'))
    const before = await undone(added(oldest, ids[0]!), () => verify(tenant))
    assert.deepEqual(before, { ...whole, checked: 0, firstBreak: { entryId: oldest, kind: 'removed' } }, 'added at the old end')
    const cut = await undone([sql`delete from events where id > ${ids[99]}::uuid`, sql`delete from audit_seals where sequence > 100`], () =>
      verify(tenant),
    )
    assert.deepEqual(cut, { ...whole, checked: 100, firstBreak: { entryId: null, kind: 'removed' } }, 'the tail')
    const emptied = await undone(sql`delete from events`, () => verify(tenant))
    assert.deepEqual(emptied.firstBreak, { entryId: ids[0], kind: 'removed' }, 'all entries')
    const unsealed = await undone(sql`delete from audit_seals`, () => verify(tenant))
    assert.deepEqual(unsealed.firstBreak, { entryId: ids[0], kind: 'removed' }, 'all seals')
    for (const change of [sql`base_sequence = 5`, sql`kept_from = ${ids[50]}::uuid`, sql`mac = sha256('other')`])
      assert.deepEqual(
        (await undone(sql`update audit_chains set ${change}`, () => verify(tenant))).firstBreak,
        { entryId: null, kind: 'changed' },
        'where a chain begins or ends',
      )
    assert.deepEqual(await verify(tenant), { ...whole, checked: size }, 'all of it was undone')
  })

  it('goes on over a rotated key', async () => {
    await log(tenant, 5)
    await seal()
    const { kid } = await rotateKey(database, service.keys, 'audit_mac', clock.now(), 0)
    await log(tenant, 5)
    await seal()
    assert.equal(service.keys.auditKey().kid, kid)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 10 })
  })

  it('the walk over what older versions logged seals each once, however often it is run, and leaves the rest to the fan-out', async () => {
    const old = (await log(tenant, 1203, randomOf(3))).sort()
    await run(sql`delete from outbox`)
    clock.turn(7200)
    const fresh = await log(tenant, 10)
    const waiting = await log(other, 3)
    clock.turn(7200)
    const results = await Promise.all([0, 1].map(() => backfillSeals(service, clock.now(), never)))
    assert.equal(results[0]! + results[1]!, 1203)
    await seal()
    assert.equal(await backfillSeals(service, clock.now(), never), 0)
    assert.deepEqual(
      (await seals(tenant)).map(({ eventId }) => eventId),
      [...old, ...fresh],
    )
    assert.deepEqual(
      (await seals(other)).map(({ eventId }) => eventId),
      waiting,
    )
    assert.deepEqual(await verify(tenant), { ...whole, checked: 1213 })
  })
})
