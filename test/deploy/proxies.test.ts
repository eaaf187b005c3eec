/** Two processes behind the proxies of the examples: restarted one after the other nothing fails, killed nothing acknowledged is lost. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkHistory, checkMails, createTenant, History, killEnv, owner, tokenOf } from '../faults/kill-loop.ts'
import { addAdmin, tenantOf } from '../faults/scene.ts'
import { atEnd } from '../rig/cleanup.ts'
import { client, type Reply } from '../rig/http.ts'
import { freePort } from '../rig/ports.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { proxyNames, startProxy } from './proxies.ts'

/** How long one of the two is killed again and again behind each proxy, in seconds. */
const killSeconds = Number(process.env.TEST_PROXY_KILL_SECONDS ?? 10)

for (const name of proxyNames) {
  describe(`behind ${name}`, () => {
    it('no request fails while both processes are restarted one after the other', async () => {
      const { running, ports, start } = await twoProcesses()
      await using proxy = await startProxy(name, ports)
      const token = await tokenOf(proxy.http)
      const tenant = await tenantOf(proxy.http, token)
      const history = new History()
      const over = new AbortController()
      const loaded = load(over.signal, [
        ...Array.from({ length: 3 }, () => () => createTenant(proxy.http, token, history)),
        ...Array.from({ length: 2 }, () => () => addAdmin(proxy.http, token, tenant)),
        ...Array.from({ length: 3 }, () => () => proxy.http.get('/api/v1/Admins?pageSize=5', { token })),
        () => proxy.connecting.get('/api/v1/Admins/me', { token }),
      ])
      for (const index of [0, 1, 0, 1] as const) {
        await sleep(400)
        assert.equal(await running[index].kill('SIGTERM'), 0)
        running[index] = await start(index)
      }
      await sleep(400)
      over.abort()
      const counts = await loaded
      assert.deepEqual([...counts.keys()], ['done'], `${JSON.stringify(Object.fromEntries(counts), null, 1)}\n${proxy.log()}`)
      assert.ok(counts.get('done')! > 100, 'hardly anything was asked')
      await checkHistory(running[0], history)
      for (const service of running) await service.kill()
    })

    it('what was acknowledged is there once, with one event and its mail, though one of them is killed again and again', async () => {
      const { running, ports, start, dataDirectory } = await twoProcesses()
      await using proxy = await startProxy(name, ports)
      const token = await tokenOf(proxy.http)
      const history = new History()
      const over = new AbortController()
      const loaded = load(
        over.signal,
        Array.from({ length: 4 }, () => () => createTenant(proxy.http, token, history)),
      )
      const endMs = performance.now() + killSeconds * 1000
      for (let turn = 0; turn < 2 || performance.now() < endMs; turn++) {
        const index = (turn % 2) as 0 | 1
        await sleep(200 + Math.random() * 800)
        assert.equal(await running[index].kill(), 'SIGKILL')
        running[index] = await start(index)
      }
      over.abort()
      const counts = await loaded
      // 409: sent to the other process after the first had written it and died before it could say so
      const unforeseen = [...counts.keys()].filter((answer) => !/^(?:done$|409 |50[234] |Error: socket hang up)/.test(answer))
      assert.deepEqual(unforeseen, [])
      assert.ok(history.tenants.length > 20, 'hardly anything was written')
      await checkHistory(running[0], history)
      await checkMails(history, dataDirectory)
      for (const service of running) await service.kill()
    })

    it('says who asks as the socket does, and has TLS for everybody', async () => {
      const { running, ports } = await twoProcesses()
      await using proxy = await startProxy(name, ports)
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-host': 'evil.example', forwarded: 'for=203.0.113.9' }
      const signedIn = await proxy.http.post('/api/v1/auth/admin/login', owner, { headers })
      assert.equal(signedIn.status, 200, signedIn.text)
      const sessions = await proxy.http.get('/api/v1/auth/admin/sessions', { token: signedIn.json.accessToken })
      assert.match(sessions.text, /127\.0\.0\.1/)
      assert.doesNotMatch(sessions.text, /203\.0\.113\.9/)
      const plain = await client(proxy.plainUrl).get('/api/v1/Admins/me?a=b')
      assert.equal(plain.status, 308)
      assert.match(plain.headers.location!, /^https:\/\/127\.0\.0\.1(?::\d+)?\/api\/v1\/Admins\/me\?a=b$/)
      assert.equal((await proxy.http.get('/metrics')).status, 404)
      // what is too large is said by the service
      const large = await proxy.http.post('/api/v1/Tenants', { name: 'x'.repeat(2 << 20) }, { token: signedIn.json.accessToken })
      assert.deepEqual([large.status, large.json?.statusCode], [413, 413])
      for (const service of running) await service.kill()
    })
  })
}

/** On one database and one data directory, each on a port that it gets again. */
async function twoProcesses() {
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-proxied-'))
  atEnd(async () => rmSync(dataDirectory, { recursive: true, force: true }))
  const ports = [await freePort(), await freePort()] as const
  const start = (index: 0 | 1) =>
    startService({ databaseUrl, dataDirectory, env: { ...killEnv, PORT: String(ports[index]), TRUST_PROXY: '127.0.0.1' } })
  const running: [Service, Service] = [await start(0), await start(1)]
  return { running, ports, start, dataDirectory }
}

/** Calls without a pause until the signal, and counts what they were answered: `done`, or a status with its text. */
async function load(signal: AbortSignal, calls: readonly (() => Promise<Reply>)[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const loops = calls.map(async (call) => {
    while (!signal.aborted) {
      const answer = await call().then(({ status, text }) => (status < 300 ? 'done' : `${status} ${text}`), String)
      counts.set(answer, (counts.get(answer) ?? 0) + 1)
      await sleep(5)
    }
  })
  await Promise.all(loops)
  return counts
}
