import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fastify from 'fastify'
import { FloodGate } from '#core/flood-gate.ts'
import { createLogger, describeError } from '#core/log.ts'
import { eventually } from '../rig/ports.ts'

function rig(level = 'info') {
  const lines: string[] = []
  const log = createLogger({ level, destination: { write: (line) => void lines.push(line) } })
  const last = (): Record<string, unknown> => JSON.parse(lines.at(-1) ?? '')
  return { log, lines, last }
}

describe('log', () => {
  it('writes one JSON object a line, with level, time and message', () => {
    const { log, lines, last } = rig()
    log.info({ tenant: 't1' }, 'hello')
    log.debug('not written')
    assert.equal(lines.length, 1)
    assert.equal(last().level, 'info')
    assert.equal(last().msg, 'hello')
    assert.equal(last().tenant, 't1')
    assert.match(String(last().time), /^\d{4}-\d\d-\d\dT.*Z$/)
  })

  it('never writes a secret, however deep and however spelled', () => {
    const { log, lines } = rig()
    const secret = 'hunter2'
    for (const name of 'authorization Cookie set-cookie password newPassword currentPassword NEW_PASSWORD token refreshToken accessToken secret challengeToken twoFactorToken backupCodes codeVerifier MASTER_SECRET'.split(
      ' ',
    )) {
      log.info({ [name]: secret }, name)
      log.info({ body: { [name]: secret } }, name)
      log.info({ a: { b: [{ c: { [name]: { nested: [secret] } } }] } }, name)
      log.child({ [name]: secret }).info(name)
    }
    log.info({ body: { code: secret } })
    log.info({ deep: JSON.parse('['.repeat(50) + `"${secret}"` + ']'.repeat(50)) })
    assert.ok(!lines.join('').includes(secret))
  })

  it('keeps what is no secret, an error code at the top among it', () => {
    const { log, last } = rig()
    log.info({ code: 'rate_limited', body: { email: null, list: [1, 'two'], password: null } })
    assert.equal(last().code, 'rate_limited')
    assert.deepEqual(last().body, { email: null, list: [1, 'two'], password: null })
  })

  it('keeps an entry on its line, whatever was sent (CWE-117)', () => {
    const { log, lines, last } = rig()
    const agent = 'x\r\n{"level":"fatal","msg":"forged"}\u001b[31m"}\u0000'
    log.info({ agent }, agent)
    assert.equal(lines.length, 1)
    assert.doesNotMatch(lines[0]!.slice(0, -1), /[\u0000-\u001f]/)
    assert.equal(last().agent, agent)
    assert.equal(last().msg, agent)
  })

  it('writes neither data of people nor queries of a database error, in causes too', () => {
    const { log, lines, last } = rig()
    const database = Object.assign(new Error('duplicate key value violates unique constraint "accounts_email"'), {
      code: '23505',
      severity: 'ERROR',
      constraint: 'accounts_email',
      detail: 'Key (email)=(ada@example.com) already exists.',
      where: 'ada@example.com',
      query: 'ada@example.com',
      parameters: ['ada@example.com'],
    })
    const data = Object.assign(new Error('invalid input syntax for type uuid: "ada@example.com"'), { code: '22P02', severity: 'ERROR' })
    log.error(database, 'failed')
    log.error({ err: database, error: data }, 'failed')
    log.error({ err: new Error('outer', { cause: new AggregateError([database, data], 'many') }) }, 'failed')
    log.error({ err: new Error('cannot reach postgres://app:ada@example.com@db:5432/x') })
    log.error({ err: { detail: 'ada@example.com' } })
    assert.ok(!lines.join('').includes('ada@example'), lines.join(''))
    const first = JSON.parse(lines[0]!).err
    assert.equal(first.code, '23505')
    assert.equal(first.constraint, 'accounts_email')
    assert.ok(first.stack[0].startsWith('at '))
    assert.match(JSON.stringify(last()), /thrown: object/)
  })

  it('of warnings about an outage one a stretch is written, and every one left out is counted', async () => {
    const lines: string[] = []
    const outage = new Error('connect ECONNREFUSED')
    const destination = { write: (line: string) => void lines.push(line) }
    const log = createLogger({ level: 'info', destination, isOutage: (error) => error === outage })
    for (let n = 0; n < 500; n++) log.warn({ err: outage, n }, 'the database is away')
    log.child({ part: 'jobs' }).warn(outage, 'no jobs')
    log.warn({ err: new Error('another') }, 'is no flood')
    log.error({ err: outage }, 'is no warning')
    log.info({ err: outage }, 'is no warning')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).msg),
      ['the database is away', 'is no flood', 'is no warning', 'is no warning'],
    )
    await eventually('the last of them', () => lines.length === 5)
    const last = JSON.parse(lines[4]!)
    assert.deepEqual([last.msg, last.part, last.leftOut, last.err.message], ['no jobs', 'jobs', 499, outage.message])
  })

  it('a gate that nothing came to lets the next through at once', async () => {
    const heard: number[] = []
    const gate = new FloodGate(10)
    const through = (leftOut: number) => void heard.push(leftOut)
    gate.pass(through)
    for (let n = 0; n < 3; n++) gate.pass(through)
    await eventually('the second', () => heard.length === 2)
    await new Promise((done) => setTimeout(done, 50))
    gate.pass(through)
    assert.deepEqual(heard, [0, 2, 0])
  })

  it('ends at errors that cause each other', () => {
    const error = new Error('round')
    error.cause = error
    assert.ok(JSON.stringify(describeError(error)).length < 20_000)
  })

  it('reduces a request of the server to method, path and address', async () => {
    const { log, lines } = rig()
    const app = fastify({ loggerInstance: log })
    app.get('/files/:id', (request) => {
      request.log.info({ req: request }, 'seen')
      return {}
    })
    await app.inject({
      url: '/files/7?signature=hunter2',
      headers: { authorization: 'Bearer hunter2', cookie: 'tenantry_refresh=hunter2' },
    })
    await app.close()
    const seen = lines.map((line) => JSON.parse(line)).find((entry) => entry.msg === 'seen')
    assert.deepEqual(seen.req, { method: 'GET', path: '/files/7', address: '127.0.0.1' })
    assert.ok(!lines.join('').includes('hunter2'), lines.join(''))
  })
})
