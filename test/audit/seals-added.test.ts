/** An entry that somebody put into a log with a date of long ago: no walk comes to it any more, so that it never has a seal. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { firstUuidAt } from '#core/uuid.ts'
import { backfillSeals } from '#events/seals/backfill.ts'
import { expectRemoval } from '#events/seals/retained.ts'
import { countUnsealed } from '#events/seals/unsealed.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { chainOf, idAfter, randomOf, sealBench, whole } from './seals.rig.ts'

const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
const bench = await openBench({ url })
const { service, database, clock } = bench
const { db, log, seal, verify, run, undone, added, forget } = sealBench(bench)
const tenant = await makeTenant(database, clock.now(), null)
const other = await makeTenant(database, clock.now(), null)
const never = new AbortController().signal
const oldest = firstUuidAt(new Date('2001-01-01'))

/** The walk goes by everything that was logged so far. */
const walk = async () => {
  clock.turn(7200)
  return await backfillSeals(service, clock.now(), never)
}
const logOld = async (tenantId: string | null, n: number) => {
  const ids = (await log(tenantId, n, randomOf(n))).sort()
  await run(sql`delete from outbox`)
  return ids
}
const broken = (entryId: string) => ({ entryId, kind: 'removed' })

afterEach(forget)

describe('an entry added beside the service', () => {
  it('is found among what the walk sealed, in the middle, at both ends, and where a later call goes on', async () => {
    for (const owner of [tenant, null]) {
      const ids = await logOld(owner, 1203)
      await log(other, 1)
      assert.ok((await walk()) >= 1203)
      assert.deepEqual(await verify(owner), { ...whole, checked: 1203 })
      for (const place of [1, 500, 501, 700, 1203]) {
        const id = idAfter(ids[place - 1]!)
        await undone(added(id, ids[5]!), async () => {
          assert.deepEqual(await verify(owner), { ...whole, checked: place, firstBreak: broken(id) })
          assert.deepEqual((await verify(owner, { fromSequence: place, most: 2 })).firstBreak, broken(id))
          assert.deepEqual((await verify(owner, { fromSequence: place + 1 })).firstBreak, broken(id))
          // behind it, as behind any other break
          if (place < 1203) assert.deepEqual(await verify(owner, { fromSequence: place + 2 }), { ...whole, checked: 1202 - place })
          assert.equal(await countUnsealed(db, owner), 0)
        })
      }
      assert.deepEqual((await undone(added(oldest, ids[5]!), () => verify(owner))).firstBreak, broken(oldest))
      await forget()
    }
  })

  it('is found where entries were sealed in another order than they were logged', async () => {
    const old = await logOld(tenant, 1100)
    const fresh = (await log(tenant, 700)).sort()
    await seal()
    await log(other, 1)
    assert.equal(await walk(), 1100)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 1800 })
    for (const like of [old[0]!, old[300]!, old[1099]!, fresh[0]!, fresh[600]!, fresh[699]!]) {
      const id = idAfter(like)
      assert.deepEqual((await undone(added(id, like), () => verify(tenant))).firstBreak, broken(id))
    }
  })

  it('is found behind another that waits, with a seal of its own making, in a log without any seal, and below what is kept', async () => {
    const ids = (await log(tenant, 20)).sort()
    await log(other, 1)
    await seal()
    await walk()
    const id = idAfter(ids[9]!)
    const waiting = idAfter(id)
    const aside = idAfter(waiting)
    const hidden = [
      added(id, ids[9]!),
      added(waiting, ids[9]!),
      added(aside, ids[9]!),
      sql`insert into outbox values (${waiting}::uuid)`,
      sql`insert into poisoned_events values (${aside}::uuid, 'x', now())`,
    ]
    assert.deepEqual((await undone(hidden, () => verify(tenant))).firstBreak, broken(id))
    await run(sql`delete from outbox`)
    await run(sql`delete from poisoned_events`)
    for (const [chain, sequence] of [
      [chainOf(tenant), 0],
      [chainOf(tenant), -7],
      [chainOf(other), -7],
    ] as const) {
      const forged = sql`insert into audit_seals select ${chain}, ${sequence}, kind, ${id}::uuid, digest, person_digest, is_erased, key_id, mac
        from audit_seals where event_id = ${ids[9]}::uuid`
      assert.deepEqual((await undone([added(id, ids[9]!), forged], () => verify(tenant))).firstBreak, broken(id))
    }
    const unheard = await makeTenant(database, clock.now(), null)
    const theirs = [added(id, ids[9]!), sql`update events set tenant_id = ${unheard}::uuid where id = ${id}::uuid`]
    assert.deepEqual((await undone(theirs, () => verify(unheard))).firstBreak, broken(id))
    // hidden from whoever looks at the oldest alone
    const behind = [...theirs, added(oldest, id), sql`insert into outbox values (${oldest}::uuid)`]
    assert.deepEqual((await undone(behind, () => verify(unheard))).firstBreak, broken(id))
    await run(sql`delete from outbox`)
    // what retention may take it has not taken yet, and everybody sees it
    await expectRemoval(service, tenant, ids[5]!)
    assert.deepEqual((await undone(added(oldest, ids[9]!), () => verify(tenant))).firstBreak, broken(oldest))
    // one that is for no log
    const unlogged = [added(id, ids[9]!), sql`update events set is_logged = false where id = ${id}::uuid`]
    assert.equal((await undone(unlogged, () => verify(tenant))).firstBreak, null)
  })

  it('is none where it waits to be told, was set aside, or is the walk’s', async () => {
    const ids = (await log(tenant, 60)).sort()
    await run(sql`delete from outbox where event_id = any(${ids.slice(0, 5)}::uuid[])`)
    const late = ids.slice(20, 25)
    await run(sql`delete from outbox where event_id = any(${late}::uuid[])`)
    await seal()
    assert.deepEqual(await verify(tenant), { ...whole, checked: 50 })
    assert.equal(await countUnsealed(db, tenant), 10)
    // committed late: below where the walk is, and the fan-out's
    await run(sql`insert into outbox select unnest(${late.slice(0, 3)}::uuid[])`)
    await run(sql`insert into poisoned_events select id, 'x', now() from unnest(${late.slice(3)}::uuid[]) id`)
    assert.equal(await walk(), 5)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 55 })
    assert.equal(await countUnsealed(db, tenant), 5)
    await seal()
    assert.deepEqual(await verify(tenant), { ...whole, checked: 58 })
  })
})
