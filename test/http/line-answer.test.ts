/** Who sends lines and is slow to read the answers, or never does; against a real server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { LineAnswer, type LineOutcome } from '#http/lines/line-answer.ts'
import { atEnd } from '../rig/cleanup.ts'

const outcomes: readonly LineOutcome[] = Array.from({ length: 1000 }, (_, line) => ({ line, id: 'x'.repeat(1000) }))

/** A server that answers a thousand lines so many times, and what a client is given of them. */
async function answered(times: number, longestUnreadMs: number) {
  const app = fastify()
  const { promise: done, resolve } = Promise.withResolvers<number>()
  app.get('/', async (_request, reply) => {
    const answer = new LineAnswer(reply, 'en', { mostUnread: 64 * 1024, longestUnreadMs })
    let written = 0
    for (; written < times && !reply.raw.destroyed; written++) await answer.write(outcomes)
    if (!reply.raw.destroyed) await answer.end()
    resolve(written)
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  const outgoing = request({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1' })
  outgoing.on('error', () => {}).end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  return { incoming, done }
}

it('waits for a slow reader, and keeps nothing of each wait', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  const { incoming, done } = await answered(25, 200)
  let lines = 0
  for await (const part of incoming) {
    lines += String(part).split('\n').length - 1
    if (lines % 10 === 0) await sleep(5)
  }
  assert.deepEqual([await done, lines], [25, 25_001])
  process.off('warning', note)
  assert.deepEqual(warnings, [])
})

it('takes one who reads nothing at all for gone', async () => {
  const { incoming, done } = await answered(100, 200)
  incoming.pause()
  const written = await Promise.race([done, sleep(5000, null, { ref: false })])
  assert.ok(written !== null && written < 100, String(written))
})
