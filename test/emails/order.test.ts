/** Which mail leaves first: a code before all that admins send, and of that the high before the normal before the low. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueMail } from '#jobs/mail.ts'
import { Worker } from '#jobs/worker.ts'
import { bulkMailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { addTemplate, at } from './rig.ts'

const variables = { name: 'Lina' }
const address = () => `lina-${randomUUID().slice(0, 8)}@acme.example`

interface Place {
  readonly app: TestApp
  readonly mailbox: Mailbox
  readonly own: World
  readonly templateId: string
}

async function open(background: boolean): Promise<Place> {
  const mailbox = await startMailbox()
  const app = await startApp({ background, env: { MAIL_URL: mailbox.url } })
  const own = await world(app)
  return { app, mailbox, own, templateId: await addTemplate(app, own.tenantId) }
}

/** Sends mails in bulk. @returns their addresses */
async function sendMany({ app, own, templateId }: Place, priority: string, count: number): Promise<string[]> {
  const recipients = Array.from({ length: count }, () => ({ to: address() }))
  expectStatus(await app.post(`${at}/send-bulk`, { templateId, variables, priority, recipients }, { token: own.token }), 202)
  return recipients.map(({ to }) => to)
}

describe('of what admins send', () => {
  let place: Place
  before(async () => {
    place = await open(false)
  })

  it('the high leaves before the normal, and the low last, however long that waited', async () => {
    const { app, mailbox } = place
    const count = 40
    const sent: Record<string, string[]> = {}
    for (const priority of ['low', 'normal', 'high']) sent[priority] = await sendMany(place, priority, count)
    const { service } = app.open
    const log = { info() {}, warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
    const transport = openMailTransport(mailbox.url, { outboxDirectory: '/nonexistent' })
    const worker = new Worker(service, [bulkMailJob(transport, new MailState(log))], log)
    worker.start()
    await eventually('all of them', () => mailbox.mails.length === 3 * count)
    await worker.stop(2000)
    const places = (priority: string) =>
      mailbox.mails.flatMap(({ envelope }, n) => (envelope.to.some((to) => sent[priority]!.includes(to)) ? [n] : []))
    const middle = (priority: string) => places(priority).reduce((sum, n) => sum + n, 0) / count
    // five are handed over at once: neighbours may change places
    assert.ok(Math.max(...places('high')) < Math.min(...places('low')))
    assert.ok(middle('high') + count / 2 < middle('normal') && middle('normal') + count / 2 < middle('low'))
  })
})

describe('many mails', () => {
  let place: Place
  before(async () => {
    place = await open(true)
  })

  it('keep no code waiting: it leaves before those that waited longer', async () => {
    const { app, mailbox, own } = place
    const release = mailbox.holdConfirmations()
    const recipients = await sendMany(place, 'high', 100)
    const to = address()
    await transact(systemContext(app.open.service), (ctx) =>
      queueMail(ctx, {
        template: 'password_reset_otp',
        tenantId: own.tenantId,
        recipient: { type: 'user', id: randomUUID(), address: to, name: null, language: 'en' },
        variables: { code: '482913' },
      }),
    )
    // nothing of what is on its way is confirmed, and still the code is
    await mailbox.waitFor(({ envelope }) => envelope.to.includes(to))
    assert.ok(mailbox.mails.filter(({ envelope }) => recipients.includes(envelope.to[0]!)).length <= 5)
    release()
  })
})
