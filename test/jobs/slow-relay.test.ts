/** A relay that takes minutes to say that it has taken a mail: nothing else waits, nothing is sent twice, and a stop is a stop. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enqueueTenantMails, type NewMail, queueMail } from '#jobs/mail.ts'
import { enqueue } from '#jobs/queue.ts'
import { Worker } from '#jobs/worker.ts'
import { bulkMailJob, mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { openBench } from './bench.ts'

const bench = await openBench()
const { database } = bench

const newMail: NewMail = {
  template: 'admin_welcome',
  tenantId: null,
  recipient: { type: 'admin', id: crypto.randomUUID(), address: 'admin@example.test', name: null, language: 'en' },
  variables: {},
}
const queue = () => bench.transact((ctx) => queueMail(ctx, newMail))
const mailOf = (id: string) => database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const jobOf = (key: string) => database.kysely.selectFrom('jobs').selectAll().where('key', '=', key).executeTakeFirst()

describe('a relay that is slow after the final dot', () => {
  test('holds up no other kind of job, keeps its lease, and gets the mail once', async () => {
    await using mailbox = await startMailbox()
    const confirm = mailbox.holdConfirmations()
    const transport = openMailTransport(mailbox.url, { outboxDirectory: '/nonexistent' })
    // the same work with a lease of a second in the place of ten, so that it is renewed while the test looks
    const kind = { ...mailJob(transport, new MailState(bench.log)), leaseSeconds: 1 }
    const other = { kind: 'other', concurrency: 1, leaseSeconds: 10, run: async () => {} }
    const worker = new Worker(bench.service, [kind, other], bench.log)
    // more than there are places for mails
    const ids = [await queue(), await queue(), await queue(), await queue(), await queue(), await queue()]
    worker.start()
    await eventually('five mails to wait for the relay', () => mailbox.mails.length === 5)
    const busy = ids.find((id) => mailbox.mails.some(({ messageId }) => messageId?.includes(id)))!
    const { leaseUntil } = (await jobOf(busy))!
    await bench.transact((ctx) => enqueue(ctx, { kind: 'other', payload: {}, key: 'o' }))
    await eventually('the other job', async () => (await jobOf('o')) === undefined)
    await eventually('the lease to grow', async () => (await jobOf(busy))!.leaseUntil!.getTime() > leaseUntil!.getTime() + 1500)
    assert.equal(mailbox.mails.length, 5, 'none was handed over again')
    confirm()
    for (const id of ids) await eventually('the mail to be sent', async () => (await mailOf(id)).status === 'sent')
    assert.equal(mailbox.mails.length, 6)
    assert.deepEqual([(await mailOf(busy)).attempts, bench.logged.filter(({ level }) => level !== 'info').length], [1, 0])
    await worker.stop(1000)
    await transport.close()
  })

  test('and was quick before: what was made ready goes back, uncounted, and each mail leaves once', async () => {
    await using mailbox = await startMailbox()
    const transport = openMailTransport(mailbox.url, { outboxDirectory: '/nonexistent' })
    const worker = new Worker(bench.service, [bulkMailJob(transport, new MailState(bench.log))], bench.log)
    const bulk = async (count: number) => {
      const ids: string[] = []
      for (let n = 0; n < count; n++) ids.push(await queue())
      await bench.transact(async (ctx) => {
        await ctx.db.deleteFrom('jobs').where('key', 'in', ids).execute()
        await enqueueTenantMails(ctx, ids, 'normal', ctx.now)
      })
      return ids
    }
    worker.start()
    const first = await bulk(3)
    for (const id of first) await eventually('the mail to be sent', async () => (await mailOf(id)).status === 'sent')
    const confirm = mailbox.holdConfirmations()
    const ids = await bulk(20)
    const states = async () => (await database.kysely.selectFrom('jobs').select('state').execute()).map(({ state }) => state)
    await eventually('five to wait for the relay, and the others in the queue', async () => {
      const all = await states()
      const running = all.filter((state) => state === 'running').length
      return running === 5 && all.includes('waiting') && mailbox.mails.length === 8
    })
    const waiting = await database.kysely.selectFrom('jobs').select('key').where('state', '=', 'waiting').execute()
    for (const { key } of waiting) assert.equal((await mailOf(key!)).attempts, 0)
    confirm()
    for (const id of [...first, ...ids]) await eventually('the mail to be sent', async () => (await mailOf(id)).status === 'sent')
    assert.equal(mailbox.mails.length, 23)
    assert.equal(new Set(mailbox.mails.map(({ messageId }) => messageId)).size, 23)
    for (const id of ids) assert.equal((await mailOf(id)).attempts, 1)
    await worker.stop(1000)
    await transport.close()
  })

  test('a stop meanwhile gives the job back as if it had never been claimed, and the next process sends it', async () => {
    await using mailbox = await startMailbox()
    const confirm = mailbox.holdConfirmations()
    const transport = openMailTransport(mailbox.url, { outboxDirectory: '/nonexistent' })
    const worker = () => new Worker(bench.service, [mailJob(transport, new MailState(bench.log))], bench.log)
    const id = await queue()
    const first = worker()
    first.start()
    await eventually('the mail to wait for the relay', () => mailbox.mails.length === 1)
    await first.stop(600)
    const job = (await jobOf(id))!
    assert.deepEqual([job.state, job.attempts, job.leaseUntil, job.error], ['waiting', 0, null, null])
    assert.deepEqual([(await mailOf(id)).status, (await mailOf(id)).error], ['queued', null])
    confirm()
    const next = worker()
    next.start()
    await eventually('the mail to be sent', async () => (await mailOf(id)).status === 'sent')
    await next.stop(1000)
    await transport.close()
    assert.deepEqual(
      mailbox.mails.map(({ messageId }) => messageId),
      [`<${id}@tenantry.example>`, `<${id}@tenantry.example>`],
      'twice and no more, under one Message-ID: nobody could know whether the first was taken',
    )
  })
})
