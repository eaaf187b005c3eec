/** The connection of a live stream: kept alive, cut when its client reads nothing, ended when the service stops. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { describe, it, mock } from 'node:test'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Actor } from '#db/rows/context.ts'
import { EventStream } from '#http/streams/event-stream.ts'
import { startApp } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'
import { listen } from './sse.ts'

describe('a stream', () => {
  it('is written a comment every 25 seconds, so that no proxy cuts it', async () => {
    const app = await startApp()
    const token = await app.superToken()
    const real = performance.now.bind(performance)
    let turnedMs = 100_000
    const turned = mock.method(performance, 'now', () => real() + turnedMs)
    const stream = await listen(app.url, { token })
    const pings = () => stream.text().split(': ping\n\n').length - 1
    await eventually('the first', () => pings() === 1)
    turnedMs += 24_000
    // streams are looked at four times a second
    await sleep(600)
    assert.equal(pings(), 1)
    turnedMs += 1000
    await eventually('the next', () => pings() === 2)
    await sleep(600)
    assert.equal(pings(), 2)
    turned.mock.restore()
    stream.cut()
  })

  it('ends when its client reads nothing', async () => {
    const opened = Promise.withResolvers<ServerResponse>()
    const server = createServer((_, out) => opened.resolve(out)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    atEnd(async () => void server.close())
    const reader = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
    reader.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    const out = await opened.promise
    const facts = { id: randomUUID(), sessionId: randomUUID(), expiresAt: new Date(), admit: () => {} }
    const stream = new EventStream(out, {} as Actor, facts)
    let unread = 0
    // the system takes some megabytes first
    for (let n = 0; n < 50_000 && !out.destroyed; n++) {
      stream.send('notification.created', { body: 'x'.repeat(2000) }, n)
      unread = Math.max(unread, out.destroyed ? 0 : out.writableLength)
      if (n % 50 === 0) await setImmediate()
    }
    assert.ok(out.destroyed && unread <= 256 * 1024)
    while (stream.isOpen) await setImmediate()
    reader.destroy()
  })
})

describe('a stop', () => {
  it('ends every stream at once', async () => {
    const own = await startApp()
    const token = await own.superToken()
    const streams = [await listen(own.url, { token }), await listen(own.url, { token })]
    for (const stream of streams) await stream.next('ready')
    const startMs = performance.now()
    await Promise.all([own.close(), ...streams.map(({ ended }) => ended)])
    assert.ok(performance.now() - startMs < 5000)
  })
})
