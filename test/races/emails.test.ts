/** Mails under callers and senders at once, on two services over one database: each has one outcome, and leaves once. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { daysMs } from '#core/clock.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueMail } from '#jobs/mail.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { addFailedMail, addMail, addTemplate, at, bounceSecret, queueTenantMail } from '../emails/rig.ts'
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
      const replies = await atOnce(16, (app) => app.request('DELETE', `${at}/${id}/cancel`, { token: own.token }))
      const { 200: cancelled = 0, 409: refused = 0 } = tally(replies.map(({ status }) => status)) as Record<number, number>
      assert.equal(cancelled + refused, 16)
      const status = await ended(id)
      assert.deepEqual([status, cancelled, arrived(id)], status === 'sent' ? ['sent', 0, 1] : ['cancelled', 1, 0])
    })
  })

  it('of a batch likewise, each of them', async () => {
    await everyRound(async () => {
      const batchId = randomUUID()
      const ids: string[] = []
      for (let n = 0; n < 20; n++) ids.push(await queueTenantMail(apps[0], own.tenantId, { batchId }))
      const replies = await atOnce(16, (app) => app.request('DELETE', `${at}/batches/${batchId}/cancel`, { token: own.token }))
      const affected = replies.reduce((sum, reply) => sum + expectStatus(reply, 200).json.affected, 0)
      const ends = await Promise.all(ids.map(ended))
      assert.equal(ends.filter((status) => status === 'cancelled').length, affected)
      for (const [n, id] of ids.entries()) assert.equal(arrived(id), ends[n] === 'sent' ? 1 : 0)
    })
  })

  it('are sent again once, whoever asks at once', async () => {
    await everyRound(async () => {
      const id = await addFailedMail(apps[0], own.tenantId)
      const replies = await atOnce(16, (app) => app.post(`${at}/${id}/resend`, undefined, { token: own.token }))
      assert.equal(replies.filter(({ status }) => status === 202).length, 1)
      assert.equal(replies.filter(({ status }) => status === 409).length, 15)
      assert.equal(await ended(id), 'sent')
      assert.equal(arrived(id), 1)
    })
  })

  it('are sent again with what they said, or not at all, while the cleaning erases it', async () => {
    const clean = cleaningJobs.find(({ name }) => name === 'cleaning.expired')!
    await everyRound(async () => {
      const failedAt = new Date(apps[0].clock.now().getTime() - daysMs(31))
      const ids: string[] = []
      for (let n = 0; n < 8; n++) ids.push(await addFailedMail(apps[0], own.tenantId, { failedAt }))
      const resend = (id: string, n: number) => () => apps[n % 2]!.post(`${at}/${id}/resend`, undefined, { token: own.token })
      const erase = async () => {
        const { service } = apps[1].open
        await clean.run(service, service.clock.now(), new AbortController().signal)
        return null
      }
      const replies = (await race<Reply | null>([...ids.map(resend), erase])).slice(0, ids.length) as Reply[]
      for (const [n, { status, text }] of replies.entries()) {
        assert.ok(status === 202 || status === 409, text)
        assert.deepEqual([await ended(ids[n]!), arrived(ids[n]!)], status === 202 ? ['sent', 1] : ['failed', 0])
      }
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

  it('that came back softly five times in a row keep bulk mail away, though all five are told of at once', async () => {
    await everyRound(async () => {
      const to = `${randomUUID().slice(0, 12)}@acme.example`
      const ids: string[] = []
      // on five days, or the count of the day would have one wait for the other
      const sentAt = (n: number) => new Date(apps[0].clock.now().getTime() - n * 86_400_000)
      for (let n = 0; n < 5; n++)
        ids.push(await addMail(apps[0], own.tenantId, { status: 'sent', sentAt: sentAt(n), recipientAddress: to }))
      const headers = { 'x-bounce-secret': bounceSecret }
      const reports = ids.map((emailId, n) => () => (apps[n % 2] as TestApp).post(`${at}/bounces`, { emailId, type: 'soft' }, { headers }))
      for (const reply of await race(reports)) expectStatus(reply, 202)
      const bulk = { templateId, variables: { name: 'Lina' }, recipients: [{ to }], dryRun: true }
      const { skipped } = expectStatus(await apps[0].post(`${at}/send-bulk`, bulk, { token: own.token }), 200).json
      assert.deepEqual(skipped, [{ to, reason: 'suppressed' }])
    })
  })

  it('of the service have their code, whatever becomes of the template that writes them', async () => {
    const text = { code: 'password_reset_otp', category: 'security', subject: 'Ours', bodyHtml: '<p>{{ code }}</p>' }
    await everyRound(async () => {
      const override = await addTemplate(apps[0], own.tenantId, undefined, text)
      const path = `/api/v1/message-templates/${override}`
      const change = (n: number) => () =>
        apps[n % 2]!.request('PUT', path, { token: own.token, body: { isActive: n % 3 !== 0, subject: `Ours ${n}` } })
      const remove = () => apps[1].request('DELETE', path, { token: own.token })
      const codes = Array.from({ length: 10 }, () => randomUUID().slice(0, 8))
      const send = (code: string, n: number) => () =>
        transact(systemContext(apps[n % 2]!.open.service), (ctx) => {
          const recipient = {
            type: 'admin' as const,
            id: randomUUID(),
            address: `${code}@acme.example`,
            name: null,
            language: 'en' as const,
          }
          return queueMail(ctx, {
            template: 'password_reset_otp',
            tenantId: own.tenantId,
            recipient,
            variables: { code, expiresInMinutes: 10 },
          })
        })
      await race<unknown>([...codes.map(send), ...[1, 2, 3, 4, 5].map(change), remove])
      for (const code of codes) {
        const mail = await mailbox.waitFor(({ envelope }) => envelope.to.includes(`${code}@acme.example`))
        assert.ok(mail.text?.includes(code) && mail.html?.includes(code) && !mail.subject?.includes(code))
        assert.equal(mailbox.mails.filter(({ envelope }) => envelope.to.includes(`${code}@acme.example`)).length, 1)
      }
      expectStatus(await apps[0].get(path, { token: own.token }), 404)
    })
  })
})
