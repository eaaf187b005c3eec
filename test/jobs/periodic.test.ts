import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Periodic, type PeriodicJob } from '#jobs/periodic.ts'
import { claimTicks, endTick, renewTick } from '#jobs/periodic-claims.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { eventually } from '../rig/ports.ts'
import { openBench } from './bench.ts'
import { makeAccount } from './rows.ts'

const bench = await openBench()
const { database, clock } = bench
const rowOf = (name: string) => database.kysely.selectFrom('periodicJobs').selectAll().where('name', '=', name).executeTakeFirst()

async function running<T>(jobs: readonly PeriodicJob[], work: (periodic: Periodic) => Promise<T>): Promise<T> {
  const periodic = new Periodic(bench.service, jobs, bench.log)
  periodic.start()
  try {
    return await work(periodic)
  } finally {
    await periodic.stop(1000)
  }
}
const ended = (name: string) =>
  eventually(`${name} to end`, async () => {
    const row = await rowOf(name)
    return row && row.leaseUntil === null && (row.lastFinishedAt !== null || row.lastError !== null) ? row : null
  })

describe('periodic jobs', () => {
  test('each period is one tick, those that were missed are one together', async () => {
    let ticks = 0
    const job: PeriodicJob = { name: 'ticks', everySeconds: 600, run: async () => void ticks++ }
    await running([job], async () => {
      await eventually('the first tick', () => ticks === 1)
      const { nextRunAt } = await ended('ticks')
      assert.ok(nextRunAt > clock.now())
      clock.turn(601)
      await eventually('the second', () => ticks === 2)
      await ended('ticks')
      clock.turn(86_400)
      await eventually('the third', () => ticks === 3)
    })
    await running([job], () => sleep(100))
    assert.equal(ticks, 3)
  })

  test('a tick that fails is recorded and comes again within a minute, and stops no other', async () => {
    let tries = 0
    let others = 0
    const failing: PeriodicJob = {
      name: 'failing',
      everySeconds: 86_400,
      run: async () => {
        if (++tries === 1) throw new Error('broken')
      },
    }
    const other: PeriodicJob = { name: 'other', everySeconds: 60, run: async () => void others++ }
    await running([failing, other], async () => {
      assert.equal((await ended('failing')).lastError, 'broken')
      clock.turn(61)
      await eventually('both', () => tries === 2 && others === 2)
      await eventually('its record', async () => (await rowOf('failing'))?.lastError === null)
    })
  })

  test('a stop aborts what runs, and the tick is due again', async () => {
    let aborted = false
    const long: PeriodicJob = {
      name: 'long',
      everySeconds: 86_400,
      run: async (_service, _now, signal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve))
        aborted = true
        signal.throwIfAborted()
      },
    }
    await running([long], async (periodic) => {
      await eventually('it to run', () => periodic.state().running.includes('long'))
    })
    assert.ok(aborted)
    const row = await rowOf('long')
    assert.deepEqual([row?.leaseUntil, row?.lastFinishedAt, row?.lastError], [null, null, null])
    assert.ok(row!.nextRunAt <= clock.now())
  })

  test('a holder that hung is followed by another and can end nothing any more', async () => {
    const period = [{ name: 'long', everySeconds: 60 }]
    const [old] = await claimTicks(database.kysely, period, 30, clock.now())
    assert.deepEqual(await claimTicks(database.kysely, period, 30, clock.now()), [])
    clock.turn(31)
    const [next] = await claimTicks(database.kysely, period, 30, clock.now())
    assert.ok(old && next)
    const before = await rowOf('long')
    await endTick(database.kysely, old, clock.now(), clock.now(), null)
    assert.equal(await renewTick(database.kysely, old, clock.now()), false)
    assert.deepEqual(await rowOf('long'), before)
    await endTick(database.kysely, next, clock.now(), new Date(clock.now().getTime() + 60_000), null)
    assert.deepEqual(await claimTicks(database.kysely, period, 30, clock.now()), [])
    // a clock that ran ahead while it was recorded holds nothing up
    clock.turn(-86_400)
    assert.equal((await claimTicks(database.kysely, period, 30, clock.now())).length, 1)
    clock.turn(86_400)
  })
})

describe('cleaning', () => {
  const [expired, vacuum] = cleaningJobs as [PeriodicJob, PeriodicJob]
  const never = new AbortController().signal

  test('deletes what has expired and nothing else', async () => {
    const now = clock.now()
    const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
    const day = 24
    const accountId = await makeAccount(database, now, null)
    const key = (text: string) => Buffer.from(text)
    const session = (id: string, endedAt: Date | null, expiresAt: Date) => ({
      id,
      accountId,
      kind: 'admin' as const,
      ipAddress: '127.0.0.1',
      createdAt: ago(900 * day),
      authenticatedAt: now,
      lastActiveAt: now,
      expiresAt,
      endedAt,
    })
    const kept = [crypto.randomUUID(), crypto.randomUUID()] as const
    const k = database.kysely
    await k
      .insertInto('sessions')
      .values([
        session(kept[0], null, ago(-1)),
        session(kept[1], ago(29 * day), ago(29 * day)),
        session(crypto.randomUUID(), ago(31 * day), ago(-day)),
        session(crypto.randomUUID(), null, ago(31 * day)),
      ])
      .execute()
    const token = { sessionId: kept[0], createdAt: now }
    await k
      .insertInto('refreshTokens')
      .values([
        { ...token, hash: key('kept'), expiresAt: ago(23) },
        { ...token, hash: key('gone'), expiresAt: ago(25) },
      ])
      .execute()
    const challenge = { accountId, purpose: 'two_factor' as const, createdAt: now }
    await k
      .insertInto('challenges')
      .values([
        { ...challenge, hash: key('kept'), expiresAt: ago(0.5) },
        { ...challenge, hash: key('gone'), expiresAt: ago(1.5) },
      ])
      .execute()
    const code = { purpose: 'password_reset' as const, codeHash: key('x'), attemptsLeft: 5, createdAt: now }
    await k
      .insertInto('oneTimeCodes')
      .values([
        { ...code, subject: key('kept'), expiresAt: ago(23) },
        { ...code, subject: key('gone'), expiresAt: ago(25) },
      ])
      .execute()
    await k
      .insertInto('codeLimits')
      .values([
        { subject: key('kept'), counter: 'sends', n: 1, windowEndsAt: ago(-1) },
        { subject: key('gone'), counter: 'sends', n: 1, windowEndsAt: ago(1) },
      ])
      .execute()
    await k
      .insertInto('unknownLogins')
      .values([
        { key: key('kept'), failures: 1, lastFailedAt: ago(23) },
        { key: key('locked'), failures: 9, lastFailedAt: ago(25), lockedUntil: ago(-1) },
        { key: key('gone'), failures: 1, lastFailedAt: ago(25) },
      ])
      .execute()
    await k
      .insertInto('nameFailures')
      .values([
        { bucket: 1, failures: 1, countedAt: ago(23), wasLocked: false },
        { bucket: 2, failures: 9, countedAt: ago(25), wasLocked: true },
      ])
      .execute()
    await k
      .insertInto('revocations')
      .values([
        { id: crypto.randomUUID(), at: ago(0.9), topic: 'all' },
        { id: crypto.randomUUID(), at: ago(1.1), topic: 'all' },
      ])
      .execute()
    await expired.run(bench.service, now, never)
    const names = (rows: { key: Buffer }[]) => rows.map((row): string => row.key.toString('utf8')).sort((a, b) => a.localeCompare(b))
    const left = {
      sessions: (await k.selectFrom('sessions').select('id').execute()).map(({ id }) => id).sort(),
      refreshTokens: names(await k.selectFrom('refreshTokens').select('hash as key').execute()),
      challenges: names(await k.selectFrom('challenges').select('hash as key').execute()),
      oneTimeCodes: names(await k.selectFrom('oneTimeCodes').select('subject as key').execute()),
      codeLimits: names(await k.selectFrom('codeLimits').select('subject as key').execute()),
      unknownLogins: names(await k.selectFrom('unknownLogins').select('key').execute()),
      nameFailures: (await k.selectFrom('nameFailures').select('bucket').execute()).map(({ bucket }) => bucket),
      revocations: (await k.selectFrom('revocations').select('id').execute()).length,
    }
    assert.deepEqual(left, {
      sessions: [...kept].sort(),
      refreshTokens: ['kept'],
      challenges: ['kept'],
      oneTimeCodes: ['kept'],
      codeLimits: ['kept'],
      unknownLogins: ['kept', 'locked'],
      nameFailures: [1],
      revocations: 1,
    })
  })

  test('takes more than one batch', async () => {
    const now = clock.now()
    const windowEndsAt = new Date(now.getTime() - 1000)
    const limits = Array.from({ length: 2500 }, (_, n) => ({ subject: Buffer.from(`many ${n}`), counter: 'sends', n: 1, windowEndsAt }))
    await database.kysely.insertInto('codeLimits').values(limits).execute()
    await expired.run(bench.service, now, never)
    assert.equal((await database.kysely.selectFrom('codeLimits').select('n').execute()).length, 1)
  })

  test('vacuums the embedded database, and is over between two tables when the service stops', async () => {
    await vacuum.run(bench.service, clock.now(), never)
    await assert.rejects(vacuum.run(bench.service, clock.now(), AbortSignal.abort(new Error('stopping'))), /stopping/)
  })
  const isEmbedded = database.kind === 'embedded'
  test('counts no rows of a small table: plans that were made for few would be kept for many', {
    skip: !isEmbedded && 'has autovacuum',
  }, async () => {
    const counted = async () => {
      const { rows } = await sql<{ name: string }>`select relname as name from pg_class
        where relnamespace = 'public'::regnamespace and relkind = 'r' and reltuples >= 0`.execute(database.kysely)
      return rows.map(({ name }) => name)
    }
    await vacuum.run(bench.service, clock.now(), never)
    assert.deepEqual(await counted(), [])
    await sql`insert into name_failures (bucket, failures, counted_at, was_locked)
      select n, 1, now(), false from generate_series(100, 20000) as n`.execute(database.kysely)
    await vacuum.run(bench.service, clock.now(), never)
    assert.deepEqual(await counted(), ['name_failures'])
  })
})
