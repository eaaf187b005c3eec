import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, test } from 'node:test'
import { mailVariablesContext, type NewMail, queueMail } from '#jobs/mail.ts'
import { failAbandoned } from '#jobs/outgoing-records.ts'
import { Worker } from '#jobs/worker.ts'
import { mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { listen } from '../outside/relay.ts'
import { atEnd } from '../rig/cleanup.ts'
import { readOutbox, startMailbox } from '../rig/mailbox.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { openBench } from './bench.ts'

const bench = await openBench()
const { database, clock } = bench

let recipients = 0
const newMail = (more: Partial<NewMail> = {}): NewMail => ({
  template: 'password_reset_otp',
  tenantId: null,
  recipient: {
    type: 'admin',
    id: crypto.randomUUID(),
    address: `admin${++recipients}@example.test`,
    name: 'Sara Test',
    language: 'en',
  },
  variables: { code: '482913', expiresInMinutes: 10 },
  ...more,
})
const queue = (more: Partial<NewMail> = {}) => bench.transact((ctx) => queueMail(ctx, newMail(more)))
const mailOf = async (id: string) => (await database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst())!
const jobsLeft = async () => (await database.kysely.selectFrom('jobs').select('id').execute()).length
const inState = (id: string, status: string) =>
  eventually(`mail ${id} to be ${status}`, async () => {
    const mail = await mailOf(id)
    return mail.status === status ? mail : null
  })
/** The job is back in the queue after its `n`-th attempt. */
const waitingAgain = (id: string, attempts: number) =>
  eventually(`mail ${id} to wait again`, async () => {
    const job = await database.kysely.selectFrom('jobs').selectAll().where('key', '=', id).executeTakeFirst()
    return job?.state === 'waiting' && job.error !== null && job.attempts === attempts ? job : null
  })

/** The job waits after the `n`-th attempt at its mail, which cost none of its own. */
async function postponed(id: string, n: number) {
  await eventually(`attempt ${n} at ${id}`, async () => (await mailOf(id)).attempts === n)
  return await waitingAgain(id, 0)
}

const timeouts = { connectMs: 2000, greetingMs: 2000, answerMs: 2000, wholeMs: 6000 }

async function sending<T>(url: string, work: () => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-mail-'))
  atEnd(async () => rmSync(directory, { recursive: true, force: true }))
  const transport = openMailTransport(url, { outboxDirectory: join(directory, 'outbox'), timeouts })
  const worker = new Worker(bench.service, [mailJob(transport, new MailState(bench.log))], bench.log)
  worker.start()
  try {
    return await work()
  } finally {
    await worker.stop(3000)
    await transport.close()
  }
}

describe('queueMail', () => {
  test('what a mail shows is sealed in the queue, bound to its row', async () => {
    const id = await queue()
    const { variables, status, category, priority, messageId } = await mailOf(id)
    assert.deepEqual([status, category, priority, messageId], ['queued', 'security', 'high', `${id}@tenantry.example`])
    assert.ok(!variables?.includes('482913'))
    assert.equal(JSON.parse(bench.service.keys.openSecret(variables!, mailVariablesContext(id))).code, '482913')
    assert.throws(() => bench.service.keys.openSecret(variables!, mailVariablesContext(crypto.randomUUID())))
    await database.kysely.deleteFrom('jobs').execute()
    await database.kysely.deleteFrom('emails').execute()
  })

  test('a mail of a rolled-back change is never sent', async () => {
    const failing = bench.transact(async (ctx) => {
      await queueMail(ctx, newMail())
      throw new Error('rolled back')
    })
    await assert.rejects(failing, /rolled back/)
    assert.equal(await jobsLeft(), 0)
    assert.equal((await database.kysely.selectFrom('emails').select('id').execute()).length, 0)
  })
})

describe('sending', () => {
  test('a mail is handed over once, then its variables are erased and its job is gone', async () => {
    await using mailbox = await startMailbox()
    const id = await queue()
    const sent = await sending(mailbox.url, async () => {
      const mail = await inState(id, 'sent')
      await eventually('the job to be gone', async () => (await jobsLeft()) === 0)
      return mail
    })
    assert.equal(mailbox.mails.length, 1)
    assert.match(mailbox.mails[0]!.text!, /482913/)
    assert.equal(mailbox.mails[0]!.messageId, `<${id}@tenantry.example>`)
    assert.deepEqual([sent.variables, sent.attempts, sent.error], [null, 1, null])
    assert.ok(sent.sentAt && sent.subject)
    assert.ok(!JSON.stringify(sent).includes('482913'))
  })

  test('the outbox writes it to a file', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'tenantry-mail-'))
    atEnd(async () => rmSync(directory, { recursive: true, force: true }))
    const transport = openMailTransport('outbox:', { outboxDirectory: join(directory, 'outbox') })
    const worker = new Worker(bench.service, [mailJob(transport, new MailState(bench.log))], bench.log)
    worker.start()
    const id = await queue()
    await inState(id, 'sent')
    await worker.stop(1000)
    const files = await readOutbox(directory)
    assert.deepEqual(
      files.map(({ messageId }) => messageId),
      [`<${id}@tenantry.example>`],
    )
  })

  test('greylisting is survived: a temporary refusal is tried again in growing pauses, under one Message-ID', async () => {
    await using mailbox = await startMailbox()
    const pauses = [1, 2, 4, 8, 16, 32, 60, 60]
    mailbox.refuseNext(451, pauses.length)
    const id = await queue({ template: 'admin_welcome', variables: {} })
    await sending(mailbox.url, async () => {
      for (const [index, minutes] of pauses.entries()) {
        const job = await postponed(id, index + 1)
        const waitMs = job.runAt.getTime() - clock.now().getTime()
        assert.ok(waitMs > (minutes - 1) * 60_000 && waitMs <= minutes * 72_000, `pause ${index} is ${waitMs} ms`)
        assert.ok((await mailOf(id)).variables !== null)
        clock.turn(minutes * 72)
      }
      assert.equal((await inState(id, 'sent')).attempts, pauses.length + 1)
    })
    assert.deepEqual(
      mailbox.mails.map(({ messageId }) => messageId),
      [`<${id}@tenantry.example>`],
    )
  })

  test('a mail that is put off is given up after a day, one with a code when the code has expired', async () => {
    await using mailbox = await startMailbox()
    mailbox.refuseNext(451, 1000)
    const code = await queue()
    const welcome = await queue({ template: 'admin_welcome', variables: {} })
    await sending(mailbox.url, async () => {
      await postponed(code, 1)
      await postponed(welcome, 1)
      clock.turn(5 * 60)
      // not a moment later than it expires: its secret is erased then
      const last = await postponed(code, 2)
      assert.ok(last.runAt.getTime() <= (await mailOf(code)).createdAt.getTime() + 10 * 60_000)
      clock.turn(6 * 60)
      const failed = await inState(code, 'failed')
      assert.equal(failed.variables, null)
      assert.match(failed.error!, /^it expired before it could be sent: .*451/)
      assert.equal((await mailOf(welcome)).status, 'queued')
      clock.turn(24 * 3600)
      assert.equal((await inState(welcome, 'failed')).variables, null)
    })
    assert.equal(mailbox.mails.length, 0)
    assert.equal(await jobsLeft(), 0)
  })

  test('after a temporary refusal the next attempt gets through', async () => {
    await using mailbox = await startMailbox()
    mailbox.refuseNext(450)
    const id = await queue()
    await sending(mailbox.url, async () => {
      await postponed(id, 1)
      clock.turn(73)
      assert.deepEqual([(await inState(id, 'sent')).attempts, mailbox.mails.length], [2, 1])
    })
  })

  test('a permanent refusal ends at once, and so does a mail that cannot be written', async () => {
    await using mailbox = await startMailbox()
    mailbox.refuseNext(550)
    const refused = await queue()
    await sending(mailbox.url, async () => {
      const failed = await inState(refused, 'failed')
      assert.deepEqual([failed.variables, failed.attempts], [null, 1])
      const unwritable = await queue({ variables: { code: 'two lines\nare no code' } })
      const broken = await inState(unwritable, 'failed')
      assert.match(broken.error!, /could not be written/)
      assert.equal(broken.variables, null)
    })
    assert.equal(mailbox.mails.length, 0)
  })

  test('a connection that ends before the relay confirms: sent again under the same Message-ID', async () => {
    await using mailbox = await startMailbox()
    mailbox.dropAfterNextData()
    const id = await queue()
    await sending(mailbox.url, async () => {
      await postponed(id, 1)
      clock.turn(73)
      await inState(id, 'sent')
    })
    assert.deepEqual(
      mailbox.mails.map(({ messageId }) => messageId),
      [`<${id}@tenantry.example>`, `<${id}@tenantry.example>`],
    )
  })

  test('a relay that gives a mail a name that cannot be kept has it once, and the mail is sent', async () => {
    const names = ['a\0b', 'x'.repeat(20_000)]
    let taken = 0
    // an honest server library sends no such bytes
    const relay = createServer((socket) => {
      let isData = false
      socket.on('error', () => {})
      socket.write('220 relay.test ESMTP\r\n')
      createInterface(socket).on('line', (line) => {
        if (isData && line !== '.') return
        const name = `250 2.0.0 OK <${names[taken % 2]}@mail.prod.outlook.com>`
        socket.write(`${isData ? name : line === 'DATA' ? '354 go on' : '250 OK'}\r\n`)
        if (isData) taken++
        isData = line === 'DATA'
      })
    })
    const ids = [await queue(), await queue()]
    await sending(`smtp://127.0.0.1:${await listen(relay)}`, async () => {
      const kept = await Promise.all(ids.map(async (id) => (await inState(id, 'sent')).providerMessageId!))
      assert.deepEqual(kept.sort(), ['a b@mail.prod.outlook.com', 'x'.repeat(500)])
      await eventually('its jobs to be gone', async () => (await jobsLeft()) === 0)
    })
    relay.close()
    assert.equal(taken, 2)
  })

  test('a code leaves before the mails that were queued earlier', async () => {
    await using mailbox = await startMailbox()
    for (let n = 0; n < 30; n++) await queue({ template: 'admin_welcome', variables: {}, priority: 'low' })
    const code = await queue()
    await sending(mailbox.url, async () => {
      await inState(code, 'sent')
      await eventually('all mails', () => mailbox.mails.length === 31, 60_000)
    })
    const place = mailbox.mails.findIndex(({ messageId }) => messageId === `<${code}@tenantry.example>`)
    assert.ok(place < 5, `the code was mail ${place + 1}; five go at a time`)
  })
})

describe('a relay that is away', () => {
  test('costs no attempt, is not asked for every mail, and gets them all when it is back', async () => {
    const port = await freePort()
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await queue())
    await sending(`smtp://127.0.0.1:${port}`, async () => {
      for (const id of ids) await waitingAgain(id, 0)
      const tried = await database.kysely.selectFrom('emails').select('attempts').where('status', '=', 'queued').execute()
      assert.ok(tried.filter(({ attempts }) => attempts > 0).length < 12, 'the breaker spares the rest')
    })
    await using mailbox = await startMailbox()
    clock.turn(120)
    await sending(mailbox.url, async () => {
      for (const id of ids) await inState(id, 'sent')
    })
    assert.equal(mailbox.mails.length, 12)
  })

  test('a mail that has waited for a day is given up', async () => {
    const id = await queue()
    clock.turn(25 * 3600)
    await sending(`smtp://127.0.0.1:${await freePort()}`, async () => {
      assert.equal((await inState(id, 'failed')).variables, null)
    })
  })
})

test('a mail whose job died with its process is given up and its secret erased', async () => {
  const dead = await queue()
  const alive = await queue()
  const [due, later] = [await queue(), await queue()]
  await database.kysely.updateTable('jobs').set({ state: 'dead' }).where('key', 'in', [dead, due, later]).execute()
  const scheduled = (id: string, scheduledAt: Date) =>
    database.kysely.updateTable('emails').set({ status: 'scheduled', scheduledAt }).where('id', '=', id).execute()
  await scheduled(due, clock.now())
  await scheduled(later, new Date(clock.now().getTime() + 7_200_000))
  clock.turn(3700)
  const before = new Date(clock.now().getTime() - 3_600_000)
  assert.equal(await failAbandoned(database.kysely, 'emails', before, 100, clock.now()), 2)
  assert.deepEqual([(await mailOf(dead)).status, (await mailOf(dead)).variables], ['failed', null])
  assert.deepEqual(
    [(await mailOf(due)).status, (await mailOf(alive)).status, (await mailOf(later)).status],
    ['failed', 'queued', 'scheduled'],
  )
})
