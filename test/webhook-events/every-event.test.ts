/** Every name of the catalogue is caused over HTTP; each change owes just what it should, and every body fits its schema and arrives as it is. */
import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookEvents } from '#modules/webhook-events/catalogue.ts'
import { type Tour, tour } from '../abuse/tour.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { type Receiver, startReceiver } from '../rig/receiver.ts'
import { assertFits, type Delivery, listen, owedTo, tell } from './rig.ts'

const names = webhookEvents.filter((event) => event.isSubscribable).map(({ name }) => name)

const changed = (kind: 'admin' | 'user') => [`${kind}.updated`, 'entity.updated']
const registered = ['user.registered', 'user.created', 'entity.created']
/** What each of our events owes to whoever listens to every name; the rest owes nothing. */
const owing: Record<string, readonly string[]> = {
  'admin.created': ['admin.created', 'entity.created'],
  'admin.updated': changed('admin'),
  'admin.blocked': ['admin.blocked', 'entity.updated'],
  'admin.unblocked': changed('admin'),
  'admin.unlocked': changed('admin'),
  'admin.activated': changed('admin'),
  'admin.deactivated': changed('admin'),
  'admin.protected': changed('admin'),
  'admin.unprotected': changed('admin'),
  'admin.superadmin_transferred': changed('admin'),
  'admin.deleted': ['admin.deleted', 'entity.deleted'],
  'user.registered': registered,
  'user.created': registered,
  'user.updated': changed('user'),
  'user.blocked': changed('user'),
  'user.unblocked': changed('user'),
  'user.unlocked': changed('user'),
  'user.deleted': ['user.deleted', 'entity.deleted'],
  'user.verified': ['user.verified', 'entity.updated'],
  'auth.login.failed': ['Failed Login Attempt', 'auth.login.failed'],
  'auth.account.locked': ['Account Security Lockout', 'auth.account.locked', 'entity.updated'],
  'tenant.created': ['tenant.created', 'entity.created'],
  'tenant.updated': ['entity.updated'],
  'tenant.activated': ['entity.updated'],
  'tenant.deactivated': ['tenant.deactivated', 'entity.updated'],
  'tenant.deleted': ['tenant.deactivated', 'entity.deleted'],
  'tenant.permissions_changed': ['entity.updated'],
  'tenant.settings_changed': ['tenant.settings_changed', 'entity.updated'],
  'tenant.domain_created': ['entity.created'],
  'tenant.domain_deleted': ['entity.deleted'],
  'tenant.domain_primary_changed': ['entity.updated'],
  'tenant.domain_verification_requested': ['entity.updated'],
  'tenant.domain_verified': ['entity.updated'],
  'tenant.domain_failed': ['entity.updated'],
  'tenant.identity_provider_created': ['entity.created'],
  'tenant.identity_provider_updated': ['entity.updated'],
  'tenant.identity_provider_deleted': ['entity.deleted'],
  'role.created': ['entity.created'],
  'role.updated': ['entity.updated'],
  'role.deleted': ['entity.deleted'],
  'role.permissions_changed': ['role.permissions_changed', 'role.permissions.changed', 'entity.updated'],
  'group.created': ['entity.created'],
  'group.updated': ['entity.updated'],
  'group.deleted': ['entity.deleted'],
  'group.activated': ['entity.updated'],
  'group.deactivated': ['entity.updated'],
  'group.members_added': ['entity.updated'],
  'group.member_removed': ['entity.updated'],
  'group.roles_changed': ['entity.updated'],
  'group.restrictions_changed': ['entity.updated'],
  'menu.reordered': ['entity.updated'],
  'settings.updated': [],
  'file.uploaded': ['entity.created'],
  'entity.purged': ['entity.deleted'],
}

/** Of events that tell of either kind of account, and of several kinds of records. */
function owedBy({ type, entityType, proved }: Happened): readonly string[] {
  const kind = entityType === 'User' ? 'user' : 'admin'
  if (/^auth\.two_factor\.(enabled|disabled|reset)$/.test(type)) return changed(kind)
  if (type === 'entity.restored')
    return entityType === 'Admin' || entityType === 'User' ? [`${kind}.updated`, 'entity.created'] : ['entity.created']
  if (type === 'auth.password_reset.completed' || type === 'auth.login.succeeded') return proved ? ['user.verified', 'entity.updated'] : []
  // records of any other kind
  const ending = /^[a-z_]+\.(created|updated|deleted)$/.exec(type)?.[1]
  return owing[type] ?? (ending === undefined ? [] : [`entity.${ending}`])
}

interface Happened {
  readonly id: string
  readonly type: string
  readonly entityType: string | null
  readonly proved: boolean
}

let app: TestApp
let toured: Tour
let all: string
let wildcard: string
let bodies: Delivery[]
let receiver: Receiver
const secret = 'a secret of every event'
const mark = randomUUID()

before(async () => {
  app = await startApp()
  receiver = await startReceiver()
  all = await listen(app, { tenantId: null, events: names, receiver: { url: receiver.url, secret } })
  wildcard = await listen(app, { tenantId: null, events: ['*', 'user.*', 'admin.*'] })
  toured = await tour(app, 0, { mark })
  await wrongPasswords()
  await tell(app)
  bodies = await owedTo(app, all)
})

/** What no tour of successes has in it. */
async function wrongPasswords(): Promise<void> {
  const place = await tenantWithAdmin(app, { name: `Locked ${mark}` })
  for (let tries = 0; tries < 6; tries++)
    await app.post('/api/v1/auth/admin/login', { identifier: place.admin.email, password: `wrong ${tries}`, tenantId: place.tenant.id })
  await app.post('/api/v1/auth/admin/login', { identifier: 'nobody', password: 'wrong', tenantId: place.tenant.id })
  const token = await app.superToken()
  const { id } = place.tenant
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${id}`, { token, body: { status: 'Inactive', statusReason: 'Some reason' } }), 200)
  expectStatus(await app.request('PUT', `/api/v1/Tenants/${id}`, { token, body: { isActive: true } }), 200)
}

describe('every event', () => {
  for (const name of names) {
    it(`${name} is caused, and what it says fits its schema`, () => {
      const told = bodies.filter(({ event }) => event === name)
      assert.ok(told.length > 0, `nothing caused ${name}`)
      for (const delivery of told) assertFits(delivery)
    })
  }

  it('is sent to a real receiver: each body once, byte for byte, and signed', async () => {
    const { kysely } = app.open.service.database
    // that of the tour leads nowhere
    await kysely.updateTable('webhooks').set({ isActive: false }).where('id', '!=', all).execute()
    const dispatcher = new Dispatcher(app.open.service, createLogger({ level: 'silent' }))
    dispatcher.start()
    const unsent = () => kysely.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', all).where('status', '!=', 'Delivered')
    try {
      await eventually('all to be delivered', async () => (await unsent().execute()).length === 0)
    } finally {
      await dispatcher.stop(1000)
    }
    assert.equal(receiver.received.length, bodies.length)
    const byId = new Map(receiver.received.map((one) => [one.headers['x-webhook-id'], one]))
    for (const { id, event, text } of bodies) {
      const { method, headers, body } = byId.get(id)!
      assert.deepEqual([method, headers['x-webhook-event'], headers['x-webhook-attempt'], body], ['POST', event, '1', text])
      assert.equal(headers['x-webhook-signature'], `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`, event)
    }
  })

  it('owes each name once, under an id of its own, as it is first stored', () => {
    assert.equal(new Set(bodies.map(({ eventId, event }) => `${eventId} ${event}`)).size, bodies.length)
    assert.equal(new Set(bodies.map(({ id }) => id)).size, bodies.length)
    for (const { status, maxAttempts } of bodies) assert.deepEqual([status, maxAttempts], ['Pending', 6])
  })

  it('owes what it should: each change its names, and no more', async () => {
    const { rows } = await sql<Happened>`
      select id, type, entity_type, coalesce((data->>'addressProved')::boolean, false) as proved from events order by id`.execute(
      app.open.service.database.kysely,
    )
    // those that were before anybody listened
    const since = rows.filter(({ type }) => !type.startsWith('service.'))
    assert.ok(since.length > 100)
    for (const happened of since) {
      const told = bodies.filter(({ eventId }) => eventId === happened.id).map(({ event }) => event)
      assert.deepEqual(new Set(told), new Set(owedBy(happened)), happened.type)
    }
  })

  it('owes a subscription of `*` the canonical names alone, once each', async () => {
    const canonical = new Set(webhookEvents.filter(({ inWildcard }) => inWildcard).map(({ name }) => name))
    const owed = (await owedTo(app, wildcard)).map(({ eventId, event }) => `${eventId} ${event}`)
    const wanted = bodies.filter(({ event }) => canonical.has(event)).map(({ eventId, event }) => `${eventId} ${event}`)
    assert.deepEqual(owed, wanted)
  })

  it('says nothing secret', () => {
    const text = bodies.map((delivery) => delivery.text).join('\n')
    for (const secret of toured.secrets) assert.ok(!text.includes(secret), 'a secret of the tour')
    assert.doesNotMatch(text, /\$2[aby]\$|\$argon2|"clientSecret"|passwordHash|password_hash/)
  })
})
