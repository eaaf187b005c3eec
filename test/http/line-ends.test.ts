/** Who sends lines too slowly is told so by the last line, after what came was done; against a real server. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import fastify from 'fastify'
import { z } from 'zod'
import { answerLines, leaveLineBodies } from '#http/lines/lines.ts'
import { answerBadRequests } from '#http/server.ts'
import { atEnd } from '../rig/cleanup.ts'

/** Sends this and no more, to a server that waits for a batch of two no longer than 200 ms. */
async function sendAndWait(sent: string) {
  const app = fastify()
  leaveLineBodies(app)
  answerBadRequests(app)
  app.post('/', (incoming, reply) =>
    answerLines(incoming, reply, { schema: z.number(), language: 'en', longestBatchMs: 200 }, async (lines) => {
      for await (const batch of lines.batches(2)) await lines.answer(batch.map(({ line }) => ({ line, id: 'made' })))
    }),
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  atEnd(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const outgoing = request({ port, host: '127.0.0.1', method: 'POST', headers: { 'content-type': 'application/x-ndjson' } })
  outgoing.on('error', () => {})
  outgoing.flushHeaders()
  if (sent !== '') outgoing.write(sent)
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  let text = ''
  for await (const part of incoming) text += part
  return {
    status: incoming.statusCode,
    lines: text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  }
}

it('tells a sender who is too slow by the last line, after what came was done', async () => {
  const { status, lines } = await sendAndWait('1\n2\n3\n4')
  assert.equal(status, 200)
  assert.deepEqual(
    lines.slice(0, 3).map(({ line, id }) => [line, id]),
    [1, 2, 3].map((line) => [line, 'made']),
  )
  const { code, message, traceId, affected, skipped } = lines[3]
  assert.deepEqual([lines.length, code, affected, skipped], [4, 'request_timeout', 3, 0])
  assert.ok(message && traceId)
})

it('answers an ordinary 408 where nothing came at all', async () => {
  const { status, lines } = await sendAndWait('')
  assert.deepEqual([status, lines[0].code], [408, 'request_timeout'])
})
