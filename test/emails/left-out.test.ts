/** Bulk mails to an address that bounced since they were queued: left out when they leave, and hardly told to who may not see the address. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import type { QueuedMail } from '#jobs/outgoing-records.ts'
import { barredFromBulk } from '#modules/emails/barred-mail.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { addMail, addTemplate, at, bounceSecret, queueTenantMail } from './rig.ts'

let app: TestApp
let mailbox: Mailbox
let own: World
let templateId: string
/** Of the mails of one batch, whose time came after this happened to their addresses. */
const batch = { stays: newAddress(), bounces: newAddress(), complains: newAddress(), again: newAddress(), hidden: '' }
let batchId: string
const masked = { email: `masked-${randomUUID()}@example.test`, password: `long ${randomUUID()}` }
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
  batch.hidden = (await own.person([])).email
  const roleId = await own.role(['emails.view', 'admins.view', 'users.view'], { 'admins.view': ['email'] })
  const person = { ...masked, firstName: 'A', lastName: 'Masked', roleId, tenantId: own.tenantId }
  expectStatus(await app.post('/api/v1/admins', person, { token: own.token }), 201)
  const recipients = Object.values(batch).map((to) => ({ to }))
  const scheduledAt = new Date(app.clock.now().getTime() + hour)
  const body = { templateId, variables: { name: 'Lina' }, scheduledAt, recipients }
  const told = expectStatus(await app.post(`${at}/send-bulk`, body, { token: own.token }), 202).json
  assert.equal(told.scheduled, recipients.length)
  batchId = told.batchId
  await report(batch.bounces.toUpperCase(), 'hard')
  for (const address of [batch.complains, batch.again, batch.hidden]) await report(address, 'complaint')
  app.clock.turn(hour + 1000)
})

const hour = 3_600_000
function newAddress(): string {
  return `lina-${randomUUID().slice(0, 8)}@acme.example`
}
const mailsTo = (to: string) => mailbox.mails.filter(({ envelope }) => envelope.to.includes(to)).length
async function report(recipientAddress: string, type: string): Promise<void> {
  const emailId = await addMail(app, own.tenantId, { status: 'sent', sentAt: app.clock.now(), recipientAddress })
  expectStatus(await app.post(`${at}/bounces`, { emailId, type }, { headers: { 'x-bounce-secret': bounceSecret } }), 202)
}
/** Signed in after time was turned. */
const top = async () => (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
const read = async (id: string) => expectStatus(await app.get(`${at}/${id}`, { token: await top() }), 200).json
const until = (id: string, status: string) =>
  eventually(`mail ${id} to be ${status}`, async () => {
    const mail = await read(id)
    return mail.status === status ? mail : null
  })
/** The mail of the batch to an address. */
async function idOf(address: string): Promise<string> {
  const { kysely } = app.open.service.database
  const mails = kysely.selectFrom('emails').select('id').where('batchId', '=', batchId).where('recipientAddress', '=', address)
  return (await mails.executeTakeFirstOrThrow()).id
}

describe('a bulk mail for later', () => {
  it('does not leave to an address that bounced or complained meanwhile; the others do, and so does a single one', async () => {
    await until(await idOf(batch.stays), 'sent')
    for (const address of [batch.bounces, batch.complains]) {
      const { error, errorCode, bounceType } = await until(await idOf(address), 'failed')
      assert.match(error, /^left out of bulk/)
      assert.equal(errorCode, 'recipient_refused')
      // nobody was asked: that it bounced is counted where it did
      assert.equal(bounceType, null)
    }
    await until(await queueTenantMail(app, own.tenantId, { recipientAddress: batch.bounces }), 'sent')
    assert.deepEqual([batch.stays, batch.bounces, batch.complains].map(mailsTo), [1, 1, 0])
  })

  it('is a single one once it is sent again, and tried', async () => {
    const id = await idOf(batch.again)
    await until(id, 'failed')
    assert.equal(mailsTo(batch.again), 0)
    expectStatus(await app.post(`${at}/${id}/resend`, undefined, { token: await top() }), 202)
    await until(id, 'sent')
    assert.equal(mailsTo(batch.again), 1)
  })

  it('looks to who may not see the address like any whose recipient is refused', async () => {
    const id = await idOf(batch.hidden)
    await until(id, 'failed')
    const { accessToken } = await app.signIn(masked.email, masked.password, { tenantId: own.tenantId })
    const shown = expectStatus(await app.get(`${at}/${id}`, { token: accessToken }), 200)
    for (const field of ['to', 'error', 'html', 'text', 'bounceType', 'bouncedAt']) assert.ok(!(field in shown.json), field)
    const { errorCode, attempts, queuedAt } = shown.json
    assert.deepEqual([errorCode, attempts, queuedAt !== null], ['recipient_refused', 1, true])
    assert.ok(!/left out|suppress|complain/i.test(shown.text), shown.text)
  })

  it('is asked about with those that leave at the same moment', async () => {
    const { service } = app.open
    const mailOf = async (address: string) => {
      const mails = service.database.kysely
        .selectFrom('emails')
        .selectAll()
        .where('id', '=', await idOf(address))
      return { ...(await mails.executeTakeFirstOrThrow()), resendCount: 0 } as unknown as QueuedMail
    }
    const mails = await Promise.all([batch.stays, batch.bounces, batch.complains].map(mailOf))
    let asked = 0
    const counted = service.database.reader.withPlugin({
      transformQuery({ node }) {
        asked += 1
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const another = { ...service, database: { ...service.database, reader: counted } }
    const barred = await Promise.all(mails.map((mail) => barredFromBulk(another, mail)))
    assert.deepEqual([barred.map((why) => why !== null), asked], [[false, true, true], 1])
  })
})

it('a refusal is recorded with what follows from it, or not at all', async () => {
  const { kysely } = app.open.service.database
  await eventually('other mails to have left', async () => (await kysely.selectFrom('jobs').select('id').execute()).length === 0)
  await kysely.deleteFrom('emailSuppressions').execute()
  await sql`alter table email_suppressions rename to put_aside`.execute(kysely)
  mailbox.refuseNext(550, 2)
  const id = await queueTenantMail(app, own.tenantId)
  await eventually('the attempt to have failed', async () => {
    const job = await kysely.selectFrom('jobs').select('error').where('key', '=', id).executeTakeFirst()
    return job === undefined || job.error !== null
  })
  await sql`alter table put_aside rename to email_suppressions`.execute(kysely)
  assert.equal((await read(id)).status, 'queued')
  app.clock.turn(hour)
  const { errorCode, bounceType } = await until(id, 'failed')
  const suppressed = await kysely.selectFrom('emailSuppressions').select('reason').execute()
  assert.deepEqual([errorCode, bounceType, suppressed], ['recipient_refused', 'hard', [{ reason: 'hard' }]])
})
