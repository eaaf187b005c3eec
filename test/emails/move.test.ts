/** What can be done to a mail that waits or failed, what is refused, and what comes back. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { addFailedMail, addMail, at, bounceSecret, queueTenantMail } from './rig.ts'

let app: TestApp
let mailbox: Mailbox
let own: World
/** Made before time is turned. */
let suspended: World[]
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(app)
  suspended = [await world(app, own.tenantId), await world(app, own.tenantId)]
})

const hour = 3_600_000
const later = () => ({ status: 'scheduled' as const, scheduledAt: new Date(app.clock.now().getTime() + hour) })
/** Signed in after time was turned. */
const top = async () => (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
const read = async (id: string) => expectStatus(await app.get(`${at}/${id}`, { token: await top() }), 200).json
const cancel = (id: string) => app.request('DELETE', `${at}/${id}/cancel`, { token: own.token })
const resend = (id: string) => app.post(`${at}/${id}/resend`, undefined, { token: own.token })
const bounce = (body: object, secret: string | null = bounceSecret): Promise<Reply> =>
  app.post(`${at}/bounces`, body, { headers: secret === null ? {} : { 'x-bounce-secret': secret } })
const until = (id: string, status: string) =>
  eventually(`mail ${id} to be ${status}`, async () => {
    const mail = await read(id)
    return mail.status === status ? mail : null
  })
const jobsOf = async (id: string) =>
  (await app.open.service.database.kysely.selectFrom('jobs').select('state').where('key', '=', id).execute()).length
const waitingJobs = async () =>
  (await app.open.service.database.kysely.selectFrom('jobs').select('id').where('kind', '=', 'email.send').execute()).length
const stats = async () => expectStatus(await app.get(`${at}/stats`, { token: own.token }), 200).json

describe('cancelling', () => {
  it('ends a mail that waits, with its job, and tells of it once', async () => {
    const id = await queueTenantMail(app, own.tenantId, later())
    const cancelled = expectStatus(await cancel(id), 200).json
    assert.deepEqual([cancelled.status, await jobsOf(id)], ['cancelled', 0])
    assert.ok(cancelled.cancelledAt)
    const again = expectStatus(await cancel(id), 409).json
    assert.deepEqual([again.code, again.status], ['email_not_cancellable', 'cancelled'])
    const { items } = expectStatus(await app.get(`/api/v1/audit?entityId=${id}`, { token: own.token }), 200).json
    assert.deepEqual(
      items.map(({ action }: { action: string }) => action),
      ['email.cancelled'],
    )
  })

  it('is refused while it is being sent, once it ended, of a code of the service, and of a foreign one', async () => {
    const release = mailbox.holdConfirmations()
    const id = await queueTenantMail(app, own.tenantId)
    await eventually('the mail to be on its way', () => mailbox.mails.some(({ messageId }) => messageId?.includes(id)))
    const leased = expectStatus(await cancel(id), 409).json
    assert.deepEqual([leased.code, leased.status], ['email_not_cancellable', 'queued'])
    release()
    await until(id, 'sent')
    for (const status of ['sent', 'failed'] as const) {
      const refused = expectStatus(await cancel(await addMail(app, own.tenantId, { status })), 409).json
      assert.equal(refused.status, status)
    }
    expectStatus(await cancel(await addMail(app, own.tenantId, { templateId: null, category: 'security' })), 409)
    for (const foreign of [await addMail(app, null), randomUUID()]) expectStatus(await cancel(foreign), 404)
  })

  it('ends what waits of a batch and leaves the rest', async () => {
    const batchId = randomUUID()
    const ids = [
      await queueTenantMail(app, own.tenantId, { ...later(), batchId }),
      await addMail(app, own.tenantId, { status: 'sent', batchId }),
    ]
    const end = () => app.request('DELETE', `${at}/batches/${batchId}/cancel`, { token: own.token })
    assert.equal(expectStatus(await end(), 200).json.affected, 1)
    assert.deepEqual(await Promise.all(ids.map(async (id) => (await read(id)).status)), ['cancelled', 'sent'])
    assert.equal(expectStatus(await end(), 200).json.affected, 0)
    const foreign = await addMail(app, (await world(app)).tenantId, { batchId: randomUUID() })
    const { batchId: theirs } = await app.open.service.database.kysely
      .selectFrom('emails')
      .select('batchId')
      .where('id', '=', foreign)
      .executeTakeFirstOrThrow()
    for (const unknown of [theirs, randomUUID()])
      expectStatus(await app.request('DELETE', `${at}/batches/${unknown}/cancel`, { token: own.token }), 404)
  })
})

describe('sending again', () => {
  it('sends a failed mail under its own id and Message-ID, and keeps what went wrong', async () => {
    await eventually('the mails of new admins to have left', async () => (await waitingJobs()) === 0)
    mailbox.refuseNext(550)
    const before = await stats()
    const id = await queueTenantMail(app, own.tenantId)
    const failed = await until(id, 'failed')
    assert.deepEqual([failed.errorCode, failed.bounceType, failed.resendCount], ['recipient_refused', 'hard', 0])
    const refused = await stats()
    assert.deepEqual([refused.failed - before.failed, refused.bounced - before.bounced], [1, 1])
    const queued = expectStatus(await resend(id), 202).json
    assert.deepEqual([queued.id, queued.status, queued.attempts, queued.resendCount, queued.bounceType], [id, 'queued', 0, 1, null])
    const sent = await until(id, 'sent')
    assert.equal(mailbox.mails.filter(({ messageId }) => messageId === `<${id}@tenantry.example>`).length, 1)
    const types = sent.events.map(({ type }: { type: string }) => type)
    assert.deepEqual(types, ['queued', 'failed', 'requeued', 'sent'])
    const after = await stats()
    assert.deepEqual([after.sent - before.sent, after.failed - before.failed, after.bounced - before.bounced], [1, 0, 0])
  })

  it('is refused of one that did not fail, whose text is gone, or that is nobody’s', async () => {
    const states = [later(), { status: 'queued' }, { status: 'sent' }, { status: 'cancelled' }, { status: 'failed' }] as const
    for (const more of states) {
      const refused = expectStatus(await resend(await addMail(app, own.tenantId, more)), 409).json
      assert.deepEqual([refused.code, refused.status], ['email_not_resendable', more.status])
    }
    expectStatus(await resend(await addFailedMail(app, null)), 404)
  })

  it('asks what sending asks: an account in scope, or the right to write to anybody', async () => {
    const narrow = (await own.person(['emails.send', 'emails.view', 'admins.view', 'users.view'])).token
    const again = (id: string) => app.post(`${at}/${id}/resend`, undefined, { token: narrow })
    const here = await own.person([])
    const gone = await own.member()
    const elsewhere = await (await world(app)).member()
    expectStatus(await app.request('DELETE', `/api/v1/admins/${gone}`, { token: own.token }), 204)
    const to = (recipientId: string, more: object = {}) =>
      addFailedMail(app, own.tenantId, { recipientType: 'admin', recipientId, ...more })
    // the last has another address by now
    for (const id of [await addFailedMail(app, own.tenantId), await to(gone), await to(elsewhere), await to(here.id)]) {
      const refused = expectStatus(await again(id), 403).json
      assert.equal(refused.requiredPermission, 'emails.external')
      assert.deepEqual([(await read(id)).status, await jobsOf(id)], ['failed', 0])
      expectStatus(await resend(id), 202)
    }
    expectStatus(await again(await to(here.id, { recipientAddress: here.email.toUpperCase() })), 202)
  })

  it('tells nobody from whom addresses are hidden whether one is still the same', async () => {
    const rights = ['emails.send', 'emails.view', 'admins.view', 'users.view']
    const masked = (await own.person(rights, { 'admins.view': ['email'] })).token
    const { id, email } = await own.person([])
    for (const recipientAddress of [email, `former-${email}`]) {
      const mail = await addFailedMail(app, own.tenantId, { recipientType: 'admin', recipientId: id, recipientAddress })
      const refused = expectStatus(await app.post(`${at}/${mail}/resend`, undefined, { token: masked }), 403).json
      assert.equal(refused.requiredPermission, 'emails.external')
    }
  })
})

describe('bounces', () => {
  it('need the secret, and say nothing of what is unknown', async () => {
    const body = { emailId: randomUUID(), type: 'hard' }
    for (const secret of [null, '', 'another secret of the same']) assert.equal((await bounce(body, secret)).status, 401)
    expectStatus(await bounce(body), 202)
    expectStatus(await bounce({ type: 'hard' }), 400)
    expectStatus(await bounce({ ...body, type: 'odd' }), 400)
  })

  it('mark the mail, count once, and change only to what weighs more', async () => {
    const sentAt = app.clock.now()
    const id = await addMail(app, own.tenantId, { status: 'sent', sentAt, providerMessageId: 'queue-17@relay' })
    const before = await stats()
    expectStatus(await bounce({ providerMessageId: '<queue-17@relay>', type: 'soft', diagnostic: 'mailbox full' }), 202)
    expectStatus(await bounce({ emailId: id, type: 'hard' }), 202)
    expectStatus(await bounce({ emailId: id, type: 'soft' }), 202)
    const { bounceType, bouncedAt, status, events } = await read(id)
    assert.deepEqual([bounceType, status, bouncedAt !== null], ['hard', 'sent', true])
    assert.deepEqual(
      events.filter(({ type }: { type: string }) => type === 'bounced').map(({ detail }: { detail: string }) => detail),
      ['soft: mailbox full', 'hard'],
    )
    assert.equal((await stats()).bounced - before.bounced, 1)
    expectStatus(await bounce({ emailId: id, type: 'complaint' }), 202)
    const after = await stats()
    assert.deepEqual([after.bounced - before.bounced, after.complaints - before.complaints], [0, 1])
  })

  it('keep bulk mail from an address: after a hard one, a complaint, or five soft ones in a row', async () => {
    const suppressions = async () =>
      (await app.open.service.database.kysely.selectFrom('emailSuppressions').select('reason').execute()).length
    const sent = (recipientAddress: string) => addMail(app, own.tenantId, { status: 'sent', sentAt: app.clock.now(), recipientAddress })
    const begin = await suppressions()
    const soft: string[] = []
    for (let n = 0; n < 5; n++) soft.push(await sent('soft@acme.example'))
    for (const [n, emailId] of soft.entries()) {
      assert.equal(await suppressions(), begin, `${n}`)
      expectStatus(await bounce({ emailId, type: 'soft' }), 202)
    }
    assert.equal(await suppressions(), begin + 1)
    await sent('Hard@acme.example')
    expectStatus(await bounce({ to: 'hard@ACME.example', type: 'hard' }), 202)
    assert.equal(await suppressions(), begin + 2)
    expectStatus(await bounce({ emailId: await sent('complains@acme.example'), type: 'complaint' }), 202)
    assert.equal(await suppressions(), begin + 3)
  })
})

describe('a mail for later', () => {
  it('waits as scheduled and leaves at its time', async () => {
    const id = await queueTenantMail(app, own.tenantId, later())
    assert.equal((await read(id)).status, 'scheduled')
    app.clock.turn(hour + 1000)
    const sent = await until(id, 'sent')
    assert.deepEqual(
      sent.events.map(({ type }: { type: string }) => type),
      ['scheduled', 'queued', 'sent'],
    )
  })
})

describe('while a tenant is not active', () => {
  const setStatus = async (id: string, status: string) =>
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${id}`, { token: await top(), body: { status } }), 200)

  it('nothing leaves in its name; active again, it leaves', async () => {
    const below = suspended[0] as World
    await setStatus(below.tenantId, 'Suspended')
    const [id, code] = [await queueTenantMail(app, below.tenantId), await queueTenantMail(app, below.tenantId, { status: 'queued' })]
    const held = await eventually('the mail to be held', async () => {
      const mail = await read(id)
      return mail.errorCode === 'tenant_inactive' ? mail : null
    })
    assert.equal(held.status, 'queued')
    // longer than any mail is tried
    app.clock.turn(72 * hour)
    await setStatus(below.tenantId, 'Active')
    app.clock.turn(hour)
    for (const each of [id, code]) assert.equal((await until(each, 'sent')).errorCode, null)
  })

  it('it waits for seven days, then fails; one that is sent again begins anew', async () => {
    const below = suspended[1] as World
    await setStatus(below.tenantId, 'Suspended')
    const id = await queueTenantMail(app, below.tenantId)
    await eventually('the mail to be held', async () => (await read(id)).errorCode === 'tenant_inactive')
    app.clock.turn(7 * 24 * hour)
    const failed = await until(id, 'failed')
    assert.deepEqual([failed.errorCode, mailbox.mails.some(({ messageId }) => messageId?.includes(id))], ['tenant_inactive', false])
    await setStatus(below.tenantId, 'Active')
    expectStatus(await app.post(`${at}/${id}/resend`, undefined, { token: await top() }), 202)
    await until(id, 'sent')
  })
})
