/** Every event that somebody is told of reaches exactly those it is for, once, by the type that the contract names. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type EventName, eventCatalog } from '#events/catalog.ts'
import { type EventFacts, emit } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { producers } from '#modules/notifications/notification-producers.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin, change } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

/** Who is there: each may be told, and most must not be. */
const people = ['owner', 'actor', 'holder', 'reader', 'above', 'below', 'elsewhere'] as const
type Person = (typeof people)[number]

let app: TestApp
let tenantId: string
const ids = {} as Record<Person, string>
before(async () => {
  app = await startApp()
  const above = await tenantWithAdmin(app, { name: 'Above' })
  const own = await tenantWithAdmin(app, { name: 'Own', parentTenantId: above.tenant.id })
  const below = await tenantWithAdmin(app, { name: 'Below', parentTenantId: own.tenant.id })
  tenantId = own.tenant.id
  const signedIn = { holder: own, above, below, elsewhere: await tenantWithAdmin(app) }
  for (const [name, { signIn }] of Object.entries(signedIn)) ids[name as Person] = (await signIn()).user.id
  const reading = await tokenHolding(app, tenantId, ['tenants.view', 'webhooks.view', 'emails.send', 'notifications.send'])
  ids.reader = expectStatus(await app.get('/api/v1/Admins/me', { token: reading }), 200).json.id
  for (const name of ['owner', 'actor'] as const) ids[name] = (await addAdmin(app, tenantId)).id
})

interface Case {
  readonly type: string
  readonly to: readonly Person[]
  readonly facts?: Partial<EventFacts>
}
const owner = (type: string, facts?: Partial<EventFacts>): Case => ({ type, to: ['owner'], ...(facts && { facts }) })
const holders = (type: string, data: EventFacts['data'] = {}): Case => ({ type, to: ['holder'], facts: { entityId: randomUUID(), data } })
const domain = { domainId: randomUUID(), domainName: 'login.own.example' }

const cases: Readonly<Record<string, Case>> = {
  'auth.password.changed': owner('auth.password_changed'),
  'auth.password_reset.completed': owner('auth.password_changed'),
  'admin.password_reset': owner('auth.password_changed'),
  'user.password_reset': owner('auth.password_changed'),
  'auth.two_factor.enabled': owner('auth.two_factor_changed'),
  'auth.two_factor.disabled': owner('auth.two_factor_changed'),
  'auth.two_factor.reset': owner('auth.two_factor_changed'),
  'auth.two_factor.backup_codes_regenerated': owner('auth.two_factor_changed'),
  'auth.two_factor.backup_code_used': owner('auth.two_factor_changed'),
  'auth.impersonation.started': owner('auth.impersonated'),
  'auth.token.reuse_detected': owner('auth.session_theft'),
  'auth.account.locked': owner('account.locked', { data: { lockoutEnd: '2026-11-23T10:00:00.000Z' } }),
  'admin.updated': owner('role.changed', { changes: { roleId: { before: null, after: randomUUID() } } }),
  'admin.superadmin_transferred': owner('role.changed'),
  'tenant.deactivated': {
    type: 'tenant.suspended',
    to: ['above'],
    facts: { changes: { status: { before: 'Active', after: 'Suspended' } } },
  },
  'tenant.domain_verified': holders('tenant.domain_verified', domain),
  'tenant.domain_failed': holders('tenant.domain_failed', domain),
  'tenant.quota_near': holders('tenant.quota_near', { quota: 'maxRoles', used: 4, limit: 5, percent: 80 }),
  'webhook.delivery_failed': holders('webhook.delivery_failed', { host: 'hooks.own.example' }),
  'webhook.failing': holders('webhook.failing', { host: 'hooks.own.example' }),
  'webhook.disabled': holders('webhook.disabled', { host: 'hooks.own.example' }),
  'email.failed_many': holders('email.failed_many', { failed: 12, errorCode: 'relay_refused' }),
  'job.finished': { type: 'job.finished', to: ['actor'], facts: { data: { affected: 3, skipped: 0 } } },
}

/** The contract's types; that of a new sign-in is made in `producers.test.ts`, that of a message in `notifications.test.ts`. */
const types = [
  'auth.password_changed',
  'auth.two_factor_changed',
  'auth.impersonated',
  'account.locked',
  'role.changed',
  'tenant.suspended',
  'tenant.domain_verified',
  'tenant.domain_failed',
  'tenant.quota_near',
  'webhook.delivery_failed',
  'webhook.failing',
  'webhook.disabled',
  'email.failed_many',
  'job.finished',
]

async function fanOut(): Promise<void> {
  const { service } = app.open
  const log = { warn() {}, error: (...said: unknown[]) => assert.fail(JSON.stringify(said)) }
  await new FanOut(service, log, { targets: [...fanOutTargets, notificationTarget(service)] }).drain()
}

async function toldOf(eventId: string): Promise<[type: string, who: string][]> {
  const { kysely } = app.open.service.database
  const rows = await kysely
    .selectFrom('notifications')
    .select(['type', 'accountId', 'title', 'body'])
    .where('eventId', '=', eventId)
    .execute()
  for (const { title, body } of rows) assert.ok(title && body && !/[{}[\]]|undefined|null/.test(title + body), `${title}: ${body}`)
  return rows.map(({ type, accountId }) => [type, people.find((name) => ids[name] === accountId) ?? accountId])
}

describe('every producer', () => {
  it('has a case, tells of an event that there is, and the contract’s types are all made', () => {
    assert.deepEqual(new Set(Object.keys(cases)), new Set(Object.keys(producers)))
    for (const name of Object.keys(producers)) assert.ok(Object.hasOwn(eventCatalog, name), name)
    const made = new Set(Object.values(cases).map(({ type }) => type))
    assert.deepEqual(
      types.filter((type) => !made.has(type)),
      [],
    )
  })

  for (const [name, { type, to, facts }] of Object.entries(cases)) {
    it(`${name} is told to ${to.join()} as ${type}, once`, async () => {
      const actor = { id: ids.actor, kind: 'admin' as const }
      const about: EventFacts = { tenantId, entityId: ids.owner, entityName: 'Own', actor, ...facts }
      const id = await change(app, (ctx) => emit(ctx, name as EventName, about))
      await fanOut()
      await fanOut()
      assert.deepEqual(
        await toldOf(id),
        to.map((person) => [type, person]),
      )
    })
  }
})
