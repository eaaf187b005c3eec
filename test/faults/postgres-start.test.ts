/** A start without its database, and a database that goes away and comes back: 503 meanwhile, and nobody restarts us. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { client } from '../rig/http.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { spawnCommand, startService } from '../rig/service.ts'
import { killEnv, owner, tokenOf } from './kill-loop.ts'

it('waits for a database that is away, answers 503 meanwhile, and serves when it is there', async () => {
  const postgres = await throwawayPostgres()
  const databaseUrl = await postgres.createDatabase()
  await postgres.stop('fast')
  const port = await freePort()
  const starting = startService({ databaseUrl, env: { ...killEnv, PORT: String(port) } })
  const http = client(`http://127.0.0.1:${port}`)
  const answer = await eventually('an answer while it waits', () => http.get('/api/v1/Admins/me').catch(() => false), 20_000)
  assert.ok(typeof answer === 'object')
  assert.equal(answer.status, 503)
  assert.ok(Number(answer.headers['retry-after']) > 0)
  assert.equal((await http.get('/health')).status, 503)
  assert.equal((await http.get('/health/live')).status, 200)
  await postgres.start()
  const service = await starting
  assert.equal((await service.http.post('/api/v1/auth/admin/login', owner)).status, 200)
  await service.kill('SIGTERM')
  await postgres.remove()
})

it('ends with 0 when it is told to while it waits for a database, one that refuses or one that hangs', async () => {
  const postgres = await throwawayPostgres()
  const databaseUrl = await postgres.createDatabase()
  const port = await freePort()
  const hangs = () => postgres.pause()
  for (const away of [() => postgres.stop('fast'), () => postgres.start().then(hangs)]) {
    await away()
    const { child, exited } = spawnCommand([], { databaseUrl, env: { ...killEnv, PORT: String(port) } })
    const http = client(`http://127.0.0.1:${port}`)
    await eventually('an answer while it waits', () => http.get('/health/live').catch(() => false), 20_000)
    child.kill('SIGTERM')
    assert.equal(await exited, 0)
  }
  postgres.resume()
  await postgres.remove()
})

it('answers 503 with Retry-After while the database is down, and heals by itself', async () => {
  const postgres = await throwawayPostgres()
  const service = await startService({ databaseUrl: await postgres.createDatabase(), env: killEnv })
  const token = await tokenOf(service.http)
  await postgres.stop('immediate')
  for (const reply of [
    await service.http.get('/api/v1/Admins/me', { token }),
    await service.http.post('/api/v1/auth/admin/login', owner),
  ]) {
    assert.equal(reply.status, 503, reply.text)
    assert.equal(reply.json.code, 'unavailable')
    assert.ok(Number(reply.headers['retry-after']) > 0)
  }
  assert.equal((await service.http.get('/health')).status, 503)
  await postgres.start()
  await eventually('the service to heal', async () => (await service.http.get('/api/v1/Admins/me', { token })).status === 200, 15_000)
  assert.equal((await service.http.post('/api/v1/auth/admin/login', owner)).status, 200)
  await service.kill('SIGTERM')
  await postgres.remove()
})
