/** What people are told of, made from events: to whom, in which language, once; and the mails beside it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { daysMs } from '#core/clock.ts'
import { deviceOf } from '#core/text/user-agent.ts'
import type { EventName } from '#events/catalog.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { producers } from '#modules/notifications/notification-producers.ts'
import { arabicWords } from '#modules/notifications/notification-words.ar.ts'
import { englishWords } from '#modules/notifications/notification-words.en.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import { placeOfPath } from '../../console/src/sitemap/places.ts'
import { tokenHolding } from '../actors.ts'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin, change, loginPath, setAccount, setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'

let app: TestApp
let tenantId: string
let code: string
let holder: { id: string; token: string }
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  code = own.tenant.code
  const tokens = await own.signIn()
  holder = { id: tokens.user.id, token: tokens.accessToken }
})

async function fanOut(): Promise<void> {
  const { service } = app.open
  const log = { warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
  await new FanOut(service, log, { targets: [...fanOutTargets, notificationTarget(service)] }).drain()
}

interface Told {
  accountId: string
  type: string
  title: string
  body: string
  eventId: string
}
async function toldOf(accountId: string): Promise<Told[]> {
  return await app.open.service.database.kysely
    .selectFrom('notifications')
    .select(['accountId', 'type', 'title', 'body', 'eventId'])
    .where('accountId', '=', accountId)
    .orderBy('seq')
    .execute()
}
const typesOf = async (accountId: string) => (await toldOf(accountId)).map(({ type }) => type)

const happen = (name: string, facts: EventFacts) => change(app, (ctx) => emit(ctx, name as EventName, facts))
/** As a part writes it that may not be there yet. */
async function happenByName(
  type: string,
  facts: { tenantId: string | null; entityId?: string; data: Record<string, unknown> },
): Promise<string> {
  const id = await happen('tenant.updated', { tenantId: facts.tenantId, entityId: facts.entityId ?? null, data: facts.data as never })
  await app.open.service.database.kysely.updateTable('events').set({ type }).where('id', '=', id).execute()
  return id
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'
const newerFirefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

describe('a device', () => {
  it('is browser and system, or the app, without versions', () => {
    assert.equal(deviceOf(firefox), 'Firefox on Linux')
    assert.equal(deviceOf(chrome), 'Chrome on Windows')
    assert.equal(deviceOf(`${chrome} Edg/140.0.0.0`), 'Edge on Windows')
    assert.equal(deviceOf(chrome.replace('Chrome/', 'HeadlessChrome/')), 'Chrome on Windows')
    assert.equal(
      deviceOf('Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Version/18.1 Mobile Safari/604.1'),
      'Safari on iOS',
    )
    assert.equal(deviceOf('AcmeApp/3.1.4 (build 77)'), deviceOf('AcmeApp/4.0.0 (build 81)'))
    assert.equal(deviceOf(null), 'unknown')
    assert.ok(deviceOf('x'.repeat(5000)).length <= 100)
  })
})

async function signIns(kind: 'admin' | 'user') {
  if (kind === 'admin') {
    const admin = await addAdmin(app, tenantId)
    return {
      id: admin.id,
      by: async (agent: string) =>
        void expectStatus(
          await app.post(loginPath, { identifier: admin.email, password: admin.password, tenantId }, { headers: { 'user-agent': agent } }),
          200,
        ),
    }
  }
  const user = await addUser(app, code)
  const body = { username: user.username, password: user.password, tenantCode: code }
  return {
    id: user.id,
    by: async (agent: string) =>
      void expectStatus(await app.post('/api/v1/auth/user/login', body, { headers: { 'user-agent': agent } }), 200),
  }
}
const mailed = async (id: string) => (await mailsTo(app, id)).filter(({ template }) => template === 'new_sign_in').length

describe('a new sign-in', () => {
  for (const kind of ['admin', 'user'] as const) {
    it(`is told to ${kind === 'admin' ? 'an admin' : 'a user'}: not the first, not one with a newer version, one from another browser`, async () => {
      const { id, by } = await signIns(kind)
      await by(firefox)
      await fanOut()
      assert.deepEqual([await typesOf(id), await mailed(id)], [[], 0])
      await by(newerFirefox)
      await fanOut()
      assert.deepEqual([await typesOf(id), await mailed(id)], [[], 0])
      await by(chrome)
      await by(chrome)
      await fanOut()
      assert.deepEqual([await typesOf(id), await mailed(id)], [['auth.new_sign_in'], 1])
      const [{ body }] = (await toldOf(id)) as [Told]
      assert.match(body, /Chrome on Windows, from /)
    })
  }

  it('is none with what an account used before devices were remembered', async () => {
    const { id, by } = await signIns('admin')
    await by(firefox)
    await by(chrome)
    await by(firefox)
    const { kysely } = app.open.service.database
    await kysely.deleteFrom('outbox').execute()
    await by(newerFirefox)
    await fanOut()
    assert.deepEqual([await typesOf(id), await mailed(id)], [[], 0])
  })
})

describe('what happens to an account', () => {
  it('is told to it, and to nobody else', async () => {
    const admin = await addAdmin(app, tenantId)
    const other = await addAdmin(app, tenantId)
    const about = { tenantId, entityId: admin.id, actor: { id: other.id, kind: 'admin' as const } }
    const names = [
      'auth.password.changed',
      'admin.password_reset',
      'auth.two_factor.enabled',
      'auth.impersonation.started',
      'auth.account.locked',
      'auth.token.reuse_detected',
    ]
    for (const name of names) await happen(name, about)
    await happen('admin.updated', { ...about, changes: { firstName: { before: 'A', after: 'B' } } })
    await happen('admin.updated', { ...about, changes: { roleId: { before: null, after: randomUUID() } } })
    await fanOut()
    await fanOut()
    const types = await typesOf(admin.id)
    assert.equal(types.length, 7)
    assert.deepEqual(
      new Set(types),
      new Set([
        'account.locked',
        'auth.impersonated',
        'auth.password_changed',
        'auth.session_theft',
        'auth.two_factor_changed',
        'role.changed',
      ]),
    )
    assert.deepEqual(await typesOf(other.id), [])
  })

  it('is told in its own language, else in its tenant’s', async () => {
    const [plain, arabic, english] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    await setAccount(app, arabic.id, { language: 'ar' })
    await happen('auth.password.changed', { tenantId, entityId: plain.id })
    await happen('auth.password.changed', { tenantId, entityId: arabic.id })
    await fanOut()
    await setSettings(app, tenantId, { language: 'ar' })
    await happen('auth.password.changed', { tenantId, entityId: english.id })
    await fanOut()
    await setSettings(app, tenantId, { language: null })
    const titles = await Promise.all([plain, arabic, english].map(async ({ id }) => (await toldOf(id))[0]?.title))
    assert.deepEqual(titles, [englishWords.passwordChanged.title, arabicWords.passwordChanged.title, arabicWords.passwordChanged.title])
  })
})

describe('what happens to a tenant', () => {
  const idOf = async (token: string) => expectStatus(await app.get('/api/v1/Admins/me', { token }), 200).json.id as string

  it('is told to the holders of the permission in it alone, masks and rights as they are', async () => {
    const seeing = await idOf(await tokenHolding(app, tenantId, ['webhooks.view']))
    const holding = await idOf(await tokenHolding(app, tenantId, ['webhooks.update']))
    const webhookId = randomUUID()
    const told: string[] = []
    for (const type of ['webhook.delivery_failed', 'webhook.failing', 'webhook.disabled'])
      told.push(await happenByName(type, { tenantId, entityId: webhookId, data: { host: 'hooks.acme.test', reason: 'gone' } }))
    await fanOut()
    for (const id of [holding, holder.id]) {
      const mine = (await toldOf(id)).filter(({ eventId }) => told.includes(eventId))
      assert.equal(mine.length, 3)
      assert.deepEqual(new Set(mine.map(({ type }) => type)), new Set(['webhook.delivery_failed', 'webhook.disabled', 'webhook.failing']))
      assert.ok(mine.every(({ body }) => body.includes('hooks.acme.test')))
      const mails = (await mailsTo(app, id)).filter(({ template }) => template === 'webhook_disabled')
      assert.equal(mails.length, 1)
      const address = `${app.open.service.options.publicUrl}/console/webhooks/${webhookId}/deliveries`
      assert.deepEqual(placeOfPath(`/webhooks/${webhookId}`), { to: `/webhooks/${webhookId}/deliveries` })
      for (const language of ['en', 'ar'] as const)
        assert.ok(renderSystemMail('webhook_disabled', language, mails[0]!.variables).html.includes(`<a href="${address}"`), language)
    }
    assert.deepEqual(
      (await typesOf(seeing)).filter((type) => type.startsWith('webhook')),
      [],
    )
  })

  it('goes to those of the parent when it is suspended', async () => {
    const child = await tenantWithAdmin(app, { parentTenantId: tenantId, name: 'Below' })
    const childAdmin = (await child.signIn()).user.id
    const token = await app.superToken()
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${child.tenant.id}`, { token, body: { status: 'Suspended' } }), 200)
    await fanOut()
    assert.ok((await toldOf(holder.id)).some(({ type, body }) => type === 'tenant.suspended' && body.includes('Below')))
    assert.ok(!(await typesOf(childAdmin)).includes('tenant.suspended'))
  })

  it('is told to holders by a group, and on the platform to its own', async () => {
    const failed = await happenByName('email.failed_many', { tenantId: null, data: { failed: 12 } })
    await fanOut()
    const me = await idOf(await app.superToken())
    assert.ok((await toldOf(me)).some(({ eventId, body }) => eventId === failed && body.startsWith('12 ')))
    assert.ok((await toldOf(holder.id)).every(({ eventId }) => eventId !== failed))
  })
})

describe('every producer', () => {
  it('has words in both languages for all that it gives', () => {
    assert.deepEqual(Object.keys(arabicWords), Object.keys(englishWords))
    for (const name of Object.keys(englishWords) as (keyof typeof englishWords)[]) {
      const placesIn = ({ title, body }: { title: string; body: string }) => new Set(`${title}${body}`.match(/\{\w+\}/g))
      assert.deepEqual(placesIn(arabicWords[name]), placesIn(englishWords[name]), name)
    }
    assert.ok(Object.keys(producers).length >= 20)
  })
})

describe('half a year later', () => {
  it('a device is new again, whatever was forgotten meanwhile', async () => {
    const { id, by } = await signIns('admin')
    await by(firefox)
    await by(chrome)
    await fanOut()
    assert.equal(await mailed(id), 1)
    app.clock.turn(daysMs(181))
    const { kysely } = app.open.service.database
    await kysely.deleteFrom('knownDevices').execute()
    await kysely.deleteFrom('sessions').where('accountId', '=', id).execute()
    await by(chrome)
    await fanOut()
    assert.equal(await mailed(id), 2)
  })
})
