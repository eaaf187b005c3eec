/** What happens to a tenant is told to the holders of a permission there: by a role of their own or by a group, a hundred at most. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { renderSystemMail } from '#outside/mail/render.ts'
import { placeOfPath } from '../../console/src/sitemap/places.ts'
import { tokenHolding } from '../actors.ts'
import { mailsTo } from '../auth/mail.ts'
import { addRole, put, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { fanOut, happen, toldBy, toldOf, typesOf } from './told.ts'

let app: TestApp
let tenantId: string
let holder: { id: string; token: string }
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  const tokens = await own.signIn()
  holder = { id: tokens.user.id, token: tokens.accessToken }
})

describe('what happens to a tenant', () => {
  const idOf = async (token: string) => expectStatus(await app.get('/api/v1/Admins/me', { token }), 200).json.id as string

  it('is told to the holders of the permission in it alone, masks and rights as they are', async () => {
    const seeing = await idOf(await tokenHolding(app, tenantId, ['webhooks.view']))
    const holding = await idOf(await tokenHolding(app, tenantId, ['webhooks.update']))
    const webhookId = randomUUID()
    const told: string[] = []
    for (const type of ['webhook.delivery_failed', 'webhook.failing', 'webhook.disabled'] as const)
      told.push(await happen(app, type, { tenantId, entityId: webhookId, data: { host: 'hooks.acme.test', reason: 'gone' } }))
    await fanOut(app)
    for (const id of [holding, holder.id]) {
      const mine = (await toldOf(app, id)).filter(({ eventId }) => told.includes(eventId))
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
      (await typesOf(app, seeing)).filter((type) => type.startsWith('webhook')),
      [],
    )
  })

  it('goes to those of the parent when it is suspended', async () => {
    const child = await tenantWithAdmin(app, { parentTenantId: tenantId, name: 'Below' })
    const childAdmin = (await child.signIn()).user.id
    const token = await app.superToken()
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${child.tenant.id}`, { token, body: { status: 'Suspended' } }), 200)
    await fanOut(app)
    assert.ok((await toldOf(app, holder.id)).some(({ type, body }) => type === 'tenant.suspended' && body.includes('Below')))
    assert.ok(!(await typesOf(app, childAdmin)).includes('tenant.suspended'))
  })

  it('of the platform is told to its own alone', async () => {
    const failed = await happen(app, 'email.failed_many', { tenantId: null, data: { failed: 12 } })
    await fanOut(app)
    const me = await idOf(await app.superToken())
    assert.ok((await toldOf(app, me)).some(({ eventId, body }) => eventId === failed && body.startsWith('12 ')))
    assert.ok(!(await toldBy(app, failed)).includes(holder.id))
  })
})

describe('who holds a permission by a group', () => {
  /** Whom the failed mails of a tenant are told, each once. */
  const toldIn = async (tenantId: string) => {
    const id = await happen(app, 'email.failed_many', { tenantId, data: { failed: 12 } })
    await fanOut(app)
    const told = await toldBy(app, id)
    assert.equal(new Set(told).size, told.length)
    return new Set(told)
  }
  const those = (...ids: string[]) => new Set(ids)

  it('is told while the group is active and there, its role gives it, and they belong to it', async () => {
    const own: World = await world(app)
    const roleId = await own.role(['emails.view'])
    const [member, other] = [await own.member(), await own.member()]
    assert.deepEqual(await toldIn(own.tenantId), those(own.adminId), 'their own roles give nothing')
    const group = await own.group({ roleIds: [roleId] }, [member])
    await own.group({ roleIds: [await own.role(['emails.send'])] }, [other])
    assert.deepEqual(await toldIn(own.tenantId), those(own.adminId, member))
    for (const [isActive, told] of [
      [false, those(own.adminId)],
      [true, those(own.adminId, member)],
    ] as const) {
      expectStatus(await put(app, group.id, { isActive }, own.token), 200)
      assert.deepEqual(await toldIn(own.tenantId), told)
    }
    expectStatus(await app.post(`/api/v1/admins/${member}/block`, {}, { token: own.token }), 200)
    assert.deepEqual(await toldIn(own.tenantId), those(own.adminId), 'blocked')
    expectStatus(await app.post(`/api/v1/admins/${member}/unblock`, undefined, { token: own.token }), 200)
    expectStatus(await app.request('DELETE', `/api/v1/UserGroups/${group.id}`, { token: own.token }), 204)
    assert.deepEqual(await toldIn(own.tenantId), those(own.adminId), 'the group is deleted')
  })

  it('is told once, though a role and two groups give it; a group above or below gives nothing', async () => {
    const own = await world(app)
    const below = await world(app, own.tenantId)
    const person = await own.person(['emails.view'])
    for (let n = 0; n < 2; n++) await own.group({ roleIds: [await own.role(['emails.view'])] }, [person.id])
    const under = await below.member()
    await below.group({ roleIds: [await below.role(['emails.view'])] }, [under])
    assert.deepEqual(await toldIn(own.tenantId), those(own.adminId, person.id))
    assert.deepEqual(await toldIn(below.tenantId), those(below.adminId, under))
  })

  it('is one of a hundred at most, with those whose own role gives it', async () => {
    const own = await world(app)
    const { kysely } = app.open.service.database
    const groupId = app.open.service.keys.opaqueIds.decode('group', (await own.group({ roleIds: [await own.role(['emails.view'])] })).id)
    const now = app.clock.now()
    const people = async (roleId: string) => {
      const row = () => ({ id: uuidv7(now), kind: 'admin' as const, tenantId: own.tenantId, roleId, search: '', createdAt: now })
      const rows = Array.from({ length: 70 }, () => ({ ...row(), email: `${randomUUID()}@example.test` }))
      await kysely.insertInto('accounts').values(rows).execute()
      return rows.map(({ id }) => id)
    }
    const byRole = await people(await addRole(app, own.tenantId, ['emails.view']))
    const members = await people(await addRole(app, own.tenantId, []))
    const joined = members.map((accountId) => ({ groupId: groupId!, accountId, addedAt: now }))
    await kysely.insertInto('userGroupMembers').values(joined).execute()
    const told = await toldIn(own.tenantId)
    assert.equal(told.size, 100)
    const holders = new Set([own.adminId, ...byRole, ...members])
    assert.ok([...told].every((id) => holders.has(id)))
    assert.ok(members.some((id) => told.has(id)))
  })
})
