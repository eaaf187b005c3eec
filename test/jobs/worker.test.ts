import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { buryJob, claimJobs, finishJobs, giveBackJobs, maxLosses, releaseLapsed, renewLeases, retryJob } from '#jobs/claims.ts'
import { type JobKind, JobPostponed, JobRefused, type JobRun } from '#jobs/job.ts'
import { enqueue, jobsChannel, type NewJob } from '#jobs/queue.ts'
import { Worker } from '#jobs/worker.ts'
import { eventually } from '../rig/ports.ts'
import { type Bench, openBench } from './bench.ts'

const bench = await openBench()
const { database, clock } = bench

const kindOf = (kind: string, run: (job: JobRun) => Promise<void>, more: Partial<JobKind> = {}): JobKind => ({
  kind,
  concurrency: 1,
  leaseSeconds: 30,
  run,
  ...more,
})

const queue = (job: Partial<NewJob> & { kind: string }) => bench.transact((ctx) => enqueue(ctx, { payload: {}, ...job }))
const jobOf = (id: string) => database.kysely.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
const gone = (id: string) => eventually(`job ${id} to be done`, async () => !(await jobOf(id)))
const inState = (id: string, state: string) =>
  eventually(`job ${id} to be ${state}`, async () => {
    const job = await jobOf(id)
    return job?.state === state ? job : null
  })

async function working<T>(kinds: JobKind[], work: (worker: Worker) => Promise<T>, at: Bench = bench): Promise<T> {
  const worker = new Worker(at.service, kinds, at.log)
  worker.start()
  try {
    return await work(worker)
  } finally {
    await worker.stop(500)
  }
}

describe('queue', () => {
  test('a job of a rolled-back transaction is never done, one of a committed is done once and gone', async () => {
    const seen: unknown[] = []
    const refused = bench.transact(async (ctx) => {
      await enqueue(ctx, { kind: 'a', payload: { n: 1 } })
      throw new Error('rolled back')
    })
    await assert.rejects(refused, /rolled back/)
    const id = await queue({ kind: 'a', payload: { n: 2 } })
    await working([kindOf('a', async ({ payload }) => void seen.push(payload))], () => gone(id))
    assert.deepEqual(seen, [{ n: 2 }])
  })

  test('outside a transaction nothing can be queued', async () => {
    await assert.rejects(enqueue(bench.ctx(), { kind: 'a', payload: {} }), /in the transaction/)
  })

  test('two waiting jobs of one key are one, with the newer payload', async () => {
    const first = await queue({ kind: 'keyed', key: 'k', payload: { n: 1 } })
    const second = await queue({ kind: 'keyed', key: 'k', payload: { n: 2 } })
    const other = await queue({ kind: 'keyed', key: 'other' })
    assert.equal(second, first)
    assert.notEqual(other, first)
    assert.deepEqual((await jobOf(first))?.payload, { n: 2 })
  })

  test('asked for again while it runs, a job runs once more with the newer payload', async () => {
    const seen: unknown[] = []
    const id = await queue({ kind: 'again', key: 'k', payload: { n: 1 } })
    const kind = kindOf('again', async ({ payload }) => {
      seen.push(payload)
      if (seen.length === 1) assert.equal(await queue({ kind: 'again', key: 'k', payload: { n: 2 } }), id)
    })
    await working([kind], () => gone(id))
    assert.deepEqual(seen, [{ n: 1 }, { n: 2 }])
  })
})

describe('order and places', () => {
  test('the most urgent leave first, then the oldest, and none before its time', async () => {
    const seen: unknown[] = []
    const now = clock.now().getTime()
    const at = (seconds: number) => new Date(now + seconds * 1000)
    await queue({ kind: 'order', payload: { n: 'bulk, older' }, runAt: at(-20) })
    await queue({ kind: 'order', payload: { n: 'bulk, newer' }, runAt: at(-10) })
    await queue({ kind: 'order', payload: { n: 'code' }, priority: 10 })
    const later = await queue({ kind: 'order', payload: { n: 'later' }, priority: 20, runAt: at(3600) })
    await working([kindOf('order', async ({ payload }) => void seen.push((payload as { n: string }).n))], async () => {
      await eventually('three jobs', () => seen.length === 3)
    })
    assert.deepEqual(seen, ['code', 'bulk, older', 'bulk, newer'])
    assert.equal((await jobOf(later))?.state, 'waiting')
  })

  test('a kind has no more places than it says, and a full one does not hold up another', async () => {
    let now = 0
    let most = 0
    const { promise: release, resolve } = Promise.withResolvers<void>()
    const slow = kindOf(
      'slow',
      async () => {
        most = Math.max(most, ++now)
        await release
        now--
      },
      { concurrency: 2 },
    )
    const ids = await Promise.all([1, 2, 3, 4].map(() => queue({ kind: 'slow' })))
    await working([slow, kindOf('quick', async () => {})], async (worker) => {
      await eventually('both places to be taken', () => worker.state().running.slow === 2)
      await gone(await queue({ kind: 'quick' }))
      assert.deepEqual(worker.state(), { running: { slow: 2 }, stopping: false })
      resolve()
      for (const id of ids) await gone(id)
    })
    assert.equal(most, 2)
  })

  test('a call on the channel wakes the worker', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    await working([kindOf('woken', async () => resolve())], async () => {
      await queue({ kind: 'woken' })
      database.notify(jobsChannel)
      await promise
    })
  })
})

describe('failures', () => {
  test('a failed job waits, is tried again with the attempt counted, and is kept with its error when it is dead', async () => {
    const attempts: number[] = []
    const kind = kindOf('fails', async ({ attempt }) => {
      attempts.push(attempt)
      throw new Error(`broken ${attempt}`)
    })
    const id = await queue({ kind: 'fails', maxAttempts: 3 })
    await working([kind], async () => {
      for (const attempt of [1, 2]) {
        const job = await eventually('the failure', async () => {
          const found = await jobOf(id)
          return found?.error === `broken ${attempt}` && found.state === 'waiting' ? found : null
        })
        assert.ok(job.runAt > clock.now(), 'is not tried again at once')
        clock.turn(700)
      }
      const dead = await inState(id, 'dead')
      assert.equal(dead.error, 'broken 3')
      clock.turn(3600)
      const other = await queue({ kind: 'fails' })
      await eventually('the other job of the kind', () => attempts.length === 4)
      assert.equal((await jobOf(id))?.state, 'dead')
      assert.equal((await jobOf(other))?.attempts, 1)
    })
    assert.deepEqual(attempts, [1, 2, 3, 1])
  })

  test('a job may choose when it is tried again, and give the attempt back', async () => {
    let calls = 0
    const kind = kindOf('postponed', async () => {
      if (++calls <= 5) throw new JobPostponed('not now', 60_000, false)
    })
    const id = await queue({ kind: 'postponed', maxAttempts: 1 })
    await working([kind], async () => {
      for (let n = 1; n <= 5; n++) {
        await eventually('the call', () => calls === n)
        const job = await inState(id, 'waiting')
        assert.equal(job.attempts, 0)
        clock.turn(61)
      }
      await gone(id)
    })
    assert.equal(calls, 6)
  })

  test('a job that cannot be saved is dead at once and others of its kind are done', async () => {
    const kind = kindOf('unreadable', async ({ payload }) => {
      if ((payload as { v: number }).v !== 1) throw new JobRefused('the payload is of another version')
    })
    const bad = await queue({ kind: 'unreadable', payload: { v: 7 } })
    const good = await queue({ kind: 'unreadable', payload: { v: 1 } })
    await working([kind], () => gone(good))
    const dead = await inState(bad, 'dead')
    assert.deepEqual([dead.attempts, dead.error], [1, 'the payload is of another version'])
  })
})

describe('leases', () => {
  const vacancy = { kind: 'held', free: 1, leaseSeconds: 30 }

  test('an older holder of a job can neither end nor prolong nor return it', async () => {
    const id = await queue({ kind: 'held' })
    const [old] = await claimJobs(database.kysely, [vacancy], clock.now())
    assert.equal(old?.id, id)
    assert.deepEqual(await claimJobs(database.kysely, [vacancy], clock.now()), [])
    assert.deepEqual(await releaseLapsed(database.kysely, clock.now()), [])
    clock.turn(31)
    assert.deepEqual(await releaseLapsed(database.kysely, clock.now()), [{ id, kind: 'held', state: 'waiting' }])
    clock.turn(3)
    const [next] = await claimJobs(database.kysely, [vacancy], clock.now())
    assert.ok(next && old)
    assert.equal(next.attempts, 1)
    const before = await jobOf(id)
    await finishJobs(database.kysely, [old])
    await retryJob(database.kysely, old, clock.now(), 'zombie', false)
    await buryJob(database.kysely, old, 'zombie')
    await giveBackJobs(database.kysely, [old])
    assert.deepEqual(await renewLeases(database.kysely, [{ ...old, leaseSeconds: 99 }], clock.now()), new Set())
    assert.deepEqual(await jobOf(id), before)
    assert.deepEqual(await renewLeases(database.kysely, [{ ...next, leaseSeconds: 99 }], clock.now()), new Set([id]))
    await finishJobs(database.kysely, [next])
    assert.equal(await jobOf(id), undefined)
  })

  test('a job outlives more lost processes than it has attempts, but one that takes its process with it for ever is dead', async () => {
    const id = await queue({ kind: 'held', maxAttempts: 2 })
    for (let loss = 1; loss <= maxLosses; loss++) {
      assert.deepEqual(
        (await claimJobs(database.kysely, [vacancy], clock.now())).map(({ attempts }) => attempts),
        [1],
      )
      clock.turn(31)
      const state = loss < maxLosses ? 'waiting' : 'dead'
      assert.deepEqual(await releaseLapsed(database.kysely, clock.now()), [{ id, kind: 'held', state }])
      clock.turn(31)
    }
    assert.deepEqual(await claimJobs(database.kysely, [vacancy], clock.now()), [])
  })

  test('a hung job is taken over by another worker, and what it says later is not heard', async () => {
    const { promise: hang, resolve: wake } = Promise.withResolvers<void>()
    const { promise: hold, resolve: finish } = Promise.withResolvers<void>()
    const seen: string[] = []
    const id = await queue({ kind: 'hung' })
    const zombie = kindOf('hung', async () => {
      seen.push('zombie')
      await hang
      throw new Error('the zombie failed')
    })
    const other = kindOf('hung', async () => {
      seen.push('other')
      wake()
      await hold
    })
    await working([zombie], async (first) => {
      await eventually('the zombie to begin', () => seen.length === 1)
      clock.turn(31)
      await inState(id, 'waiting')
      await first.stop(0)
      clock.turn(10)
      await working([other], async () => {
        await eventually('the take-over', () => seen.length === 2)
        await sleep(50)
        const job = await jobOf(id)
        assert.deepEqual([job?.state, job?.attempts, job?.fence], ['running', 1, 2])
        finish()
        await gone(id)
      })
    })
    assert.deepEqual(seen, ['zombie', 'other'])
  })

  test('a job that runs longer than its lease keeps it', async () => {
    const id = await queue({ kind: 'long' })
    const { promise: hold, resolve: finish } = Promise.withResolvers<void>()
    await working([kindOf('long', () => hold, { leaseSeconds: 1 })], async () => {
      const { leaseUntil } = await inState(id, 'running')
      await eventually('the lease to grow', async () => (await jobOf(id))!.leaseUntil! > new Date(leaseUntil!.getTime() + 500))
      finish()
      await gone(id)
    })
  })
})

describe('stop', () => {
  test('lets a job finish, aborts one that does not, and gives back one that will not hear', async () => {
    const quick = await queue({ kind: 'quick' })
    const polite = await queue({ kind: 'polite' })
    const deaf = await queue({ kind: 'deaf' })
    const ends: string[] = []
    const worker = new Worker(
      bench.service,
      [
        kindOf('quick', async () => {
          await sleep(100)
          ends.push('quick')
        }),
        kindOf('polite', async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          throw signal.reason
        }),
        kindOf('deaf', () => new Promise(() => {})),
      ],
      bench.log,
    )
    worker.start()
    await eventually('all three to run', () => Object.keys(worker.state().running).length === 3)
    const unclaimed = queue({ kind: 'quick' })
    await worker.stop(1000)
    assert.deepEqual(ends, ['quick'])
    assert.equal(await jobOf(quick), undefined)
    for (const id of [polite, deaf, await unclaimed]) {
      const job = await jobOf(id)
      assert.deepEqual([job?.state, job?.attempts, job?.leaseUntil], ['waiting', 0, null])
    }
  })
})

describe('the start on the embedded database', () => {
  test('takes all jobs from the process before, and none from itself', async () => {
    const at = await openBench()
    const { kysely } = at.database
    const stateOf = async (kind: string) =>
      (await kysely.selectFrom('jobs').select(['state', 'losses', 'fence']).where('kind', '=', kind).execute()).map(
        ({ state, losses, fence }) => `${state} ${losses} ${fence}`,
      )
    await sql`
      insert into jobs (id, kind, payload, state, attempts, max_attempts, fence, lease_until, run_at, created_at)
      select gen_random_uuid(), 'left', '{}', 'running', 1, 5, 1, now() + interval '1 hour', now(), now() from generate_series(1, 150)`.execute(
      kysely,
    )
    await at.transact((ctx) => enqueue(ctx, { kind: 'own', payload: {} }))
    const { promise, resolve } = Promise.withResolvers<void>()
    const kinds = [kindOf('left', async () => {}, { concurrency: 0 }), kindOf('own', () => promise)]
    const begun = async () => {
      await eventually('the own job to run', async () => (await stateOf('own'))[0]?.startsWith('running'))
      await eventually('all that was left to wait', async () => (await stateOf('left')).every((state) => state === 'waiting 1 1'))
      assert.deepEqual(await stateOf('own'), ['running 0 1'])
      resolve()
    }
    await working(kinds, begun, at)
  })
})
