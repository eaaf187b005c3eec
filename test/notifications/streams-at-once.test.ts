/** Streams of one account that were told differently far, and are told together. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { EventStream } from '#http/streams/event-stream.ts'
import { liveNotificationsOf, mostReplayed } from '#modules/notifications/live-notifications.ts'
import { openInBox } from '#modules/notifications/live-reads.ts'
import { startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { somebody, tell } from './rig.ts'
import { type Listening, listen } from './sse.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

/** Opens streams of an account, each with the last number that its client has, so that their first news are told in one. */
async function listenTogether(accountId: string, lasts: readonly number[]): Promise<Listening[]> {
  const outs: ServerResponse[] = []
  const server = createServer((_, out) => {
    outs.push(out)
    out.flushHeaders()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  atEnd(async () => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const actor = { id: accountId } as Actor
  const { service } = app.open
  const ctx = { service, actor, now: app.clock.now() } as Context
  const opened = []
  for (const last of lasts) {
    const listening = await listen(url, {})
    const facts = { id: uuidv7(ctx.now), sessionId: uuidv7(ctx.now), expiresAt: ctx.now, admit: () => {} }
    opened.push({ last, listening, stream: new EventStream(outs.at(-1)!, actor, facts), box: await openInBox(ctx, facts.id) })
  }
  for (const { stream, box, last } of opened) liveNotificationsOf(service).add(ctx, stream, box, last)
  return opened.map(({ listening }) => listening)
}

describe('streams that are told together', () => {
  it('miss nothing for one that is far behind: what is not sent is a resync', async () => {
    const { id } = await somebody(app, tenantId)
    const all = mostReplayed + 52
    await tell(app, id, tenantId, all)
    const [first, near, nearer, present] = await listenTogether(id, [0, 95, 120, all])
    for (const stream of [first, near, nearer]) {
      assert.equal((await stream!.next('resync')).id, String(all))
      assert.ok(!stream!.events.some(({ event }) => event === 'notification.created'))
    }
    await tell(app, id, tenantId)
    for (const stream of [first, near, nearer, present]) assert.equal((await stream!.next('notification.created')).id, String(all + 1))
    assert.ok(!present!.events.some(({ event }) => event === 'resync'))
    for (const stream of [first, near, nearer, present]) stream!.cut()
  })

  it('are each sent what they missed where all of it was read', async () => {
    const { id } = await somebody(app, tenantId)
    const all = mostReplayed + 1
    await tell(app, id, tenantId, all)
    const [first, near] = await listenTogether(id, [0, 95])
    assert.equal((await first!.next('resync')).id, String(all))
    assert.equal((await near!.next('notification.created', 6)).id, String(all))
    assert.ok(!near!.events.some(({ event }) => event === 'resync'))
    for (const stream of [first, near]) stream!.cut()
  })
})
