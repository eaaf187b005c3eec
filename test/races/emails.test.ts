/** Mails under callers and senders at once, on two services over one database: each has one outcome, and leaves once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { addFailedMail, addTemplate, at, queueTenantMail } from '../emails/rig.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let mailbox: Mailbox
let own: World
let templateId: string
before(async () => {
  mailbox = await startMailbox()
  apps = await startTwo({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(apps[0])
  templateId = await addTemplate(apps[0], own.tenantId)
})

type Call = (app: TestApp) => Promise<Reply>
const atOnce = (count: number, call: Call) => race(Array.from({ length: count }, (_, n) => () => call(apps[n % 2] as TestApp)))
const statusOf = async (id: string) => expectStatus(await apps[0].get(`${at}/${id}`, { token: own.token }), 200).json.status as string
const ended = (id: string) =>
  eventually(`mail ${id} to end`, async () => {
    const status = await statusOf(id)
    return status === 'queued' || status === 'scheduled' ? null : status
  })
const arrived = (id: string) => mailbox.mails.filter(({ messageId }) => messageId?.includes(id)).length

describe('mails', () => {
  it('are cancelled or sent, never both and never neither', async () => {
    await everyRound(async () => {
      const id = await queueTenantMail(apps[0], own.tenantId)
      const replies = await atOnce(4, (app) => app.request('DELETE', `${at}/${id}/cancel`, { token: own.token }))
      const { 200: cancelled = 0, 409: refused = 0 } = tally(replies.map(({ status }) => status)) as Record<number, number>
      assert.equal(cancelled + refused, 4)
      const status = await ended(id)
      assert.deepEqual([status, cancelled, arrived(id)], status === 'sent' ? ['sent', 0, 1] : ['cancelled', 1, 0])
    })
  })

  it('of a batch likewise, each of them', async () => {
    await everyRound(async () => {
      const batchId = randomUUID()
      const ids: string[] = []
      for (let n = 0; n < 20; n++) ids.push(await queueTenantMail(apps[0], own.tenantId, { batchId }))
      const replies = await atOnce(3, (app) => app.request('DELETE', `${at}/batches/${batchId}/cancel`, { token: own.token }))
      const affected = replies.reduce((sum, reply) => sum + expectStatus(reply, 200).json.affected, 0)
      const ends = await Promise.all(ids.map(ended))
      assert.equal(ends.filter((status) => status === 'cancelled').length, affected)
      for (const [n, id] of ids.entries()) assert.equal(arrived(id), ends[n] === 'sent' ? 1 : 0)
    })
  })

  it('are sent again once, whoever asks at once', async () => {
    await everyRound(async () => {
      const id = await addFailedMail(apps[0], own.tenantId)
      const replies = await atOnce(8, (app) => app.post(`${at}/${id}/resend`, undefined, { token: own.token }))
      assert.equal(replies.filter(({ status }) => status === 202).length, 1)
      assert.equal(replies.filter(({ status }) => status === 409).length, 7)
      assert.equal(await ended(id), 'sent')
      assert.equal(arrived(id), 1)
    })
  })

  it('of one Idempotency-Key are one', async () => {
    await everyRound(async () => {
      const key = randomUUID()
      const body = { to: `${key.slice(0, 12)}@acme.example`, templateId, variables: { name: 'Lina' } }
      const replies = await atOnce(16, (app) => app.post(`${at}/send`, body, { token: own.token, headers: { 'idempotency-key': key } }))
      assert.deepEqual(
        replies.filter(({ status }) => status !== 202 && status !== 503).map(({ text }) => text),
        [],
      )
      const ids = new Set(replies.filter(({ status }) => status === 202).map(({ json }) => json.id))
      assert.equal(ids.size, 1)
      const rows = await apps[0].open.service.database.kysely
        .selectFrom('emails')
        .select('id')
        .where('recipientAddress', '=', body.to)
        .execute()
      assert.deepEqual(
        rows.map(({ id }) => id),
        [...ids],
      )
    })
  })
})
