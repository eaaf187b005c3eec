/** A proof beside everything that writes to a log and takes from it: it finds no break where nobody tampers. */
import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { enforceRetention } from '#events/retention.ts'
import { backfillSeals } from '#events/seals/backfill.ts'
import { isCheckpointHeld, newestCheckpoint } from '#events/seals/checkpoint.ts'
import { trimSeals } from '#events/seals/retained.ts'
import { countUnsealed } from '#events/seals/unsealed.ts'
import { eraseFromEvents } from '#modules/recycle-bin/erase-events.ts'
import { openBench } from '../jobs/bench.ts'
import { makeAccount, makeTenant } from '../jobs/rows.ts'
import { everyRound } from '../rig/race.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { randomOf, sealBench, whole } from './seals.rig.ts'

const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
const bench = await openBench({ url })
const { service, database, clock } = bench
const { db, log, seal, verify, run, seals, forget } = sealBench(bench)
const tenant = await makeTenant(database, clock.now(), null)
const never = new AbortController().signal
const day = 86_400

afterEach(forget)

describe('a proof beside others', () => {
  it('finds no break while entries are logged, sealed, erased, and go by retention', async () => {
    await everyRound(async (round) => {
      const about = await makeAccount(database, clock.now(), tenant)
      await log(tenant, 150, randomOf(round), { entityId: about, personName: 'Lina Khoury' })
      await Promise.all([seal(), seal()])
      // what was logged in the round before is a year old
      clock.turn(200 * day)
      const checkpoint = await newestCheckpoint(db, tenant)
      let isDone = false
      const works = Promise.all([
        log(tenant, 150).then(seal),
        (async () => {
          await run(sql`update accounts set purged_at = now() where id = ${about}::uuid`)
          await eraseFromEvents(bench.ctx(), [about], never)
        })(),
        (async () => {
          await enforceRetention(service, clock.now(), never)
          await trimSeals(service, never)
        })(),
        backfillSeals(service, clock.now(), never),
      ]).finally(() => {
        isDone = true
      })
      const proofs = (async () => {
        for (let n = 0; !isDone || n < 2; n++) {
          const { firstBreak } = await verify(tenant)
          assert.equal(firstBreak, null, `proof ${n} found ${JSON.stringify(firstBreak)}`)
          assert.ok(await isCheckpointHeld(db, tenant, checkpoint.hash))
        }
      })()
      await Promise.all([works, proofs])
    })
  })
})

describe('what is not sealed', () => {
  it('is counted: what waits, what was set aside, what the walk has not come to; never what is not for the log', async () => {
    await log(tenant, 5, randomOf(1))
    await log(tenant, 4, randomOf(1), { data: { quiet: true } })
    await log(null, 3)
    await run(sql`update events set is_logged = false where data ? 'quiet'`)
    assert.equal(await countUnsealed(db, tenant), 5)
    await run(sql`delete from outbox`)
    assert.equal(await countUnsealed(db, tenant), 5)
    await run(sql`insert into poisoned_events select id, 'x', now() from events where tenant_id = ${tenant}::uuid and is_logged limit 2`)
    clock.turn(7200)
    assert.equal(await backfillSeals(service, clock.now(), never), 6)
    assert.equal(await countUnsealed(db, tenant), 2)
    assert.equal(await countUnsealed(db, null), 0)
  })

  it('and is found where all seals of a log were removed and it began anew', async () => {
    const ids = (await log(tenant, 20)).sort()
    await seal()
    const { hash } = await newestCheckpoint(db, tenant)
    clock.turn(7200)
    await backfillSeals(service, clock.now(), never)
    await run(sql`delete from audit_seals`)
    await run(sql`delete from audit_chains`)
    const removed = { ...whole, checked: 0, firstBreak: { entryId: ids[0], kind: 'removed' } }
    assert.deepEqual(await verify(tenant), removed)
    await log(tenant, 2)
    await seal()
    assert.deepEqual(await verify(tenant), removed)
    assert.equal((await seals(tenant)).length, 2)
    // nothing at all is left: only whoever kept a checkpoint knows
    for (const table of ['audit_seals', 'audit_chains', 'events']) await run(sql`delete from ${sql.table(table)}`)
    assert.deepEqual(await verify(tenant), { ...whole, checked: 0 })
    assert.equal(await isCheckpointHeld(db, tenant, hash), false)
  })
})
