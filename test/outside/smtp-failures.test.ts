import assert from 'node:assert/strict'
import { connect, createServer, type Socket } from 'node:net'
import { describe, test } from 'node:test'
import { relayTimeouts } from '#outside/mail/smtp-session.ts'
import { openMailTransport, relayReason } from '#outside/mail/transport.ts'
import { closers, listen, mail, openTransport, selfSigned, startRelay } from './relay.ts'

const refusal = (responseCode: number) => Object.assign(new Error('refused by the test'), { responseCode })

describe('what a relay answers', () => {
  const answers = [
    { at: 'RCPT', code: 450, outcome: 'temporary' },
    { at: 'RCPT', code: 550, outcome: 'permanent', atRecipient: true },
    { at: 'MAIL', code: 451, outcome: 'temporary' },
    { at: 'MAIL', code: 553, outcome: 'permanent', atRecipient: false },
    { at: 'MAIL', code: 530, outcome: 'temporary' },
    { at: 'DATA', code: 452, outcome: 'temporary' },
    { at: 'DATA', code: 554, outcome: 'permanent', atRecipient: false },
    { at: 'connect', code: 421, outcome: 'temporary' },
    { at: 'connect', code: 554, outcome: 'temporary' },
  ]
  for (const answer of answers) {
    test(`${answer.code} at ${answer.at} is ${answer.outcome}`, async () => {
      const error = refusal(answer.code)
      const relay = await startRelay({
        ...(answer.at === 'connect' && { onConnect: (_session, callback) => callback(error) }),
        ...(answer.at === 'MAIL' && { onMailFrom: (_address, _session, callback) => callback(error) }),
        ...(answer.at === 'RCPT' && { onRcptTo: (_address, _session, callback) => callback(error) }),
        ...(answer.at === 'DATA' && {
          onData(stream, _session, callback) {
            stream.resume()
            stream.on('end', () => callback(error))
          },
        }),
      })
      const outcome = await openTransport(relay.url).send(mail)
      assert.equal(outcome.kind, answer.outcome)
      if (outcome.kind === 'permanent') assert.equal(outcome.atRecipient, answer.atRecipient)
      if (outcome.kind !== 'sent') assert.doesNotMatch(outcome.error, /[\r\n]/)
    })
  }

  test('a wrong password is the relay’s matter, so the mail may be tried again', async () => {
    const relay = await startRelay({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, callback) => callback(refusal(535)),
    })
    const transport = openTransport(`${relay.url.replace('//', '//user:wr%40ng@')}?requireTls=false`)
    const outcome = await transport.send(mail)
    assert.equal(outcome.kind, 'temporary')
    assert.doesNotMatch(JSON.stringify(outcome), /wr@ng/)
    await assert.rejects(transport.check())
  })

  test('the password of the URL is decoded and used', async () => {
    const seen: unknown[] = []
    const relay = await startRelay({
      allowInsecureAuth: true,
      onAuth(auth, _session, callback) {
        seen.push(auth.username, auth.password)
        callback(null, { user: 'user' })
      },
    })
    assert.equal((await openTransport(relay.url.replace('//', '//us%40er:p%3Ass@')).send(mail)).kind, 'sent')
    assert.deepEqual(seen, ['us@er', 'p:ss'])
  })

  test('without STARTTLS nothing is sent where TLS is required', async () => {
    const relay = await startRelay()
    const transport = openTransport(`${relay.url}?requireTLS=true`)
    assert.equal((await transport.send(mail)).kind, 'temporary')
    assert.deepEqual(relay.recipients, [])
    await assert.rejects(transport.check())
  })

  describe('a certificate nobody vouches for', () => {
    const own = selfSigned('relay.test')
    const startTls = () => startRelay({ disabledCommands: [], ...own })
    // the same machine, under a name that is not known to be
    const foreign = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

    test('is refused, with no fall-back to plain text, and the reason is told', async () => {
      const relay = await startTls()
      for (const url of [foreign(relay.url), `${foreign(relay.url)}?requireTls=false`, `${relay.url}?requireTls=true`]) {
        const transport = openTransport(url)
        const outcome = await transport.send(mail)
        assert.deepEqual(
          [outcome.kind, outcome.kind !== 'sent' && outcome.reason, outcome.kind === 'temporary' && outcome.relay],
          ['temporary', 'TLS: self-signed certificate', 'away'],
        )
        await assert.rejects(transport.check(), (error) => relayReason(error) === 'TLS: self-signed certificate')
      }
      assert.deepEqual(relay.recipients, [])
    })

    test("is good enough on this machine, where the relay is our own and TLS isn't asked for by name", async () => {
      const relay = await startTls()
      for (const url of [relay.url, `${relay.url}?requireTls=false`]) {
        const transport = openTransport(url)
        assert.equal((await transport.send(mail)).kind, 'sent')
        await transport.check()
      }
      const secure = await startRelay({ secure: true, ...own })
      assert.equal((await openTransport(secure.url.replace('smtp:', 'smtps:')).send(mail)).kind, 'sent')
    })

    test('is good everywhere once it is among those that are trusted, and another is not', async () => {
      const relay = await startTls()
      for (const url of [foreign(relay.url), `${relay.url}?requireTls=true`])
        assert.equal((await openTransport(url, 5000, own.cert).send(mail)).kind, 'sent')
      const other = await openTransport(relay.url, 5000, selfSigned('other.test').cert).send(mail)
      assert.equal(other.kind, 'temporary', 'certificates that are given are looked at, on this machine too')
    })
  })
})

describe('a relay that is slow', () => {
  test('we wait as long as RFC 5321, section 4.5.3.2, asks for, and for a connection much shorter', () => {
    const minutes = (ms: number) => ms / 60_000
    assert.ok(minutes(relayTimeouts.greetingMs) >= 5)
    assert.ok(minutes(relayTimeouts.answerMs) >= 10)
    // greeting, EHLO, MAIL, RCPT, DATA, the block, the dot
    assert.ok(minutes(relayTimeouts.wholeMs) >= 5 + 5 + 5 + 2 + 3 + 10)
    assert.ok(relayTimeouts.connectMs <= 30_000)
  })

  test('after the final dot gets the mail once, whatever the time for the greeting was', async () => {
    let taken = 0
    const relay = await startRelay({
      onData(stream, _session, callback) {
        stream.resume()
        stream.on('end', () => {
          taken++
          setTimeout(callback, 1200)
        })
      },
    })
    const timeouts = { connectMs: 300, greetingMs: 600, answerMs: 20_000, wholeMs: 30_000 }
    const transport = openMailTransport(relay.url, { outboxDirectory: '/nonexistent', timeouts })
    closers.push(() => transport.close())
    assert.equal((await transport.send(mail)).kind, 'sent')
    // the session is used again
    assert.equal((await transport.send(mail)).kind, 'sent')
    assert.equal(taken, 2)
  })

  test('is left when the process stops: nobody knows whether the mail was taken', async () => {
    const { promise: dotted, resolve } = Promise.withResolvers<void>()
    const relay = await startRelay({
      onData(stream) {
        stream.resume()
        stream.on('end', resolve)
      },
    })
    const stopping = new AbortController()
    const sending = openTransport(relay.url, 60_000).send(mail, stopping.signal)
    await dotted
    stopping.abort(new Error('the service is stopping'))
    const outcome = await sending
    assert.deepEqual([outcome.kind, outcome.kind === 'temporary' && outcome.relay], ['temporary', 'unknown'])
  })

  test('and then ends the session it kept: the next mail goes over a new one', async () => {
    const relay = await startRelay({ socketTimeout: 200 })
    const transport = openTransport(relay.url)
    assert.equal((await transport.send(mail)).kind, 'sent')
    await new Promise((resolve) => setTimeout(resolve, 600))
    assert.equal((await transport.send(mail)).kind, 'sent')
  })

  test('and is gone without a word: the next mail waits no longer for the session it kept than for a connection', async () => {
    const relay = await startRelay()
    const made: Socket[] = []
    const between = createServer((near) => {
      made.push(near)
      const far = connect(Number(new URL(relay.url).port), '127.0.0.1')
      near.pipe(far).pipe(near)
      for (const end of [near, far]) end.on('error', () => undefined)
    })
    const port = await listen(between)
    closers.push(async () => {
      between.close()
      for (const near of made) near.destroy()
    })
    const timeouts = { connectMs: 200, greetingMs: 20_000, answerMs: 20_000, wholeMs: 60_000 }
    const transport = openMailTransport(`smtp://127.0.0.1:${port}`, { outboxDirectory: '/nonexistent', timeouts })
    closers.push(() => transport.close())
    assert.equal((await transport.send(mail)).kind, 'sent')
    made[0]!.unpipe()
    // what waits for an answer ends after this, long before the 20 seconds it may take
    const outcome = await transport.send(mail, AbortSignal.timeout(10_000))
    assert.deepEqual([outcome.kind, made.length], ['sent', 2])
  })
})

describe('a session that was used a moment ago', () => {
  const goodbye = () => Object.assign(new Error('enough for one session'), { responseCode: 421 })

  test('and is ended by the relay before it asks for the next mail: that goes over a new one, and says nothing of it', async () => {
    const seen = new Set<string>()
    const relay = await startRelay({
      onMailFrom(_address, { id }, callback) {
        callback(seen.has(id) ? goodbye() : null)
        seen.add(id)
      },
    })
    const transport = openTransport(relay.url, 20_000)
    for (let n = 0; n < 3; n++) assert.equal((await transport.send(mail)).kind, 'sent')
    assert.deepEqual([relay.messages.length, seen.size], [3, 3])
  })

  test('and is ended once the message has left: nobody knows whether it was taken, so it is not handed over again here', async () => {
    let taken = 0
    const relay = await startRelay({
      onData(stream, _session, callback) {
        stream.resume()
        stream.on('end', () => callback(++taken === 2 ? goodbye() : null))
      },
    })
    const transport = openTransport(relay.url, 20_000)
    assert.equal((await transport.send(mail)).kind, 'sent')
    assert.equal((await transport.send(mail)).kind, 'temporary')
    assert.equal(taken, 2)
    assert.equal((await transport.send(mail)).kind, 'sent')
  })

  test('and refuses the next mail: that is the answer', async () => {
    let asked = 0
    const relay = await startRelay({
      onRcptTo(_address, _session, callback) {
        callback(++asked === 2 ? Object.assign(new Error('nobody of this name'), { responseCode: 550 }) : null)
      },
    })
    const transport = openTransport(relay.url, 20_000)
    assert.equal((await transport.send(mail)).kind, 'sent')
    assert.equal((await transport.send(mail)).kind, 'permanent')
    assert.equal(asked, 2)
  })
})

describe('a relay that is away', () => {
  test('a refused connection is temporary, and health says so', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((resolve) => server.close(resolve))
    const transport = openTransport(`smtp://127.0.0.1:${port}`)
    assert.equal((await transport.send(mail)).kind, 'temporary')
    await assert.rejects(transport.check())
  })

  test('a relay that never greets ends as temporary', async () => {
    const server = createServer(() => undefined)
    const port = await listen(server)
    closers.push(async () => server.close())
    assert.equal((await openTransport(`smtp://127.0.0.1:${port}`, 200).send(mail)).kind, 'temporary')
  })

  test('a relay that trickles its answers for ever ends as temporary', async () => {
    const server = createServer((socket) => {
      socket.write('220 relay\r\n')
      const drip = setInterval(() => socket.write('2'), 50)
      socket.on('close', () => clearInterval(drip)).on('error', () => undefined)
    })
    const port = await listen(server)
    closers.push(async () => server.close())
    assert.equal((await openTransport(`smtp://127.0.0.1:${port}`, 300).send(mail)).kind, 'temporary')
  })
})
