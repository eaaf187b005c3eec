/** What the log says of a PDF whose reader hangs up. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { it } from 'node:test'
import fastify from 'fastify'
import { FileAnswer } from '#http/downloads/file-answer.ts'
import { handOut } from '#modules/audit/export/export.actions.ts'
import { atEnd } from '../rig/cleanup.ts'

it('whoever has the beginning of a PDF is told of with all of its entries, however early they hang up', async () => {
  const app = fastify({ forceCloseConnections: true })
  atEnd(async () => void (await app.close()))
  const progress = { entries: 0, stop: null }
  const ended = Promise.withResolvers<unknown>()
  // more than client and system together take of what nobody reads
  const bytes = Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024))
  app.get('/', async (_request, reply) => {
    await handOut(new FileAnswer(reply), { name: 'a.pdf', bytes, entries: 7 }, progress).then(ended.resolve, ended.resolve)
    return reply
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const outgoing = request({ port: (app.server.address() as AddressInfo).port, host: '127.0.0.1', agent: false })
  outgoing.on('error', () => {})
  outgoing.end()
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage]
  incoming.on('error', () => {})
  incoming.pause()
  outgoing.destroy()
  assert.equal(((await ended.promise) as Error).name, 'CallerGone')
  assert.equal(progress.entries, 7)
})
