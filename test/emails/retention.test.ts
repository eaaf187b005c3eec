/** How long mails and texts are kept: by when they ended, however long before that they were written. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { daysMs, minutesMs } from '#core/clock.ts'
import { uuidv7 } from '#core/uuid.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually } from '../rig/ports.ts'
import { addMail, addTemplate, at, queueTenantMail } from './rig.ts'

let app: TestApp
let mailbox: Mailbox
let own: World
let templateId: string
before(async () => {
  mailbox = await startMailbox()
  app = await startApp({ background: true, env: { MAIL_URL: mailbox.url } })
  own = await world(app)
  templateId = await addTemplate(app, own.tenantId)
})

/** Signed in after time was turned. */
const top = async () => (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken
const clean = () =>
  cleaningJobs.find(({ name }) => name === 'cleaning.expired')!.run(app.open.service, app.clock.now(), new AbortController().signal)
const rowOf = (id: string) => app.open.service.database.kysely.selectFrom('emails').selectAll().where('id', '=', id).executeTakeFirst()
/** Whether there is still its row, and what it said. */
const kept = async (id: string) => {
  const row = await rowOf(id)
  return row === undefined ? 'gone' : row.content === null ? 'row' : 'text'
}
const until = (id: string, status: string) => eventually(`mail ${id} to be ${status}`, async () => (await rowOf(id))?.status === status)
const ahead = (days: number) => new Date(app.clock.now().getTime() + daysMs(days))
const resend = async (id: string) => await app.post(`${at}/${id}/resend`, undefined, { token: await top() })

describe('what a mail said', () => {
  it('is kept for 30 days after it failed, though it was planned 31 days before, and sent again until then', async () => {
    const body = { to: 'lina@acme.example', templateId, variables: { name: 'Lina' }, scheduledAt: ahead(31).toISOString() }
    const { id } = expectStatus(await app.post(`${at}/send`, body, { token: await top() }), 202).json
    mailbox.refuseNext(550)
    app.clock.turn(daysMs(31) + 1000)
    await until(id, 'failed')
    await clean()
    assert.equal(await kept(id), 'text')
    app.clock.turn(daysMs(29))
    await clean()
    mailbox.refuseNext(550)
    expectStatus(await resend(id), 202)
    await until(id, 'failed')
    // counted from when it failed again
    app.clock.turn(daysMs(29))
    await clean()
    assert.equal(await kept(id), 'text')
    app.clock.turn(daysMs(1) + 1000)
    await clean()
    assert.equal(await kept(id), 'row')
    assert.equal(expectStatus(await resend(id), 409).json.code, 'email_not_resendable')
  })

  it('is kept while it waits, and for 30 days after it was sent or cancelled', async () => {
    const written = { id: uuidv7(ahead(-40)), createdAt: ahead(-40), content: 'sealed' }
    const waiting = await queueTenantMail(app, own.tenantId, { status: 'scheduled', scheduledAt: ahead(1) })
    const mail = (more: object, days = -40) => addMail(app, own.tenantId, { ...written, id: uuidv7(ahead(days)), ...more })
    const [late, early] = [ahead(-29), ahead(-31)]
    const ids = [
      waiting,
      await mail({ status: 'scheduled', scheduledAt: ahead(200) }),
      await mail({ status: 'sent', sentAt: late }),
      await mail({ status: 'cancelled', cancelledAt: late }),
      await mail({ status: 'sent', sentAt: early }),
      await mail({ status: 'failed', failedAt: early }),
      await mail({ status: 'cancelled', cancelledAt: early }),
      // of a build that did not say when
      await mail({ status: 'cancelled' }),
    ]
    await clean()
    assert.deepEqual(await Promise.all(ids.map(kept)), ['text', 'text', 'text', 'text', 'row', 'row', 'row', 'row'])
  })
})

describe('what became of a mail', () => {
  it('is kept for 365 days after it was sent, though it was planned a year before', async () => {
    const id = await queueTenantMail(app, own.tenantId, { status: 'scheduled', scheduledAt: ahead(365), expiresAt: ahead(366) })
    app.clock.turn(daysMs(365) + minutesMs(60))
    await until(id, 'sent')
    await clean()
    assert.equal(await kept(id), 'text')
    app.clock.turn(daysMs(364))
    await clean()
    assert.equal(await kept(id), 'row')
    app.clock.turn(daysMs(1) + 1000)
    await clean()
    assert.equal(await kept(id), 'gone')
  })
})

it('what became of a text is kept for 365 days after it ended, and while it waits', async () => {
  const { kysely } = app.open.service.database
  const text = async (days: number, more: object) => {
    const [id, createdAt] = [uuidv7(ahead(days)), ahead(days)]
    const to = { recipientNumber: '+962790000000', recipientType: 'user' as const, recipientId: uuidv7(createdAt) }
    const row = { id, ...to, template: 'phone_verification', language: 'en' as const, status: 'sent' as const, createdAt }
    await kysely
      .insertInto('texts')
      .values({ ...row, expiresAt: ahead(1), ...more })
      .execute()
    return id
  }
  const ids = [
    await text(-366, { status: 'queued' }),
    await text(-364, { sentAt: ahead(-364) }),
    await text(-366, { sentAt: ahead(-366) }),
    await text(-366, { status: 'failed', failedAt: ahead(-366) }),
  ]
  await clean()
  const left = await kysely.selectFrom('texts').select('id').execute()
  assert.deepEqual(
    ids.map((id) => left.some((row) => row.id === id)),
    [true, true, false, false],
  )
})
