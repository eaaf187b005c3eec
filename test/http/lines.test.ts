/** Bodies of lines as they come in pieces, too slowly, or never to their end; against a real server of Node. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerOptions } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { lineBatches } from '#http/lines/line-batches.ts'
import { LineSplitter } from '#http/lines/line-splitter.ts'
import { longBodies } from '#http/long-bodies.ts'
import { atEnd } from '../rig/cleanup.ts'
import { eventually } from '../rig/ports.ts'

/** A server that reads one body so, and a client in the middle of sending it. */
async function read<T>(work: (body: IncomingMessage) => Promise<T>, options: ServerOptions = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<T>()
  const server = createServer(options, (incoming, response) => {
    work(incoming)
      .then(resolve, reject)
      .finally(() => response.end())
  })
  // what the service does with it, see raw-answers.ts
  server.on('clientError', (_error, socket) => {
    if (!longBodies.has(socket as never)) socket.destroy()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = atEnd(async () => {
    server.closeAllConnections()
    server.close()
  })
  const outgoing = request({ port: (server.address() as AddressInfo).port, host: '127.0.0.1', method: 'POST' })
  outgoing.on('error', () => {})
  return { outgoing, result: promise, close }
}

async function collected(body: IncomingMessage, size: number, timeoutMs: number) {
  const batches: (number | string)[][] = []
  try {
    for await (const batch of lineBatches(body, z.number(), size, timeoutMs))
      batches.push(batch.map((line) => (line.error ? line.error.code : line.value)))
  } catch (error) {
    assert.ok(error instanceof AppError)
    return { batches, ended: error.code }
  }
  return { batches, ended: null }
}

it('gives what has come of a batch that comes too slowly, and ends', async () => {
  const { outgoing, result } = await read((body) => collected(body, 2, 150))
  outgoing.write('1\n2\n3\n4')
  assert.deepEqual(await result, { batches: [[1, 2], [3]], ended: 'request_timeout' })
})

it('does not take blank lines for work', async () => {
  const { outgoing, result } = await read((body) => collected(body, 2, 200))
  const timer = setInterval(() => outgoing.write('\n \n'), 10)
  assert.deepEqual(await result, { batches: [], ended: 'request_timeout' })
  clearInterval(timer)
})

it('ends for who sends blanks without a pause, or a line without an end, as for who is slow', async () => {
  for (const piece of ['\n', '1'].map((text) => Buffer.from(text.repeat(65_536)))) {
    // there before it is asked for, as of a sender that is quicker than we are: no timer ever has its turn
    const pieces = function* () {
      for (const endMs = performance.now() + 2000; performance.now() < endMs; ) yield piece
    }
    assert.deepEqual(await collected(Readable.from(pieces()) as IncomingMessage, 2, 100), { batches: [], ended: 'request_timeout' })
  }
})

it('ends without a word when the sender is gone, and leaves out what is not whole', async () => {
  let come = 0
  const { outgoing, result } = await read((body) => {
    body.on('data', (part) => {
      come += part.length
    })
    return collected(body, 2, 60_000)
  })
  outgoing.write('1\n2\n3\n')
  await eventually('what it sent', () => come === 6)
  outgoing.destroy()
  assert.deepEqual(await result, { batches: [[1, 2]], ended: null })
})

it('may take longer in all than any other body', async () => {
  const options = { requestTimeout: 100, headersTimeout: 100, connectionsCheckingInterval: 20 }
  const slow = async (isLong: boolean) => {
    const { outgoing, result } = await read(async (body) => {
      if (isLong) longBodies.add(body.socket)
      return await collected(body, 1, 5000)
    }, options)
    for (const n of [1, 2, 3, 4]) {
      outgoing.write(`${n}\n`)
      await sleep(100)
    }
    outgoing.end()
    return (await result).batches.length
  }
  assert.equal(await slow(true), 4)
  assert.ok((await slow(false)) < 4)
})

it('is taken apart alike, whatever pieces it comes in, and keeps nothing of a line that is too long', () => {
  const body = Buffer.from(`a\n\n${'b'.repeat(9)}\nçd\r\n${'e'.repeat(8)}\nf`)
  for (const size of [1, 2, 3, 7, body.length]) {
    const splitter = new LineSplitter(8)
    const lines = []
    for (let at = 0; at < body.length; at += size) lines.push(...splitter.push(body.subarray(at, at + size)))
    lines.push(...splitter.end())
    assert.deepEqual(
      lines.map(({ line, bytes }) => [line, bytes?.toString() ?? null]),
      [
        [1, 'a'],
        [3, null],
        [4, 'çd\r'],
        [5, 'eeeeeeee'],
        [6, 'f'],
      ],
    )
  }
})
