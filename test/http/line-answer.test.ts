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

const limits = { mostUnread: 64 * 1024, longestUnreadMs: 200, longestRestMs: 60_000 }

/** A server that answers a thousand lines so many times, and what a client is given of them. */
async function answered(times: number, given = limits) {
  const app = fastify()
  const { promise: done, resolve } = Promise.withResolvers<number>()
  const { promise: closed, resolve: close } = Promise.withResolvers<boolean>()
  app.get('/', async (_request, reply) => {
    reply.raw.once('close', () => close(reply.raw.writableFinished))
    const answer = new LineAnswer(reply, 'en', given)
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
  // `closed`: whether all was sent
  return { incoming, done, closed }
}

it('waits for a slow reader, and keeps nothing of each wait', async () => {
  const warnings: Error[] = []
  const note = (warning: Error) => void warnings.push(warning)
  process.on('warning', note)
  // a busy machine may keep a reader from reading for longer than those limits
  const { incoming, done } = await answered(25, { ...limits, longestUnreadMs: 5000 })
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
  const { incoming, done } = await answered(100)
  incoming.pause()
  const written = await Promise.race([done, sleep(60_000, null, { ref: false })])
  assert.ok(written !== null && written < 100, String(written))
})

/** More than the system takes for a client that reads nothing, and less than the work waits for. */
const rest = { ...limits, mostUnread: 64 * 1024 * 1024 }

it('does not keep for ever what nobody reads when the work has ended', async () => {
  for (const given of [rest, { ...rest, longestUnreadMs: 60_000, longestRestMs: 200 }]) {
    const { incoming, done, closed } = await answered(20, given)
    incoming.pause()
    assert.equal(await done, 20)
    assert.equal(await Promise.race([closed, sleep(60_000, null, { ref: false })]), false)
  }
})

it('lets a slow reader have the rest when the work has ended', async () => {
  const { incoming, done, closed } = await answered(20, { ...rest, longestUnreadMs: 5000 })
  incoming.pause()
  assert.equal(await done, 20)
  let lines = 0
  for await (const part of incoming) {
    lines += String(part).split('\n').length - 1
    if (lines % 10 === 0) await sleep(5)
  }
  assert.deepEqual([lines, await closed], [20_001, true])
})
