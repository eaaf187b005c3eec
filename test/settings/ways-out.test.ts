/** Ways out that are opened anew while messages are on their way, and webhooks that are held: nothing is lost, nothing goes twice. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { createLogger } from '#core/log.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { queueText } from '#jobs/text.ts'
import { startBackground } from '../../src/background.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { startGateway } from '../rig/gateway.ts'
import { type Mailbox, startMailbox } from '../rig/mailbox.ts'
import { eventually, freePort } from '../rig/ports.ts'
import { startReceiver } from '../rig/receiver.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let token: string
before(async () => {
  apps = await startTwo({ background: true })
  app = apps[0]
  token = await app.superToken()
})

/** Sets it, and waits until the other process has heard of it. */
const setEverywhere = async (body: object) => {
  expectStatus(await app.request('PUT', '/api/v1/settings', { token, body }), 200)
  const { values } = app.open.service.serviceSettings
  for (const { open } of apps)
    await eventually(
      'the other process to have the same',
      () => JSON.stringify(open.service.serviceSettings.values) === JSON.stringify(values),
    )
}
const relayAt = (url: string) => {
  const { hostname, port } = new URL(url)
  return { email: { transport: 'smtp', host: hostname, port: Number(port) } }
}
/** Has a mail sent to a new address. */
const mailSomebody = async () => (await tenantWithAdmin(app)).admin.email
const mailTo = (address: string) =>
  app.open.service.database.kysely
    .selectFrom('emails')
    .select(['status', 'attempts'])
    .where('recipientAddress', '=', address)
    .executeTakeFirst()
const isSent = (address: string) => eventually(`the mail to ${address} to be sent`, async () => (await mailTo(address))?.status === 'sent')
const got = ({ mails }: Mailbox, address: string) => mails.filter(({ envelope }) => envelope.to.includes(address)).length

describe('mails', () => {
  it('go by the new relay at once, and what the old one has in hand is neither lost nor sent twice', async () => {
    const [first, second] = [await startMailbox(), await startMailbox()]
    await setEverywhere(relayAt(first.url))
    const confirm = first.holdConfirmations()
    const early = await mailSomebody()
    await first.waitFor(({ envelope }) => envelope.to.includes(early))
    await setEverywhere(relayAt(second.url))
    const late = await mailSomebody()
    await isSent(late)
    assert.deepEqual([got(first, late), got(second, late)], [0, 1])
    assert.notEqual((await mailTo(early))?.status, 'sent')
    confirm()
    await isSent(early)
    assert.deepEqual([got(first, early), got(second, early)], [1, 0])
  })

  it('do not wait for a relay that was away and is no longer the one', async () => {
    await setEverywhere(relayAt(`smtp://127.0.0.1:${await freePort()}`))
    const early: string[] = []
    for (let n = 0; n < 6; n++) early.push(await mailSomebody())
    await eventually('the relay to be given up', async () => {
      const { rows } = await app.open.service.database.session((session) =>
        session.query<{ n: number }>(
          `select count(*)::integer as n from jobs where kind like 'email.%' and run_at > now() + interval '20 seconds'`,
        ),
      )
      return rows[0]!.n >= 6
    })
    const mailbox = await startMailbox()
    await setEverywhere(relayAt(mailbox.url))
    const late = await mailSomebody()
    await isSent(late)
    for (const each of new Set(apps)) each.clock.turn(5 * 60_000)
    for (const address of early) await isSent(address)
    assert.deepEqual(
      early.map((address) => got(mailbox, address)),
      early.map(() => 1),
    )
  })

  it('are written to files again when that is set', async () => {
    await setEverywhere({ email: { transport: 'outbox' } })
    await isSent(await mailSomebody())
  })
})

describe('texts', () => {
  it('go by the new gateway at once', async () => {
    const text = async () => {
      const to = `+96279${String(Math.floor(Math.random() * 1e7)).padStart(7, '0')}`
      await transact(systemContext(app.open.service), (ctx) =>
        queueText(ctx, {
          template: 'phone_verification',
          tenantId: null,
          recipient: { type: 'user', id: randomUUID(), number: to, language: 'en' },
          variables: { code: '482913', brand: 'Acme', expiresInMinutes: 10 },
        }),
      )
      return to
    }
    const [first, second] = [await startGateway(), await startGateway()]
    for (const gateway of [first, second]) {
      await setEverywhere({ sms: { transport: 'http', url: `http://${gateway.host}/sms`, user: 'us', password: 'gateway-Password' } })
      const to = await text()
      const received = await eventually('the text', () => gateway.texts.find((one) => one.to === to))
      assert.equal(received.headers.authorization, `Basic ${Buffer.from('us:gateway-Password').toString('base64')}`)
    }
    assert.deepEqual([first.texts.length, second.texts.length], [1, 1])
  })
})

describe('webhooks that are switched off', () => {
  it('are held, every one, and go on when they are switched on', async () => {
    const receiver = await startReceiver()
    // who subscribes before an event is fanned out is told of it
    await eventually(
      'what was before to be told',
      async () => (await app.open.service.database.kysely.selectFrom('outbox').select('eventId').execute()).length === 0,
    )
    const made = expectStatus(await app.post('/api/v1/webhooks', { url: receiver.url, events: ['tenant.created'] }, { token }), 201).json
    const owed = () =>
      app.open.service.database.kysely
        .selectFrom('webhookDeliveries')
        .select(['status', 'attemptNumber'])
        .where('webhookId', '=', made.id)
        .execute()
    await tenantWithAdmin(app)
    await eventually('the first', () => receiver.received.length === 1)
    await setEverywhere({ features: { webhooks: false } })
    for (let n = 2; n <= 4; n++) {
      await tenantWithAdmin(app)
      // what was owed before this one would have left by now
      await eventually('one more to be owed', async () => (await owed()).length === n)
    }
    assert.equal(receiver.received.length, 1)
    const waiting = (await owed()).filter(({ status }) => status === 'Pending')
    assert.deepEqual(
      waiting.map(({ attemptNumber }) => attemptNumber),
      [0, 0, 0],
    )
    await setEverywhere({ features: { webhooks: true } })
    await eventually('all', async () => (await owed()).every(({ status }) => status === 'Delivered'))
    assert.equal(receiver.received.length, 4)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['x-webhook-id'])).size, 4)
  })
})

describe('ways out that are stored by halves', () => {
  /** As another version, or another environment, may have left them. */
  const leave = async (rows: Record<string, string>) => {
    const { database, serviceSettings } = app.open.service
    await database.kysely.deleteFrom('serviceSettings').execute()
    const left = Object.entries(rows).map(([name, value]) => ({ name, value: JSON.stringify(value), sealed: null, updatedAt: new Date() }))
    if (left.length > 0) await database.kysely.insertInto('serviceSettings').values(left).execute()
    await serviceSettings.apply('flush')
  }

  it('keep no process from starting: what would go by them waits', async () => {
    await leave({
      'sms.transport': 'http',
      'sms.url': 'ftp://not-any-more.example',
      'email.transport': 'smtp',
      'email.host': '127.0.0.1',
      'email.user': 'us',
    })
    const { service } = app.open
    const { stop } = startBackground(service, app.config, createLogger({ level: 'silent' }))
    try {
      for (const name of ['email', 'sms']) assert.equal((await service.checks.get(name)!()).status, 'down', name)
    } finally {
      await stop(2000)
      await leave({})
    }
  })
})
