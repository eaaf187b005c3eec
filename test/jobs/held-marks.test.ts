/** A mail that was handed over while the row that counts it is locked: it is told as sent as soon as may be, and leaves once. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { enqueueTenantMails, type NewMail, queueMail, queueMails } from '#jobs/mail.ts'
import { Worker } from '#jobs/worker.ts'
import { bulkMailJob, mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { withoutPostgres } from '../rig/postgres-install.ts'
import { type Bench, openBench } from './bench.ts'

const recipient = { type: 'admin', id: crypto.randomUUID(), address: 'admin@example.test', name: null, language: 'en' } as const

/** A PostgreSQL, a mailbox, and a worker that is to send to it. */
async function sceneOf(kindOf: typeof mailJob) {
  const url = await (await throwawayPostgres()).createDatabase()
  const bench = await openBench({ url })
  const mailbox = await startMailbox()
  const transport = openMailTransport(mailbox.url, { outboxDirectory: '/nonexistent' })
  const worker = new Worker(bench.service, [kindOf(transport, new MailState(bench.log))], bench.log)
  const end = async () => {
    await worker.stop(1000)
    await transport.close()
    await mailbox[Symbol.asyncDispose]()
  }
  return { url, bench, mailbox, worker, [Symbol.asyncDispose]: end }
}

/** How often the database failed. */
async function failuresAt({ database }: Bench): Promise<number> {
  const samples = (await database.measures.tenantry_database_errors_total?.read()) ?? []
  return samples.reduce((sum, { value }) => sum + Number(value), 0)
}

describe('the mark of a mail that was handed over', { skip: withoutPostgres() }, () => {
  test('waits for whoever counts mails of the same day, and the mail does not leave twice', async () => {
    await using scene = await sceneOf(mailJob)
    const { url, bench, worker, mailbox } = scene
    await withClient(url, async (client) => {
      // as a batch of many thousands does that is being cancelled
      await client.query('begin')
      await client.query('lock table email_days in share row exclusive mode')
      worker.start()
      const id = await bench.transact((ctx) => queueMail(ctx, { template: 'admin_welcome', tenantId: null, recipient, variables: {} }))
      await eventually('two waits for the lock to end without it', async () => (await failuresAt(bench)) >= 2)
      await client.query('commit')
      const mail = () => bench.database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      await eventually('the mail to be sent', async () => (await mail()).status === 'sent')
      assert.deepEqual([mailbox.mails.length, (await mail()).attempts], [1, 1])
      await eventually(
        'its job to be gone',
        async () => (await bench.database.kysely.selectFrom('jobs').selectAll().execute()).length === 0,
      )
    })
  })

  test('has no more than fifteen mails that admins send be handed over and not marked, and each leaves once', async () => {
    await using scene = await sceneOf(bulkMailJob)
    const { url, bench, worker, mailbox } = scene
    const mail: NewMail = { template: 'admin_welcome', tenantId: null, recipient, variables: {} }
    const ids = await bench.transact(async (ctx) => {
      const ids = await queueMails(
        ctx,
        Array.from({ length: 40 }, () => mail),
      )
      await ctx.db.deleteFrom('jobs').where('key', 'in', ids).execute()
      await enqueueTenantMails(ctx, ids, 'normal', ctx.now)
      return ids
    })
    await withClient(url, async (client) => {
      await client.query('begin')
      await client.query('lock table email_days in share row exclusive mode')
      worker.start()
      await eventually('two waits for the lock to end without it', async () => (await failuresAt(bench)) >= 2)
      assert.ok(mailbox.mails.length <= 15, `${mailbox.mails.length} were handed over`)
      await client.query('commit')
    })
    const mails = () => bench.database.kysely.selectFrom('emails').select(['status', 'attempts']).where('id', 'in', ids).execute()
    await eventually('all to be sent', async () => (await mails()).every(({ status }) => status === 'sent'), 60_000)
    assert.deepEqual(new Set((await mails()).map(({ attempts }) => attempts)), new Set([1]))
    assert.deepEqual([mailbox.mails.length, new Set(mailbox.mails.map(({ messageId }) => messageId)).size], [40, 40])
  })

  test('is nothing yet where nobody can look at the mails: it costs no mail, however long that is', async () => {
    await using scene = await sceneOf(mailJob)
    const { url, bench, worker, mailbox } = scene
    const id = await bench.transact((ctx) => queueMail(ctx, { template: 'admin_welcome', tenantId: null, recipient, variables: {} }))
    const job = () => bench.database.kysely.selectFrom('jobs').selectAll().where('key', '=', id).executeTakeFirstOrThrow()
    await withClient(url, async (client) => {
      // as maintenance does, while the queue goes on
      await client.query('begin')
      await client.query('lock table emails in access exclusive mode')
      worker.start()
      let looked = 0
      for (let runAt = (await job()).runAt; looked < 4; ) {
        await eventually('the job to be put off', async () => (await job()).state !== 'running' && (await job()).runAt > runAt, 30_000)
        assert.deepEqual([(await job()).state, (await job()).attempts], ['waiting', 0])
        runAt = (await job()).runAt
        bench.clock.turn(5)
        looked++
      }
      await client.query('commit')
    })
    const mail = () => bench.database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    await eventually('the mail to be sent', async () => (await mail()).status === 'sent')
    assert.equal(mailbox.mails.length, 1)
  })
})
