import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { describe, test } from 'node:test'
import { closers, listen, mail, openTransport, startRelay } from './relay.ts'

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

  test('a certificate nobody vouches for is refused, with no fall-back to plain text', async () => {
    const relay = await startRelay({ disabledCommands: [] })
    for (const query of ['', '?requireTls=true']) {
      assert.equal((await openTransport(relay.url + query).send(mail)).kind, 'temporary')
    }
    assert.deepEqual(relay.recipients, [])
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
