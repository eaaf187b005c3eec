import { deepEqual, equal, match, notEqual, rejects } from 'node:assert/strict'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createTransport } from 'nodemailer'
import { atEnd } from './cleanup.ts'
import { client, cookiesOf, sendRaw } from './http.ts'
import { readOutbox, startMailbox } from './mailbox.ts'
import { faultProxy } from './proxy.ts'
import { barrier, everyRound, race, rounds, tally } from './race.ts'
import { runCommand, ServiceEndedAtStart, startService } from './service.ts'

describe('http client', () => {
  it('sends path, headers and body as written and keeps all of the reply', async () => {
    let seen = ''
    const url = await listen((request, reply) => {
      seen = `${request.method} ${request.url} ${request.headers.authorization} ${request.headers['content-type']} `
      request.on('data', (chunk) => {
        seen += chunk
      })
      request.on('end', () => reply.writeHead(201, { 'X-Odd-Case': '1', 'set-cookie': ['a=1=2; Path=/', 'b=3'] }).end('{"ok":true}'))
    })
    const reply = await client(url).post('/a/../b//c%zz', { x: 1 }, { token: 't' })
    equal(seen, 'POST /a/../b//c%zz Bearer t application/json {"x":1}')
    equal(reply.status, 201)
    deepEqual(reply.json, { ok: true })
    deepEqual(cookiesOf(reply), { a: '1=2', b: '3' })
    equal(reply.rawHeaders.includes('X-Odd-Case'), true)
    const plain = await client(url).request('PUT', '/', { raw: 'not json', headers: { 'content-type': 'text/plain' } })
    equal(seen, 'PUT / undefined text/plain not json')
    equal(plain.text, '{"ok":true}')
  })

  it('gives up when nothing answers', async () => {
    const url = await listen(() => {})
    await rejects(client(url).get('/', { timeoutMs: 50 }), /no answer to GET/)
  })

  it('sends malformed HTTP byte for byte', async () => {
    const url = await listen((_request, reply) => reply.end('fine'))
    const bad = await sendRaw(url, 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n')
    match(bad.text, /^HTTP\/1.1 400/)
    equal(bad.closed, true)
    const open = await sendRaw(url, 'GET / HTTP/1.1\r\n', { timeoutMs: 50 })
    deepEqual(open, { text: '', closed: false })
  })
})

describe('race', () => {
  it('starts everybody before anybody ends, and waits for all', async () => {
    const events: string[] = []
    const line = barrier(2)
    const caller = (name: string) => async () => {
      events.push(`${name} starts`)
      await line()
      events.push(`${name} ends`)
      return name
    }
    deepEqual(await race([caller('a'), caller('b')]), ['a', 'b'])
    deepEqual(events, ['a starts', 'b starts', 'a ends', 'b ends'])
  })

  it('fails with the first failure after all have ended', async () => {
    let ended = false
    const slow = async () => {
      await new Promise(setImmediate)
      ended = true
    }
    await rejects(race([() => Promise.reject(new Error('first')), slow]), /first/)
    equal(ended, true)
  })

  it('names the round that failed', async () => {
    await rejects(
      everyRound(async (number) => {
        if (number === 2) throw new Error('lost')
      }),
      new RegExp(`round 2 of ${rounds()}: lost`),
    )
  })

  it('counts equal values', () => deepEqual(tally([200, 409, 409]), { 200: 1, 409: 2 }))
})

describe('mailbox', () => {
  it('keeps what it accepts, parsed and as it came', async () => {
    await using mailbox = await startMailbox()
    const sender = createTransport(mailbox.url)
    const mail = { from: 'a@x.test', to: 'b@x.test', subject: 'Grüße', text: 'hello', html: '<b>hello</b>' }
    await sender.sendMail({ ...mail, envelope: { from: 'bounce@x.test', to: 'b@x.test' } })
    const got = await mailbox.waitFor(({ subject }) => subject === 'Grüße')
    equal(got.text?.trim(), 'hello')
    deepEqual(got.envelope, { from: 'bounce@x.test', to: ['b@x.test'] })
    match(got.source, /multipart\/alternative/)
  })

  it('refuses as often as it is told, then accepts', async () => {
    await using mailbox = await startMailbox()
    const sender = createTransport(mailbox.url)
    mailbox.refuseNext(451)
    const mail = { from: 'a@x.test', to: 'b@x.test', text: 'x' }
    await rejects(sender.sendMail(mail), { responseCode: 451 })
    equal(mailbox.mails.length, 0)
    await sender.sendMail(mail)
    equal(mailbox.mails.length, 1)
  })

  it('cuts the connection after the data instead of confirming', async () => {
    await using mailbox = await startMailbox()
    const sender = createTransport(mailbox.url)
    mailbox.dropAfterNextData()
    await rejects(sender.sendMail({ from: 'a@x.test', to: 'b@x.test', text: 'x' }))
    equal(mailbox.mails.length, 1)
  })

  it('asks for credentials when it has some', async () => {
    await using mailbox = await startMailbox({ credentials: { user: 'u', password: 'p' } })
    const mail = { from: 'a@x.test', to: 'b@x.test', text: 'x' }
    await rejects(createTransport(mailbox.url.replace('//', '//u:wrong@')).sendMail(mail), { code: 'EAUTH' })
    await createTransport(mailbox.url.replace('//', '//u:p@')).sendMail(mail)
    equal(mailbox.mails.length, 1)
  })

  it('reads the mails of an outbox', async () => {
    const directory = temporaryDirectory()
    deepEqual(await readOutbox(directory), [])
    mkdirSync(join(directory, 'outbox/2026'), { recursive: true })
    writeFileSync(join(directory, 'outbox/2026/1.eml'), 'Subject: one\r\nTo: b@x.test\r\n\r\nhello\r\n')
    const [mail] = await readOutbox(directory)
    equal(mail?.subject, 'one')
    equal(mail?.text?.trim(), 'hello')
  })
})

describe('faultProxy', () => {
  it('passes, refuses, holds back and cuts', async () => {
    const url = await listen((_request, reply) => reply.end('0123456789'))
    await using proxy = await faultProxy(url)
    const through = client(proxy.through(url))
    equal((await through.get('/')).text, '0123456789')
    proxy.mode('refuse')
    await rejects(through.get('/'), { code: 'ECONNRESET' })
    proxy.mode('blackhole')
    await rejects(through.get('/', { timeoutMs: 50 }), /no answer/)
    const held = [through.get('/'), through.get('/')].map((reply) => rejects(reply, { code: 'ECONNRESET' }))
    while (proxy.made < 5) await new Promise(setImmediate)
    proxy.cut()
    await Promise.all(held)
    const later = through.get('/')
    proxy.mode('pass')
    equal((await later).status, 200)
    equal(proxy.made, 6)
  })

  it('ends a connection in the middle of an answer', async () => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => {})
      socket.end('0123456789')
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => void server.close())
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    await using proxy = await faultProxy(url)
    proxy.cutAfter(4)
    deepEqual(await sendRaw(proxy.through(url), 'x'), { text: '0123', closed: true })
    deepEqual(await sendRaw(proxy.through(url), 'x'), { text: '0123456789', closed: true })
  })
})

describe('startService', () => {
  const run = (script: string) => ({ command: [process.execPath, '-e', script] })
  const listens = `
    console.log(JSON.stringify({ msg: 'hello', environment: process.env }))
    console.log('bootstrap password: secret words')
    const server = require('http').createServer((q, r) => r.end('served')).listen(process.env.PORT, () => console.log('listening on http://127.0.0.1:' + server.address().port))
    process.on('SIGTERM', () => process.exit(7))`

  it('waits for the address and reads what the service prints', async () => {
    await using service = await startService({ ...run(listens), env: { EXTRA: '1', BCRYPT_COST: undefined } })
    equal((await service.http.get('/')).text, 'served')
    equal(service.bootstrapPassword, 'secret words')
    const [{ msg, environment }] = service.logs as [{ msg: string; environment: Record<string, string> }]
    equal(msg, 'hello')
    equal(environment.EXTRA, '1')
    equal(environment.BCRYPT_COST, undefined)
    equal(environment.NODE_TEST_CONTEXT, undefined)
    equal(environment.DATA_DIR, service.dataDirectory)
    equal(await service.kill('SIGTERM'), 7)
  })

  it('kills at once unless told otherwise', async () => {
    const service = await startService(run(listens))
    equal(await service.kill(), 'SIGKILL')
    equal(await service.exited, 'SIGKILL')
  })

  it('fails with all that was printed when the service ends before it listens', async () => {
    const failed = await startService(run(`console.error('PORT is bad'); process.exitCode = 78`)).catch((error) => error)
    equal(failed instanceof ServiceEndedAtStart, true)
    equal(failed.exit, 78)
    deepEqual(failed.stderr, ['PORT is bad'])
  })

  it('gives a service with PostgreSQL the secret that all of them share', async () => {
    const script = 'console.log(process.env.DATABASE_URL, process.env.MASTER_SECRET?.length >= 32)'
    const { stdout, exit } = await runCommand(['migrate'], { ...run(script), databaseUrl: 'postgres://somewhere' })
    deepEqual(stdout, ['postgres://somewhere true'])
    equal(exit, 0)
    notEqual((await runCommand([], run(script))).stdout[0], stdout[0])
  })
})

async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-rig-'))
  atEnd(async () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
