/** A database that stops answering without going away, and locks that are held for long. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { client, type Reply } from '../rig/http.ts'
import { readOutbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres } from '../rig/postgres.ts'
import { rounds, tally } from '../rig/race.ts'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { addAdmin, assertNothingElse, everyKind, Load, paceOf, signIn, tenantOf } from './scene.ts'

const hangMs = rounds() >= 50 ? 30_000 : 12_000
const promiseMs = 5000

let postgres: ThrowawayPostgres
let databaseUrl: string
let service: Service
before(async () => {
  postgres = await throwawayPostgres()
  databaseUrl = await postgres.createDatabase()
  service = await startService({ databaseUrl, env: killEnv })
})

/** Holds what `statement` locks until `work` is done. */
async function whileLocked(statement: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query(statement)
    await work()
  } finally {
    await holder.query('rollback')
    await holder.end()
  }
}

it('a server that hangs: everything is answered within five seconds, nothing piles up, and all heals within five more', async () => {
  const kinds = await everyKind(service)
  const load = new Load(kinds).start(await paceOf(kinds, 150))
  await sleep(1500)
  assert.ok(load.answers.length > 0 && load.answers.every(({ status }) => status < 300), JSON.stringify(load.answers.at(-1)))
  const pausedMs = performance.now()
  postgres.pause()
  await sleep(hangMs / 2)
  assert.equal((await service.http.get('/health')).status, 503)
  assert.equal((await service.http.get('/health/live')).status, 200)
  await sleep(hangMs / 2 - promiseMs)
  const countBefore = load.count
  await sleep(promiseMs)
  const { pending } = load
  const recent = load.count - countBefore
  postgres.resume()
  const resumedMs = performance.now()
  await sleep(promiseMs)
  const healedMs = performance.now()
  await sleep(1000)
  await load.stop()

  assertNothingElse(load.answers)
  // counted from the hang for what was on its way then, and from the return for what may be done after it
  const late = load.answers.filter(({ sentMs, tookMs }) => {
    const isHeld = sentMs + promiseMs > resumedMs && sentMs < resumedMs
    const from = isHeld ? resumedMs : sentMs < pausedMs ? pausedMs : sentMs
    return sentMs + tookMs > from + promiseMs
  })
  assert.deepEqual(late, [], 'answered late')
  const hung = load.sent(pausedMs + 1000, resumedMs - promiseMs)
  assert.ok(hung.length > 0 && hung.every(({ status }) => status === 503), JSON.stringify(tally(hung.map(({ status }) => status))))
  assert.ok(pending <= recent, `${pending} requests waited, of ${recent} that came in the last five seconds`)
  const healed = load.sent(healedMs, Number.POSITIVE_INFINITY)
  assert.deepEqual(
    healed.filter(({ status }) => status >= 300),
    [],
  )

  const tenant = await tenantOf(service.http, await tokenOf(service.http))
  await eventually('mail to leave again', async () =>
    (await readOutbox(service.dataDirectory)).some((mail) => mail.to?.some(({ address }) => address === tenant.admin.email)),
  )
})

it('fifty writers that wait for one tenant take nothing from sign-ins and writes elsewhere', async () => {
  const token = await tokenOf(service.http)
  const [stuck, free] = [await tenantOf(service.http, token), await tenantOf(service.http, token)]
  const http = client(service.url)
  const over = new AbortController()
  const statuses: number[] = []
  const write = async () => {
    while (!over.signal.aborted) {
      statuses.push((await addAdmin(http, token, stuck)).status)
      await sleep(50)
    }
  }
  let writers: Promise<void>[] = []
  const tookMs: number[] = []
  await whileLocked(`select from tenants where id = '${stuck.id}' for update`, async () => {
    writers = Array.from({ length: 50 }, write)
    // the first of them find out that they wait
    await sleep(1000)
    for (let turn = 0; turn < 15; turn++) {
      for (const call of [() => signIn(http, free), () => addAdmin(http, token, free), () => http.get('/api/v1/Admins', { token })]) {
        const startMs = performance.now()
        const reply = await call()
        tookMs.push(performance.now() - startMs)
        assert.ok(reply.status < 300, `turn ${turn}: ${reply.status} ${reply.text}`)
      }
    }
    assert.ok(!statuses.includes(201), 'the tenant was not locked')
    tookMs.sort((a, b) => a - b)
  })
  over.abort()
  await Promise.all(writers)
  assert.deepEqual(
    Object.keys(tally(statuses)).filter((status) => status !== '201' && status !== '503'),
    [],
  )
  assert.equal((await addAdmin(http, token, stuck)).status, 201)
  const median = tookMs[Math.floor(tookMs.length / 2)]!
  assert.ok(median < 500, `half of the calls took longer than ${median} ms; the slowest ${tookMs.at(-1)} ms`)
})

it('a table that is locked costs what needs it a 503, and nothing else', async () => {
  const token = await tokenOf(service.http)
  const [tenant, other] = [await tenantOf(service.http, token), await tenantOf(service.http, token)]
  const { http } = service
  const group = () => http.post('/api/v1/UserGroups', { name: `G ${randomUUID().slice(0, 8)}`, tenantId: tenant.id }, { token })
  const others: Record<string, () => Promise<Reply>> = {
    me: () => http.get('/api/v1/Admins/me', { token }),
    admins: () => http.get('/api/v1/Admins?pageSize=5', { token }),
    login: () => signIn(http, other),
    update: () => http.request('PUT', `/api/v1/Tenants/${other.id}`, { body: { description: randomUUID() }, token }),
  }
  for (const [lock, blocked, answer] of [
    ['user_groups in share row exclusive mode', group, 201],
    ['security_log in access exclusive mode', () => http.get('/api/v1/auth/admin/security-log', { token }), 200],
  ] as const) {
    assert.equal((await blocked()).status, answer)
    await whileLocked(`lock table ${lock}`, async () => {
      const waiting = Array.from({ length: 12 }, blocked)
      for (let turn = 0; turn < 5; turn++) {
        for (const [what, call] of Object.entries(others)) {
          const reply = await call()
          assert.ok(reply.status < 300, `${lock}: ${what} was answered ${reply.status} ${reply.text}`)
        }
      }
      assert.deepEqual(tally((await Promise.all(waiting)).map(({ status }) => status)), { 503: 12 }, lock)
    })
    assert.equal((await blocked()).status, answer)
  }
})

it('ends as it should after all of it', async () => {
  assert.equal(await service.kill('SIGTERM'), 0)
})
