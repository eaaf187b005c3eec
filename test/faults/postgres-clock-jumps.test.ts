/** The clock of a process jumps while it serves: on PostgreSQL, whose clock rules, nothing comes of it; embedded, nothing lasts longer than the jump. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { expectStatus } from '../harness.ts'
import { type Listening, listen } from '../notifications/sse.ts'
import type { RequestOptions } from '../rig/http.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, owner, tokenOf } from './kill-loop.ts'
import { addAdmin, type Tenant, tenantOf } from './scene.ts'
import { turnableClock } from './turnable-clock.ts'

const hourMs = 3_600_000
const login = '/api/v1/auth/admin/login'
const password = 'zuvaqor-17-Kestrel'

const kinds = ['postgres', 'embedded'] as const
const clocks = { postgres: turnableClock(), embedded: turnableClock() }
let databaseUrl: string
let services: Record<(typeof kinds)[number], Service>
before(async () => {
  databaseUrl = (await sharedPostgresDatabase()).url
  const start = (kind: (typeof kinds)[number]) => {
    const env = { ...killEnv, ...clocks[kind].env, RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1' }
    return startService({ databaseUrl: kind === 'postgres' ? databaseUrl : null, env })
  }
  const [postgres, embedded] = await Promise.all(kinds.map(start))
  services = { postgres: postgres!, embedded: embedded! }
})

for (const kind of kinds)
  describe(`on the ${kind === 'postgres' ? 'PostgreSQL' : 'embedded'} database`, { concurrency: false }, () => {
    const clock = clocks[kind]
    /** How far what the database says is away from the right time, once the process is turned so far. */
    const follows = (turnedMs: number) => (kind === 'embedded' ? turnedMs : 0)
    let service: Service
    let token: string
    let tenant: Tenant
    before(async () => {
      service = services[kind]
      token = await tokenOf(service.http)
      tenant = await tenantOf(service.http, token)
    })

    let clients = 0
    /** A request of somebody who has not asked before, unless the client is named. */
    const post = (path: string, body: unknown, { client = ++clients, ...more }: RequestOptions & { client?: number } = {}) =>
      service.http.post(path, body, { ...more, headers: { 'x-forwarded-for': `10.0.${client >> 8}.${client & 255}` } })
    const get = (path: string, token: string) => service.http.get(path, { token })
    const enter = (email: string, word = password) => post(login, { identifier: email, password: word, tenantId: tenant.id })
    const refresh = (refreshToken: string) => post('/api/v1/auth/admin/refresh', { refreshToken })
    const someAdmin = async () => expectStatus(await addAdmin(service.http, token, tenant), 201).json as { id: string; email: string }
    const lock = async (email: string) => {
      for (let n = 0; n < 5; n++) expectStatus(await enter(email, 'wrong-Lantern-58'), 401)
    }
    const secondsOf = ({ headers }: { headers: Record<string, unknown> }) => Number(headers['retry-after'])

    /** Who was there before the clock is turned, and what each waits for. */
    async function sceneBefore() {
      const [open, locked, blocked] = [await someAdmin(), await someAdmin(), await someAdmin()]
      const [signedIn, other] = [expectStatus(await enter(open.email), 200).json, expectStatus(await enter(blocked.email), 200).json]
      const streams: Listening[] = []
      for (const { accessToken } of [signedIn, other]) {
        const stream = await listen(service.url, { token: accessToken })
        await stream.next('ready')
        streams.push(stream)
      }
      await lock(locked.email)
      const flooder = ++clients
      const flood = () => post(login, { ...owner, password: 'wrong-Lantern-58', identifier: `nobody-${flooder}` }, { client: flooder })
      while ((await flood()).status !== 429);
      return { open, locked, blocked, signedIn, other, streams, flood }
    }
    type Scene = Awaited<ReturnType<typeof sceneBefore>>

    /** What is begun after the jump holds as ever. */
    async function allGoesOn({ signedIn, blocked, streams: [stays, ends] }: Scene) {
      const renewed = expectStatus(await refresh(signedIn.refreshToken), 200).json
      expectStatus(await get('/api/v1/Admins/me', renewed.accessToken), 200)
      const fresh = await someAdmin()
      await lock(fresh.email)
      const seconds = secondsOf(expectStatus(await enter(fresh.email), 423))
      assert.ok(seconds > 200 && seconds <= 300, `a new lock lasts ${seconds} s`)
      const mails = async () =>
        (await readOutbox(service.dataDirectory)).some(({ to }) => to?.some(({ address }) => address === fresh.email))
      await eventually('a mail that is asked for afterwards', mails, 60_000)
      expectStatus(await service.http.post(`/api/v1/Admins/${blocked.id}/block`, { reason: 'test' }, { token }), 200)
      await ends!.next('session.revoked')
      assert.deepEqual(
        stays!.events.map(({ event }) => event).filter((event) => event !== 'ready'),
        [],
      )
      return renewed
    }

    /** Transactions of the service so far; a loop that waits for the database makes many of them and takes little of the processor; polls make some 130. */
    const transactions = async () => {
      if (kind === 'embedded') return 0
      const told = 'select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()'
      return Number((await withClient(databaseUrl, (db) => db.query(told))).rows[0].n)
    }

    /** For two seconds; a loop that waits for nothing takes both of them. */
    async function assertIsIdle() {
      const ticks = () => {
        const fields = readFileSync(`/proc/${service.pid}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ')
        return Number(fields[11]) + Number(fields[12])
      }
      const [begun, made] = [ticks(), await transactions()]
      await sleep(2000)
      const taken = ticks() - begun
      const more = (await transactions()) - made
      assert.ok(more < 250, `${more} transactions in 2 s`)
      assert.ok(taken < 100, `${taken} hundredths of a second of the processor in 2 s`)
    }

    async function assertLogIsInOrder() {
      const proven = async () => {
        const proof = expectStatus(await get('/api/v1/audit/verify', token), 200).json
        return proof.unsealed === 0 && proof
      }
      const { valid, firstBreak } = await eventually('the log to be sealed', proven, 60_000)
      assert.deepEqual({ valid, firstBreak }, { valid: true, firstBreak: null })
    }

    /** What is there, and when it is to happen, is not away from the time of the database. */
    async function assertTimesAreRight() {
      if (kind === 'embedded') return
      const { rows } = await withClient(databaseUrl, (db) =>
        db.query(`select type as what, created_at as at from events where abs(extract(epoch from now() - created_at)) > 300
          union all select kind, run_at from jobs where run_at > now() + interval '5 minutes'
          union all select name, next_run_at from periodic_jobs where next_run_at > now() + interval '1 day 5 minutes' or next_run_at < now() - interval '1 minute'
          union all select name, lease_until from periodic_jobs where lease_until > now() + interval '5 minutes'`),
      )
      assert.deepEqual(rows, [])
    }

    it('back by an hour: what waits waits no longer than that, what is open stays open, what is begun is as long as ever', async () => {
      const scene = await sceneBefore()
      await clock.turn(-hourMs)
      const backMs = -follows(-hourMs)
      const lockedFor = secondsOf(expectStatus(await enter(scene.locked.email), 423))
      assert.ok(lockedFor > 200 + backMs / 1000 && lockedFor <= 300 + backMs / 1000, `a lock goes on for ${lockedFor} s`)
      const refused = await scene.flood()
      assert.ok(refused.status !== 429 || secondsOf(refused) <= 300, `a client waits for ${secondsOf(refused)} s`)
      // embedded, a token that says it will be issued in an hour is refused, and its session goes on by its refresh token
      const { status } = await get('/api/v1/Admins/me', scene.signedIn.accessToken)
      assert.equal(status, kind === 'postgres' ? 200 : 401)
      token = await tokenOf(service.http)
      await allGoesOn(scene)
      await assertIsIdle()
      await assertLogIsInOrder()
      await assertTimesAreRight()
    })

    it('on by an hour: nobody is shut out for good, and nothing fires in a storm', async () => {
      const scene = await sceneBefore()
      const renewed = await allGoesOn(scene)
      await clock.turn(follows(-hourMs) + hourMs)
      // one that was used a moment ago is no theft yet, embedded after an hour it is
      if (kind === 'postgres') {
        expectStatus(await refresh(scene.signedIn.refreshToken), 401)
        expectStatus(await enter(scene.locked.email), 423)
        expectStatus(await get('/api/v1/Admins/me', renewed.accessToken), 200)
      }
      expectStatus(await refresh(renewed.refreshToken), 200)
      token = await tokenOf(service.http)
      await assertIsIdle()
      await assertLogIsInOrder()
      await assertTimesAreRight()
    })

    it('ends as it should after all of it', async () => {
      assert.equal(await service.kill('SIGTERM'), 0)
    })
  })
