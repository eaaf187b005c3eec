/** Processes that come and go while they are used: rolling restarts, no memory left, a kill inside a large transaction, a start at once. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { performance } from 'node:perf_hooks'
import { before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { client, type Reply, type RequestOptions } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { rounds } from '../rig/race.ts'
import { type Service, startReplicas, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { checkHistory, createTenant, History, killEnv, tokenOf, writeUntilKilled } from './kill-loop.ts'
import { signIn, tenantOf } from './scene.ts'

let databaseUrl: string
before(async () => {
  databaseUrl = (await sharedPostgresDatabase()).url
})
const start = (env: Record<string, string> = {}) => startService({ databaseUrl, env: { ...killEnv, ...env } })

/**
 * Stands for a load balancer: tries the next process where a connection is refused, and again after a 503. A connection that waits in
 * the queue of a listener as it closes is reset by the kernel, its request read by nobody: had it been, to try again would answer 409,
 * and that fails below. Anything else it tells.
 */
async function balanced(urls: () => readonly string[], method: string, path: string, options: RequestOptions): Promise<Reply> {
  for (let attempt = 0; ; attempt++) {
    const all = urls()
    const reply = await client(all[attempt % all.length]!)
      .request(method, path, options)
      .catch((error: NodeJS.ErrnoException) => error)
    const mayTryAgain = reply instanceof Error ? /^ECONN(?:REFUSED|RESET)$/.test(String(reply.code)) : reply.status === 503
    if (!mayTryAgain) {
      if (reply instanceof Error) throw reply
      return reply
    }
    if (attempt === 200) throw new Error(`${method} ${path} was refused to the end`)
    await sleep(50)
  }
}

it('several processes that start on an empty database at once migrate it once, and all serve', async () => {
  const services = await startReplicas(3, { databaseUrl, env: killEnv })
  for (const service of services) assert.equal((await service.http.get('/health/ready')).status, 200)
  await withClient(databaseUrl, async (db) => {
    const { rows } = await db.query('select count(*)::int as n, count(distinct name)::int as names from schema_migrations')
    assert.ok(rows[0].n > 0 && rows[0].n === rows[0].names)
    assert.equal((await db.query('select from accounts')).rowCount, 1)
  })
  const ends = await Promise.all(services.map((service) => service.kill('SIGTERM')))
  assert.deepEqual(ends, [0, 0, 0])
})

it('a rolling restart of two processes under load: nothing fails but what may be tried again, and nothing is lost', async () => {
  const history = new History()
  const running = [await start(), await start()]
  const urls = () => running.map(({ url }) => url)
  const token = await tokenOf(running[0]!.http)
  const over = new AbortController()
  const statuses: number[] = []
  const via: Pick<ReturnType<typeof client>, 'request' | 'post' | 'get'> = {
    request: (method, path, options = {}) => balanced(urls, method, path, options),
    post: (path, body, options) => balanced(urls, 'POST', path, { ...options, body }),
    get: (path, options = {}) => balanced(urls, 'GET', path, options),
  }
  const writers = Array.from({ length: 3 }, async () => {
    while (!over.signal.aborted) statuses.push((await createTenant(via, token, history)).status)
  })
  const readers = Array.from({ length: 2 }, async () => {
    while (!over.signal.aborted) {
      statuses.push((await via.get('/api/v1/Admins?pageSize=5', { token })).status)
      await sleep(20)
    }
  })
  for (let turn = 0; turn < (rounds() >= 50 ? 4 : 2); turn++) {
    await sleep(500)
    const old = running.shift()!
    assert.equal(await old.kill('SIGTERM'), 0)
    running.push(await start())
  }
  over.abort()
  await Promise.all([...writers, ...readers])
  assert.deepEqual(new Set(statuses), new Set([200, 201]))
  await checkHistory(running[0]!, history)
  // each process has an outbox of its own: what is owed is marked as sent
  await withClient(databaseUrl, async (db) => {
    for (let tries = 0; ; tries++) {
      const { rows } = await db.query("select count(*)::int as n from emails where status <> 'sent'")
      if (rows[0].n === 0) break
      assert.ok(tries < 300, `${rows[0].n} mails are still owed`)
      await sleep(200)
    }
  })
  for (const service of running) assert.equal(await service.kill('SIGTERM'), 0)
})

it('a process whose memory is full ends with an error, and what it acknowledged is there', async () => {
  const history = new History()
  await using stays = await start()
  const token = await tokenOf(stays.http)
  const service = await start({ NODE_OPTIONS: '--max-old-space-size=128 --inspect=127.0.0.1:0' })
  const writing = writeUntilKilled([service], token, history)
  await eventually('writes', () => history.tenants.length > 2)
  await fillHeap(service)
  const exit = await Promise.race([service.exited, sleep(30_000, 'no end', { ref: false })])
  assert.ok(exit !== 0 && exit !== 'no end', `it ended with ${exit}`)
  await writing
  await checkHistory(stays, history)
})

/** What a leak does in hours: 16 MB more every few milliseconds, beside the requests, until V8 gives up. */
async function fillHeap(service: Service): Promise<void> {
  const url = service.stderr.map((line) => /^Debugger listening on (ws:\S+)/.exec(line)?.[1]).find(Boolean)
  assert.ok(url, service.stderr.join('\n'))
  const inspector = new WebSocket(url)
  await once(inspector, 'open')
  const expression = 'globalThis.kept = []; setInterval(() => { for (let i = 0; i < 20; i++) kept.push(new Array(1e5).fill(i)) }, 5); 0'
  inspector.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }))
}

it('a tenant with ten thousand admins whose deletion is killed is there or gone as a whole', async () => {
  await using stays = await start()
  const token = await tokenOf(stays.http)
  const whole = await tenantOf(stays.http, token)
  await fillWithAdmins(whole.id)
  const startMs = performance.now()
  assert.equal((await stays.http.request('DELETE', `/api/v1/Tenants/${whole.id}?cascade=true`, { token })).status, 204)
  const wholeMs = performance.now() - startMs
  for (let round = 0; round < (rounds() >= 50 ? 4 : 2); round++) {
    const tenant = await tenantOf(stays.http, token)
    await fillWithAdmins(tenant.id)
    const killed = await start()
    const deletion = killed.http.request('DELETE', `/api/v1/Tenants/${tenant.id}?cascade=true`, { token }).catch(() => null)
    await sleep(wholeMs * (0.1 + Math.random()))
    await killed.kill()
    const reply = await deletion
    const state = await withClient(databaseUrl, async (db) => {
      // the server goes on with a statement whose client is gone, and the other process with what a deletion left to be marked and swept
      await eventually(
        'the deletion to come to its end',
        async () => {
          const { rowCount } = await db.query(
            `select from pg_stat_activity where xact_start is not null and application_name = 'tenantry' and state <> 'idle'
               and pid <> pg_backend_pid() and query ilike '%accounts%'
             union all select from tenants where id = $1 and (late_marks is not null or is_sweeping)`,
            [tenant.id],
          )
          return rowCount === 0
        },
        60_000,
      )
      const { rows } = await db.query(
        `select (select deleted_at is not null from tenants where id = $1) as gone,
          count(*) filter (where deleted_at is null and is_active)::int as living, count(*)::int as n from accounts where tenant_id = $1`,
        [tenant.id],
      )
      return rows[0]
    })
    assert.equal(state.n, 10_001)
    assert.equal(state.living, state.gone ? 0 : 10_001, JSON.stringify(state))
    if (reply !== null) assert.deepEqual([reply.status, state.gone], [204, true])
    assert.equal((await signIn(stays.http, tenant)).status, state.gone ? 401 : 200)
    const events = await stays.http.get(`/api/v1/audit?action=tenant.deleted&entityId=${tenant.id}`, { token })
    assert.equal(events.json.items.length, state.gone ? 1 : 0, events.text)
    // and what is there is deleted by the next try
    if (!state.gone) assert.equal((await stays.http.request('DELETE', `/api/v1/Tenants/${tenant.id}?cascade=true`, { token })).status, 204)
  }
})

/** Ten thousand copies of the first admin, who have no names to sign in with; made by SQL, because hashing them would take minutes. */
async function fillWithAdmins(tenantId: string): Promise<void> {
  await withClient(databaseUrl, async (db) => {
    const { rows } = await db.query(
      "select column_name as name from information_schema.columns where table_name = 'accounts' and is_generated = 'NEVER'",
    )
    const names = rows.map(({ name }) => `"${name}"`)
    const made: Record<string, string> = { '"id"': 'gen_random_uuid()', '"email"': "n || '-' || email", '"search"': "n || '-' || search" }
    await db.query(
      `insert into accounts (${names.join(', ')})
        select ${names.map((name) => made[name] ?? name).join(', ')} from accounts, generate_series(1, 10000) n where tenant_id = $1`,
      [tenantId],
    )
    await db.query('update tenant_account_counts set n = n + 10000 where tenant_id = $1 and is_active and not is_blocked', [tenantId])
    await db.query('update tenant_totals set admins = admins + 10000 where tenant_id = $1', [tenantId])
  })
}
