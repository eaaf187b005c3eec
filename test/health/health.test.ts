/** What monitors, orchestrators and signed-in people are told of the state of the service. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { assertFits, jsonOf, operations } from '../openapi/schemas.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

describe('health', () => {
  it('200 to anybody: a word and the time, no more', async () => {
    for (const path of ['/health', '/health/live', '/health/ready']) {
      const { json } = expectStatus(await app.get(path), 200)
      assert.deepEqual([Object.keys(json), json.status], [['status', 'timestamp'], 'ok'])
      assert.ok(Date.parse(json.timestamp))
    }
  })

  it('200 names every part to who is signed in, whatever else the session must do first', async () => {
    const { json } = expectStatus(await app.get('/api/v1/health', { token: await app.superToken() }), 200)
    assert.equal(json.status, 'ok')
    assert.match(json.version, /^\d+\.\d+\.\d+/)
    assert.ok(Number.isInteger(json.uptimeSeconds))
    for (const part of ['database', 'jobs', 'storage', 'clock']) {
      assert.equal(json.checks[part].status, 'ok', part)
      assert.ok(json.checks[part].latencyMs >= 0)
    }
  })

  it('degraded, still 200, with a word on it: a part that is away, a dead job', async () => {
    const { service } = app.open
    service.checks.set('limiter', () => ({ status: 'degraded', note: 'counting in memory' }))
    service.checks.set('email', () => {
      throw new Error('the relay says no: secret words')
    })
    const now = app.clock.now()
    const job = {
      id: '01a1fdc6-6ca4-74d1-abf8-9d216b94b0c1',
      kind: 'test',
      runAt: now,
      createdAt: now,
      maxAttempts: 1,
      state: 'dead' as const,
    }
    await service.database.kysely.insertInto('jobs').values(job).execute()
    // what was found is told for a second to everybody who asks
    await new Promise((done) => setTimeout(done, 1100))
    const reply = expectStatus(await app.get('/api/v1/health', { token: await app.superToken() }), 200)
    assert.equal(reply.json.status, 'degraded')
    const { limiter, email, jobs } = reply.json.checks
    assert.deepEqual([limiter.status, limiter.note], ['degraded', 'counting in memory'])
    assert.equal(email.status, 'down')
    assert.deepEqual([jobs.status, jobs.note], ['degraded', '1 dead jobs'])
    assert.ok(!reply.text.includes('secret words'))
    assert.equal(expectStatus(await app.get('/health'), 200).json.status, 'ok')
  })

  it('503 with Retry-After while the database does not answer; live stays 200', {
    skip: process.env.TEST_DATABASE === 'postgres',
  }, async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    // the embedded database has one connection: whoever holds it keeps everybody else from being answered
    const held = app.open.service.database.session(() => promise)
    await new Promise((done) => setTimeout(done, 1100))
    for (const path of ['/health', '/health/ready']) {
      const reply = expectStatus(await app.get(path), 503)
      assert.deepEqual([reply.json.status, reply.json.code], ['down', 'unavailable'])
      const place = operations.find((one) => one.path === path)!
      assertFits(jsonOf(place.operation.responses[503])!.schema, reply.json, path)
      assert.ok(Date.parse(reply.json.timestamp) && Number(reply.headers['retry-after']) > 0)
    }
    expectStatus(await app.get('/health/live'), 200)
    resolve()
    await held
  })
})
