/** What reads the standard output of the service line by line meets JSON, and the two lines that a start prints. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { it } from 'node:test'
import { sendRaw } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { startService } from '../rig/service.ts'

/** What dependencies do one day: warn, deprecate and print, in the middle of everything. */
const stray = `data:text/javascript,${encodeURIComponent(`
  setTimeout(() => {
    process.emitWarning('an old way', 'DeprecationWarning', 'DEP0999')
    for (const method of ['log', 'info', 'debug', 'warn', 'error', 'trace']) console[method]('stray %s\\n{"level":"fatal"}', method, { a: 1 })
    Buffer(1)
  }, 2000)
`)}`

it('holds nothing but JSON through warnings, prints, a relay, a Redis and callers that misbehave, and a stop', async () => {
  const relay = createServer((socket) => socket.on('error', () => undefined).end('421 4.3.2 not now\r\n')).listen(0, '127.0.0.1')
  await eventually('the relay', () => relay.address())
  const { port } = relay.address() as { port: number }
  const service = await startService({
    env: {
      NODE_OPTIONS: `--import ${stray} --pending-deprecation`,
      MAIL_URL: `smtp://127.0.0.1:${port}`,
      REDIS_URL: `redis://127.0.0.1:${await freePort()}`,
      LOG_REQUESTS: 'on',
      LOG_LEVEL: 'debug',
      NODE_ENV: 'production',
    },
  })
  await service.http.post('/api/v1/auth/admin/request-password-reset', { email: 'superadmin@tenantry.local' })
  await sendRaw(service.url, 'nonsense\r\n\r\n', { timeoutMs: 500 })
  await sendRaw(service.url, 'GET / HTTP/1.1\r\n\r\n', { timeoutMs: 500 })
  for (const path of ['/%zz', '/no', '/health', '/api/v1/Admins/me']) await service.http.get(path)
  await eventually('the warnings', () => service.logs.some(({ msg }) => msg === 'node warns'))
  await eventually('the prints', () => service.logs.filter(({ msg }) => msg === 'a dependency wrote to the console').length === 6)
  await eventually('the relay to be told of', () => service.logs.some(({ reason }) => /421|not now/.test(String(reason))))
  assert.equal(await service.kill('SIGTERM'), 0)
  relay.close()
  const others = service.stdout.filter((line) => !/^\{.*\}$/.test(line) || !JSON.parse(line).level)
  assert.deepEqual(
    others.map((line) => line.replace(/(: |http:).+/, '$1…')),
    ['bootstrap password: …', 'listening on http:…'],
  )
  const warned = service.logs.flatMap(({ err }) => (err as { code?: string; type?: string } | undefined)?.code ?? [])
  assert.ok(warned.includes('DEP0999') && warned.includes('DEP0005'), String(warned))
  assert.deepEqual(service.stderr, [])
})
