/** What a gateway may answer or fail to, and what becomes of a text by it. */
import assert from 'node:assert/strict'
import { connect, createServer } from 'node:net'
import { describe, test } from 'node:test'
import type { DeliveryOutcome } from '#outside/delivery.ts'
import { gatewayLimits } from '#outside/sms/gateway-post.ts'
import { readSmsUrl, readTwilioApi } from '#outside/sms/sms-url.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { atEnd } from '../rig/cleanup.ts'
import { cut, endless, type GatewayAnswer, hang, startGateway } from '../rig/gateway.ts'
import { eventually, freePort } from '../rig/ports.ts'

const text = { id: '0192f0c1-0000-7000-8000-000000000001', to: '+962790000000', body: 'Acme: 482913', shownBody: 'Acme: ******' }
const limits = { connectMs: 500, wholeMs: 1000 }
const open = (url: string, twilioApi = 'https://api.twilio.com', within = limits) =>
  openTextTransport(url, { outboxDirectory: '/nonexistent', log: { debug() {} }, showsCodes: false, twilioApi, limits: within })
const twilio = { account: `AC${'0'.repeat(32)}`, from: '+15550100' }
const gateway = await startGateway()
const viaHttp = open(`http://user:p%40ss@${gateway.host}/send?route=7`)
const viaTwilio = open(`twilio://${twilio.account}:secret@${twilio.from}`, `http://${gateway.host}`)
const inShort = (outcome: DeliveryOutcome) => (outcome.kind === 'temporary' ? `${outcome.kind} ${outcome.relay}` : outcome.kind)

describe('any gateway over HTTP', () => {
  test('is sent { to, body } with user and password, under one key over all attempts', async () => {
    assert.deepEqual(await viaHttp.send(text), { kind: 'sent', providerMessageId: text.id })
    await viaHttp.send(text)
    const [first, second] = gateway.texts
    assert.deepEqual([first!.method, first!.path, JSON.parse(first!.raw)], ['POST', '/send?route=7', { to: text.to, body: text.body }])
    assert.equal(first!.headers.authorization, `Basic ${Buffer.from('user:p@ss').toString('base64')}`)
    assert.equal(first!.headers['content-type'], 'application/json')
    assert.deepEqual([first!.headers['idempotency-key'], second!.headers['idempotency-key']], [text.id, text.id])
  })

  const date = 'Sun, 22 Nov 2026 20:00:00 GMT'
  const answers: [string, GatewayAnswer, string, (number | null)?][] = [
    ['202', { status: 202 }, 'sent'],
    ['204', { status: 204 }, 'sent'],
    ['429 with seconds', { status: 429, headers: { 'retry-after': '17' } }, 'temporary answered', 17_000],
    ['429 with a date', { status: 429, headers: { date, 'retry-after': 'Sun, 22 Nov 2026 20:01:30 GMT' } }, 'temporary answered', 90_000],
    ['429 with nonsense', { status: 429, headers: { 'retry-after': 'soon' } }, 'temporary answered', null],
    ['500', { status: 500 }, 'temporary away', null],
    ['503 with seconds', { status: 503, headers: { 'retry-after': '5' } }, 'temporary away', 5000],
    ['401', { status: 401 }, 'temporary away'],
    ['404', { status: 404 }, 'temporary away'],
    ['a redirect', { status: 307, headers: { location: '/elsewhere' } }, 'temporary away'],
    ['400', { status: 400 }, 'permanent'],
    ['422', { status: 422 }, 'permanent'],
    ['nothing', hang, 'temporary away'],
    ['an end without an answer', cut, 'temporary unknown'],
    ['200 without end', endless(200), 'sent'],
    ['500 without end', endless(500), 'temporary away'],
    ['200 that never ends', (_request, response) => void response.writeHead(200).write('{'), 'sent'],
    ['no HTTP', (request) => void request.socket.end('hello\r\n\r\n'), 'temporary unknown'],
    ['a head without end', (request) => void request.socket.write(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}`), 'temporary unknown'],
  ]
  for (const [name, answer, wanted, retryAfterMs] of answers) {
    test(`${name}: ${wanted}`, async () => {
      const before = gateway.texts.length
      gateway.answerNext(answer)
      const start = performance.now()
      const outcome = await viaHttp.send(text)
      assert.equal(inShort(outcome), wanted)
      assert.ok(performance.now() - start < 5000, 'bounded')
      assert.equal(gateway.texts.length, before + 1, 'no redirect is followed, nothing is sent twice')
      if (retryAfterMs !== undefined && outcome.kind === 'temporary') assert.equal(outcome.retryAfterMs ?? null, retryAfterMs)
      if (outcome.kind !== 'sent')
        for (const secret of ['482913', 'p@ss', 'user']) assert.ok(!outcome.error.includes(secret), outcome.error)
    })
  }

  test('what it says of a text is in no error: it may repeat the code', async () => {
    gateway.answerNext({ status: 400, body: JSON.stringify({ error: `can not send ${text.body}` }) })
    const outcome = await viaHttp.send(text)
    assert.ok(outcome.kind === 'permanent' && !JSON.stringify(outcome).includes('482913'))
  })

  test('one that is not there, and one that never finishes to connect, is away', async () => {
    const nobody = open(`http://127.0.0.1:${await freePort()}/`)
    assert.equal(inShort(await nobody.send(text)), 'temporary away')
    await assert.rejects(nobody.check(), { code: 'ECONNREFUSED' })
    // takes the connection, and never says a word of TLS
    const silent = createServer((socket) => void socket.on('error', () => {})).listen(0, '127.0.0.1')
    atEnd(async () => void silent.close())
    await new Promise((done) => silent.once('listening', done))
    const { port } = silent.address() as { port: number }
    const mute = open(`https://127.0.0.1:${port}/`)
    const outcome = await mute.send(text)
    assert.equal(inShort(outcome), 'temporary away')
    assert.equal(outcome.kind === 'temporary' && outcome.reason, 'it does not answer')
    await assert.rejects(mute.check(), { code: 'ETIMEDOUT' })
    connect(port, '127.0.0.1')
      .on('error', () => {})
      .destroy()
  })

  test('a stop ends it at once', async () => {
    const before = gateway.texts.length
    gateway.answerNext(hang)
    const stop = new AbortController()
    const patient = open(`http://${gateway.host}/send`, undefined, { connectMs: 60_000, wholeMs: 120_000 })
    const sending = patient.send(text, stop.signal)
    await eventually('the text to come', () => gateway.texts.length > before)
    stop.abort()
    assert.equal(inShort(await sending), 'temporary unknown')
    assert.equal((await patient.send(text, AbortSignal.abort())).kind, 'temporary')
  })

  test('may take 5 seconds to connect, 10 in all, and answer 64 kB', () => {
    assert.deepEqual(gatewayLimits, { connectMs: 5000, wholeMs: 10_000, answerBytes: 65_536 })
  })
})

describe('Twilio', () => {
  test('is sent To, From and Body by the account, and answers the id of the message', async () => {
    gateway.answerNext({ status: 201, body: JSON.stringify({ sid: `SM${'1'.repeat(32)}`, status: 'queued' }) })
    assert.deepEqual(await viaTwilio.send(text), { kind: 'sent', providerMessageId: `SM${'1'.repeat(32)}` })
    const { path, headers, raw } = gateway.texts.at(-1)!
    assert.equal(path, `/2010-04-01/Accounts/${twilio.account}/Messages.json`)
    assert.deepEqual(Object.fromEntries(new URLSearchParams(raw)), { To: text.to, From: twilio.from, Body: text.body })
    assert.equal(headers.authorization, `Basic ${Buffer.from(`${twilio.account}:secret`).toString('base64')}`)
    assert.equal(headers['content-type'], 'application/x-www-form-urlencoded')
  })

  const answers: [string, number, number | null, string][] = [
    ['a number that is none', 400, 21211, 'permanent'],
    ['somebody who said stop', 400, 21610, 'permanent'],
    ['a sender that is not ours', 400, 21606, 'temporary away'],
    ['a wrong token', 401, 20003, 'temporary away'],
    ['too many', 429, 20429, 'temporary answered'],
    ['a fault of its own', 500, null, 'temporary away'],
  ]
  for (const [name, status, code, wanted] of answers) {
    test(`${name}: ${wanted}`, async () => {
      gateway.answerNext({ status, body: JSON.stringify({ code, message: `can not send ${text.body}` }) })
      const outcome = await viaTwilio.send(text)
      assert.equal(inShort(outcome), wanted)
      assert.ok(outcome.kind !== 'sent' && !JSON.stringify(outcome).includes('482913'))
      if (code !== null) assert.match(outcome.error, new RegExp(`answered ${status}, code ${code}`))
    })
  }

  test('an answer that is no JSON leaves the text sent', async () => {
    gateway.answerNext({ status: 201, body: '<html>' })
    assert.deepEqual(await viaTwilio.send(text), { kind: 'sent', providerMessageId: text.id })
  })

  test('the health only connects', async () => {
    const before = gateway.texts.length
    await viaTwilio.check()
    await viaHttp.check()
    assert.equal(gateway.texts.length, before)
  })
})

describe('SMS_URL', () => {
  test('is log, a gateway or Twilio', () => {
    assert.deepEqual(readSmsUrl('log'), { kind: 'log' })
    const http = readSmsUrl('https://user:pass@sms.example/v1/send?x=1')
    assert.ok(http.kind === 'http' && http.url.href === 'https://sms.example/v1/send?x=1' && http.authorization !== null)
    assert.deepEqual(readSmsUrl(`twilio://AC1:to%2Fken@+15550100`), {
      kind: 'twilio',
      account: 'AC1',
      authorization: `Basic ${Buffer.from('AC1:to/ken').toString('base64')}`,
      from: '+15550100',
    })
  })

  test('nothing else, and what is wrong never repeats it', () => {
    const wrong = [
      '',
      'LOG',
      'sms:',
      'ftp://hunter2@x',
      'http://',
      'http://hunter2@x/',
      'http://:hunter2@x/',
      'http://x/#hunter2',
      'http://x:0/',
    ]
    wrong.push(
      'http://hun%ter2:x@x/',
      'http://a%3Ab:hunter2@x/',
      'twilio://AC1:hunter2',
      'twilio://AC1@+15550100',
      'twilio://AC1:hunter2@5550100',
    )
    wrong.push('twilio://AC1:hunter2@+0123', 'twilio://A/C:hunter2@+15550100', 'twilio://AC1:hunt%er2@+15550100')
    for (const url of wrong)
      assert.throws(
        () => readSmsUrl(url),
        (error: Error) => /^(must|has|names) /.test(error.message) && !error.message.includes('hunter2'),
        url,
      )
    for (const url of ['http://api.twilio.com', 'https://u:p@x', 'https://x/?a', 'ftp://x', 'x', 'https://x/#a'])
      assert.throws(() => readTwilioApi(url), url)
    for (const url of ['https://api.twilio.com', 'http://127.0.0.1:1/base', 'http://localhost', 'https://eu.example/x/']) readTwilioApi(url)
  })
})
