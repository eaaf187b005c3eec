/** A database that restarts, refuses connections or writes, or whose answer to a COMMIT is lost: under load, and with a history. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { client, type Reply } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { type FaultProxy, faultProxy } from '../rig/proxy.ts'
import { rounds } from '../rig/race.ts'
import { type Service, startService } from '../rig/service.ts'
import { checkHistory, checkMails, History, killEnv, tokenOf, writeUntil } from './kill-loop.ts'
import { addAdmin, assertNothingElse, everyKind, Load, paceOf, tenantOf } from './scene.ts'

const healsWithinMs = 5000
const history = new History()

let postgres: ThrowawayPostgres
let databaseUrl: string
let proxy: FaultProxy
let service: Service
before(async () => {
  postgres = await throwawayPostgres({ settings: { max_connections: '40' } })
  databaseUrl = await postgres.createDatabase()
  proxy = await faultProxy(databaseUrl)
  service = await startService({ databaseUrl: proxy.through(databaseUrl), env: killEnv })
})

/** Every kind of call works, several times in a row: no connection of the pool is left that does not. */
async function worksAgain(kinds: Awaited<ReturnType<typeof everyKind>>): Promise<void> {
  await eventually(
    'every kind of call to work again',
    async () => {
      const replies = await Promise.all(Object.values(kinds).flatMap((call) => [call(), call(), call()]))
      return replies.every(({ status }) => status < 300)
    },
    healsWithinMs,
  )
}

for (const mode of ['fast', 'immediate'] as const) {
  it(`a ${mode} restart under load: nothing but 503, healed within five seconds, and nothing acknowledged is lost`, async () => {
    const kinds = await everyKind(service)
    const everyMs = await paceOf(kinds, 100)
    const token = await tokenOf(service.http)
    for (let round = 0; round < (rounds() >= 50 ? 3 : 1); round++) {
      const over = new AbortController()
      const writing = writeUntil(over.signal, service, token, history)
      const load = new Load(kinds).start(everyMs)
      await sleep(1000)
      await postgres.stop(mode)
      await sleep(500)
      await postgres.start()
      await worksAgain(kinds)
      const healedMs = performance.now()
      await sleep(500)
      over.abort()
      await Promise.all([load.stop(), writing])
      assertNothingElse(load.answers)
      assert.ok(
        load.answers.some(({ status }) => status === 503),
        'the restart was not noticed',
      )
      assert.ok(load.sent(healedMs, Number.POSITIVE_INFINITY).some(({ status }) => status < 300))
      assert.deepEqual(
        load.answers.filter(({ status, tookMs }) => status === 503 && tookMs > 5000),
        [],
      )
      await checkHistory(service, history)
    }
    await checkMails(history, service.dataDirectory)
  })
}

it('no free connection on the server: 503 at once, nothing breaks, and it heals', async () => {
  const kinds = await everyKind(service)
  const everyMs = await paceOf(kinds, 200)
  await withClient(databaseUrl, (admin) =>
    admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tenantry%' and pid <> pg_backend_pid()",
    ),
  )
  const holders: pg.Client[] = []
  for (let full = 0; full < 3; ) {
    const holder = new pg.Client({ connectionString: databaseUrl })
    holder.on('error', () => {})
    const isIn = await holder.connect().then(
      () => true,
      () => false,
    )
    if (isIn) holders.push(holder)
    else full++
    if (full > 0) {
      // what the service holds is taken from it until there is nothing left to take
      await holders[0]!.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tenantry%'")
      await sleep(20)
    }
  }
  const load = new Load(kinds).start(everyMs)
  await sleep(3000)
  assert.equal((await service.http.get('/health/live')).status, 200)
  await Promise.all(holders.map((holder) => holder.end()))
  await worksAgain(kinds)
  await load.stop()
  assertNothingElse(load.answers)
  const refused = load.answers.filter(({ status }) => status === 503).map(({ tookMs }) => tookMs)
  assert.ok(refused.length > 0)
  assert.ok(
    refused.sort((a, b) => a - b)[Math.floor(refused.length / 2)]! < 1000,
    `half of the refusals took longer than a second: ${refused}`,
  )
})

it('a server that is read-only, as after a failover: writes 503, reads go on, and writes are back when it is', async () => {
  const kinds = await everyKind(service)
  const setReadOnly = (value: 'on' | 'off') =>
    withClient(databaseUrl, async (admin) => {
      await admin.query('set default_transaction_read_only = off')
      await admin.query(`alter system set default_transaction_read_only = ${value}`)
      await admin.query('select pg_reload_conf()')
    })
  await setReadOnly('on')
  await eventually('the server to refuse writes', async () => (await kinds.create!()).status === 503)
  for (let turn = 0; turn < 3; turn++) {
    for (const [what, call] of Object.entries(kinds)) {
      const { status, text } = await call()
      if (what === 'me' || what === 'list') assert.equal(status, 200, `${what}: ${text}`)
      else assert.equal(status, 503, `${what}: ${text}`)
    }
  }
  await setReadOnly('off')
  await worksAgain(kinds)
})

for (const how of ['cut', 'silent'] as const) {
  it(`a COMMIT whose answer is lost (${how}): 503, and to try again is safe`, async () => {
    const token = await tokenOf(service.http)
    const tenant = await tenantOf(service.http, token)
    const http = client(service.url)
    for (let round = 0; round < (how === 'cut' ? 5 : 1); round++) {
      let email: string
      let reply: Reply
      const startMs: number[] = []
      do {
        // the background commits too, most of all just after a change, and may lose its answer in place of the call
        if (startMs.length > 0) await sleep(500)
        email = `lost-${randomUUID()}@example.test`
        proxy.loseAnswerTo('commit\0', how)
        startMs.unshift(performance.now())
        reply = await addAdmin(http, token, tenant, email)
      } while (reply.status === 201 && startMs.length < 20)
      assert.equal(reply.status, 503, reply.text)
      assert.ok(performance.now() - startMs[0]! < 5000)
      // the server committed: the second try finds the first
      const again = await addAdmin(http, token, tenant, email)
      assert.equal(again.status, 409, again.text)
      const found = await http.get(`/api/v1/Admins?tenantId=${tenant.id}&search=${encodeURIComponent(email)}`, { token })
      assert.equal(found.json.items.length, 1, found.text)
      const events = await http.get(`/api/v1/audit?action=admin.created&entityId=${found.json.items[0].id}`, { token })
      assert.equal(events.json.items.length, 1, events.text)
    }
  })
}

it('ends as it should after all of it', async () => {
  assert.equal(await service.kill('SIGTERM'), 0)
})
