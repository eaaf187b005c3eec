import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind } from '#db/rows/context.ts'
import { backlog } from '#events/backlog.ts'
import type { EventName } from '#events/catalog.ts'
import { emit, emitAll } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import type { FanOutTarget } from '#events/fan-out-target.ts'
import { settleDeadJobs } from '#modules/dead-jobs/dead-jobs.command.ts'
import { eventually } from '../rig/ports.ts'
import { openBench } from './bench.ts'
import { makeAccount, makeTenant } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench
const fanOut = new FanOut(bench.service, bench.log, { batchSize: 7 })

const root = await makeTenant(database, clock.now(), null)
const child = await makeTenant(database, clock.now(), root)
const grandchild = await makeTenant(database, clock.now(), child)
const stranger = await makeTenant(database, clock.now(), null)
const admin = await makeAccount(database, clock.now(), child)

const happen = (name: EventName, tenantId: string | null, entityId: string | null = null) =>
  bench.transact((ctx) => emit(ctx, name, { tenantId, entityId, actor: { id: null, kind: 'system' satisfies AccountKind | 'system' } }))
const counts = async () => {
  const rows = await database.kysely.selectFrom('eventCounts').selectAll().execute()
  const names = new Map([
    [null, 'platform'],
    [root, 'root'],
    [child, 'child'],
    [grandchild, 'grandchild'],
    [stranger, 'stranger'],
  ])
  return Object.fromEntries(rows.map(({ scopeId, day, type, outcome, n }) => [`${names.get(scopeId)} ${day} ${type} ${outcome}`, n]))
}
const forget = async () => {
  for (const table of ['event_counts', 'security_log', 'outbox', 'poisoned_events', 'events'])
    await sql`delete from ${sql.table(table)}`.execute(database.kysely)
}
const today = () => clock.now().toISOString().slice(0, 10)

describe('fan-out', () => {
  test('counts each event for its tenant, each ancestor and the platform, by UTC day and outcome', async () => {
    await happen('admin.updated', grandchild)
    await happen('admin.updated', child)
    await happen('admin.updated', stranger)
    await happen('auth.login.failed', null)
    assert.equal(await fanOut.drain(), 4)
    const day = today()
    assert.deepEqual(await counts(), {
      [`platform ${day} admin.updated success`]: 3,
      [`platform ${day} auth.login.failed failure`]: 1,
      [`root ${day} admin.updated success`]: 2,
      [`child ${day} admin.updated success`]: 2,
      [`grandchild ${day} admin.updated success`]: 1,
      [`stranger ${day} admin.updated success`]: 1,
    })
    await happen('admin.updated', root)
    await fanOut.drain()
    const after = await counts()
    assert.equal(after[`platform ${day} admin.updated success`], 4)
    assert.equal(after[`root ${day} admin.updated success`], 3)
    await forget()
  })

  test('writes the security log of accounts that exist, of the events that belong there', async () => {
    const signedIn = await happen('auth.login.succeeded', child, admin)
    await happen('admin.updated', child, admin)
    await happen('auth.login.failed', child, crypto.randomUUID())
    await happen('auth.login.failed', child, 'no uuid')
    await happen('auth.login.failed', child, null)
    await fanOut.drain()
    assert.deepEqual(await database.kysely.selectFrom('securityLog').selectAll().execute(), [{ accountId: admin, eventId: signedIn }])
    await forget()
  })

  test('empties an outbox of many batches, each event once', async () => {
    const facts = Array.from({ length: 50 }, () => ({ tenantId: child, entityId: admin }))
    await bench.transact((ctx) => emitAll(ctx, 'auth.logout.succeeded', facts))
    assert.equal(await fanOut.drain(), 50)
    assert.equal((await counts())[`child ${today()} auth.logout.succeeded success`], 50)
    assert.equal((await database.kysely.selectFrom('securityLog').selectAll().execute()).length, 50)
    assert.equal(await fanOut.drain(), 0)
    await forget()
  })

  test('takes fewer at once where much is made of them, and more again where little is', async () => {
    const sizes: number[] = []
    let seconds = 0.2
    const slow: FanOutTarget = {
      name: 'slow',
      async write(tx, events) {
        sizes.push(events.length)
        await sql`select pg_sleep(${seconds})`.execute(tx)
      },
    }
    const fitting = new FanOut(bench.service, bench.log, { targets: [slow], batchSize: 40 })
    const facts = Array.from({ length: 100 }, () => ({ tenantId: child }))
    await bench.transact((ctx) => emitAll(ctx, 'auth.logout.succeeded', facts))
    await fitting.drain()
    assert.equal(sizes[0], 40)
    assert.ok(sizes[1]! <= 10 && sizes.at(-2) === 5, `too many at once: ${sizes}`)
    seconds = 0
    sizes.length = 0
    await bench.transact((ctx) => emitAll(ctx, 'auth.logout.succeeded', facts))
    await fitting.drain()
    assert.equal(sizes[0], 5)
    assert.ok(Math.max(...sizes) > 5, `no more again: ${sizes}`)
    assert.equal(
      sizes.reduce((sum, n) => sum + n, 0),
      100,
    )
    await forget()
  })

  test('an event of a rolled-back change is never told', async () => {
    const failing = bench.transact(async (ctx) => {
      await emit(ctx, 'admin.updated', { tenantId: child })
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    assert.equal(await fanOut.drain(), 0)
  })

  test('runs by itself from start to stop', async () => {
    const running = new FanOut(bench.service, bench.log)
    running.start()
    await happen('admin.updated', child)
    await eventually('the event to be counted', async () => Object.keys(await counts()).length > 0)
    await running.stop(1000)
    await happen('admin.updated', child)
    assert.equal((await backlog(database.kysely, clock.now())).outbox, 1)
    await forget()
  })
})

describe('failures', () => {
  /** Fails for one event by a real statement of the database's. */
  const failingFor = (id: () => string, statement: string): FanOutTarget => ({
    name: 'failing',
    async write(tx, events) {
      if (events.some((event) => event.id === id())) await sql.raw(statement).execute(tx)
    },
  })

  test('an event that fails by itself is set aside with its error, and stops nobody', async () => {
    let bad = ''
    const target = failingFor(() => bad, `select 1 / 0`)
    const poisonable = new FanOut(bench.service, bench.log, { targets: [...fanOutTargets, target], batchSize: 4 })
    for (let n = 0; n < 3; n++) await happen('admin.updated', child)
    bad = await happen('admin.updated', child)
    for (let n = 0; n < 6; n++) await happen('admin.updated', child)
    await poisonable.drain()
    assert.equal((await counts())[`child ${today()} admin.updated success`], 9)
    const [poisoned, ...more] = await database.kysely.selectFrom('poisonedEvents').selectAll().execute()
    assert.deepEqual([poisoned?.eventId, poisoned?.error, more], [bad, 'division by zero', []])
    assert.deepEqual(await backlog(database.kysely, clock.now()), { outbox: 0, poisoned: 1, deadJobs: 0, oldestSeconds: 0 })
    // by whoever is not sure, twice: the event is counted once
    for (const told of [1, 0]) {
      assert.equal(await settleDeadJobs(bench.service, 'retry', bad), told)
      await fanOut.drain()
    }
    assert.equal((await counts())[`child ${today()} admin.updated success`], 10)
    assert.deepEqual(await backlog(database.kysely, clock.now()), { outbox: 0, poisoned: 0, deadJobs: 0, oldestSeconds: 0 })
    await forget()
  })

  test('what the outbox names and the events do not hold is set aside, and never taken for told', async () => {
    const missing = uuidv7(clock.now())
    await database.kysely.insertInto('outbox').values({ eventId: missing }).execute()
    await happen('admin.updated', child)
    await fanOut.drain()
    assert.equal((await counts())[`child ${today()} admin.updated success`], 1)
    const poisoned = await database.kysely.selectFrom('poisonedEvents').select('eventId').execute()
    assert.deepEqual(poisoned, [{ eventId: missing }])
    await forget()
  })

  for (const state of ['40001', '40P01', '57014', '55P03', '08006', '53100']) {
    test(`${state} poisons nothing: the events wait and are told later`, async () => {
      const id = await happen('admin.updated', child)
      const other = await happen('admin.updated', child)
      const passing = failingFor(() => id, `do $$ begin raise exception 'not now' using errcode = '${state}'; end $$`)
      await assert.rejects(new FanOut(bench.service, bench.log, { targets: [...fanOutTargets, passing] }).drain(), /not now/)
      const waiting = await database.kysely.selectFrom('outbox').select('eventId').orderBy('eventId').execute()
      assert.deepEqual(
        waiting.map(({ eventId }) => eventId),
        [id, other],
      )
      assert.deepEqual(await counts(), {})
      assert.equal(await fanOut.drain(), 2)
      assert.deepEqual(await database.kysely.selectFrom('poisonedEvents').selectAll().execute(), [])
      await forget()
    })
  }

  test('the loop goes on after a failure of the moment', async () => {
    let failures = 2
    const flaky: FanOutTarget = {
      name: 'flaky',
      async write(tx) {
        if (failures-- > 0) await sql.raw(`do $$ begin raise exception 'away' using errcode = '57P03'; end $$`).execute(tx)
      },
    }
    const running = new FanOut(bench.service, bench.log, { targets: [...fanOutTargets, flaky] })
    await happen('admin.updated', child)
    running.start()
    await eventually('the event to be counted', async () => Object.keys(await counts()).length > 0)
    await running.stop(1000)
    assert.equal((await backlog(database.kysely, clock.now())).poisoned, 0)
    await forget()
  })
})

test('backlog tells how much waits, how much is lost, and since when', async () => {
  const now = clock.now()
  const insert = (at: number) =>
    database.kysely
      .insertInto('outbox')
      .values({ eventId: uuidv7(new Date(now.getTime() - at * 1000)) })
      .execute()
  await insert(5)
  await insert(90)
  await database.kysely
    .insertInto('poisonedEvents')
    .values({ eventId: uuidv7(now), error: 'x', failedAt: now })
    .execute()
  const job = { kind: 'x', runAt: now, maxAttempts: 1, createdAt: now }
  await database.kysely
    .insertInto('jobs')
    .values([
      { ...job, id: uuidv7(now), state: 'dead' },
      { ...job, id: uuidv7(now), state: 'waiting' },
    ])
    .execute()
  assert.deepEqual(await backlog(database.kysely, now), { outbox: 2, poisoned: 1, deadJobs: 1, oldestSeconds: 90 })
})
