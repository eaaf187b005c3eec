/** What goes to a relay without TLS: nothing, unless it runs on this machine or that is said by name; and never because TLS failed. */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { readRelayUrl } from '#outside/mail/relay-url.ts'
import { relayReason } from '#outside/mail/transport.ts'
import { closers, listen, mail, openTransport, startRelay } from './relay.ts'

/** The same machine, under a name that is not known to be. */
const elsewhere = (url: string) => url.replace('127.0.0.1', '0.0.0.0')

/** A relay that answers each command as it is told, or takes it. @returns its URL, and the commands that came in plain text */
async function startPlainRelay(answers: Readonly<Record<string, string>>) {
  const commands: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined).write('220 relay.test\r\n')
    createInterface({ input: socket }).on('line', (line) => {
      const [command = ''] = line.toUpperCase().split(' ', 1)
      commands.push(command)
      socket.write(`${answers[command] ?? '250 taken'}\r\n`)
    })
  })
  const port = await listen(server)
  closers.push(async () => server.close())
  return { url: `smtp://127.0.0.1:${port}`, commands }
}

const offered = '250-relay.test\r\n250-AUTH PLAIN LOGIN\r\n250 STARTTLS'

describe('a relay on another machine', () => {
  test('gets nothing in plain text, with a password or without one', () => {
    for (const url of [
      'smtp://mail.acme.test',
      'smtp://u:p@mail.acme.test',
      'smtp://10.0.0.5:25',
      'smtp://0.0.0.0',
      'smtp://localhost.acme.test',
    ])
      assert.equal(readRelayUrl(url).requireTls, true, url)
  })

  test('that offers no STARTTLS gets nothing, and health says why', async () => {
    const relay = await startRelay()
    const transport = openTransport(elsewhere(relay.url))
    const outcome = await transport.send(mail)
    assert.deepEqual([outcome.kind, outcome.kind === 'temporary' && outcome.relay], ['temporary', 'away'])
    await assert.rejects(transport.check(), (error) => /TLS|STARTTLS/.test(relayReason(error)))
    assert.deepEqual(relay.recipients, [])
  })

  test('that knows no EHLO, and so no STARTTLS, gets nothing', async () => {
    const relay = await startPlainRelay({ EHLO: '500 what' })
    assert.equal((await openTransport(elsewhere(relay.url)).send(mail)).kind, 'temporary')
    assert.deepEqual(relay.commands, ['EHLO'])
  })

  test('takes plain text where that is said by name', async () => {
    const relay = await startRelay()
    assert.equal((await openTransport(`${elsewhere(relay.url)}?requireTls=false`).send(mail)).kind, 'sent')
  })
})

describe('a relay whose STARTTLS fails', () => {
  const refusals = { 'is refused': '454 not now', 'is not known after all': '502 what', 'is garbled': '220 go ahead' }
  for (const [how, answer] of Object.entries(refusals)) {
    test(`gets neither a mail nor a password in plain text, wherever it is and whatever was said: it ${how}`, async () => {
      for (const more of ['', '?requireTls=false', '?requireTls=true'])
        for (const place of [elsewhere, (url: string) => url]) {
          const relay = await startPlainRelay({ EHLO: offered, STARTTLS: answer })
          const url = `${place(relay.url).replace('//', '//user:password@')}${more}`
          assert.equal((await openTransport(url, 1000).send(mail)).kind, 'temporary', url)
          const inPlain = relay.commands.filter((command) => ['AUTH', 'MAIL', 'RCPT', 'DATA'].includes(command))
          assert.deepEqual(inPlain, [], url)
        }
    })
  }
})

describe('a relay on this machine', () => {
  test('may do without TLS, unless that is asked for by name', async () => {
    const relay = await startRelay()
    assert.equal((await openTransport(relay.url).send(mail)).kind, 'sent')
    assert.equal((await openTransport(`${relay.url}?requireTls=true`).send(mail)).kind, 'temporary')
    for (const url of ['smtp://localhost', 'smtp://127.0.0.5:25', 'smtp://u:p@[::1]:25'])
      assert.equal(readRelayUrl(url).requireTls, false, url)
  })
})
