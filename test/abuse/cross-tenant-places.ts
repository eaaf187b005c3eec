/** A tree R, P → (T → C, S) with a record of every kind in every tenant, and what of it an admin of T may name. */
import { hash, randomUUID } from 'node:crypto'
import { uuidv7 } from '#core/uuid.ts'
import { addNotifications } from '#modules/notifications/new-notifications.ts'
import { addLink } from '#sign-in/providers/external-links.ts'
import { change } from '../auth/people.ts'
import { addBatch, addMail } from '../emails/rig.ts'
import { expectStatus, type TestApp, tenantWithAdmin } from '../harness.ts'
import { someIssuer } from '../rig/issuer.ts'
import { addUser as registered } from '../users/rig.ts'
import { addDelivery, addWebhook } from '../webhooks/rig.ts'

/** Kinds of records that a request can name; `groups` and `opaqueTenants` as the interface shows them. */
export type Kind =
  | 'tenants'
  | 'opaqueTenants'
  | 'admins'
  | 'users'
  | 'roles'
  | 'groups'
  | 'menuItems'
  | 'files'
  | 'events'
  | 'sessions'
  | 'externalLogins'
  | 'binEntries'
  | 'domains'
  | 'identityProviders'
  | 'notifications'
  | 'emails'
  | 'emailBatches'
  | 'webhooks'
  | 'templates'
  | 'deliveries'
/** One record of each kind, all of one tenant. */
export type Place = Readonly<Record<Kind, string>>

export interface Places {
  /** Of T's first admin, who holds all that T is granted. */
  readonly token: string
  /** Of T's end user. */
  readonly userToken: string
  readonly T: Place
  readonly C: Place
  readonly foreign: { readonly sibling: Place; readonly parent: Place; readonly root: Place }
  /** Below T, and deleted: what went with it is nobody's. */
  readonly deleted: Pick<Place, 'tenants' | 'opaqueTenants' | 'roles' | 'groups' | 'webhooks' | 'templates'>
  /** Of the platform; it is no tenant itself. */
  readonly platform: Omit<Place, 'tenants' | 'opaqueTenants' | 'domains' | 'identityProviders' | 'users'>
}

export async function standingPlaces(app: TestApp): Promise<Places> {
  const top = await app.superToken()
  const first = async (name: string, parentTenantId?: string) => {
    const made = await tenantWithAdmin(app, { name, ...(parentTenantId && { parentTenantId }) })
    return { ...made, tokens: await made.signIn() }
  }
  const parent = await first('Parent')
  const own = await first('Own', parent.tenant.id)
  const [child, sibling, root] = [await first('Child', own.tenant.id), await first('Sibling', parent.tenant.id), await first('Root')]
  const place = (made: typeof own) => furnish(app, made.tenant.id, made.tokens.user.id)
  const gone = await first('Gone', own.tenant.id)
  const deleted = await place(gone)
  expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenant.id}`, { token: top }), 204)
  const me = (await app.get('/api/v1/Admins/me', { token: top })).json
  const user = await registered(app, own.tenant.code)
  return {
    token: own.tokens.accessToken,
    userToken: (await user.signIn()).accessToken,
    T: { ...(await furnish(app, own.tenant.id, await second(app, own))), users: user.id },
    C: await place(child),
    foreign: { sibling: await place(sibling), parent: await place(parent), root: await place(root) },
    deleted,
    platform: await furnish(app, null, me.id),
  }
}

/** Another admin of the tenant, who was signed in: about oneself some things are refused to everybody. */
async function second(app: TestApp, { tenant, tokens }: { tenant: { id: string }; tokens: { accessToken: string } }): Promise<string> {
  const token = tokens.accessToken
  const [{ role }] = expectStatus(await app.get(`/api/v1/admins?tenantId=${tenant.id}`, { token }), 200).json.items
  const person = { email: `second-${randomUUID()}@example.test`, password: `long ${randomUUID()}` }
  const body = { ...person, firstName: 'Second', lastName: 'Admin', roleId: role.id }
  expectStatus(await app.post('/api/v1/admins', body, { token }), 201)
  return (await app.signIn(person.email, person.password, { tenantId: tenant.id })).user.id
}

/** What a tenant has besides its first admin: a role and a group that admin is in, a menu item, an event, a session. */
async function furnish(app: TestApp, tenantId: string | null, adminId: string): Promise<Place> {
  const { kysely } = app.open.service.database
  const { opaqueIds } = app.open.service.keys
  const token = await app.superToken()
  const mark = randomUUID()
  const body = { name: `Role ${mark}`, tenantId }
  const role = expectStatus(await app.post('/api/v1/roles', body, { token }), 201).json.id
  const binned = expectStatus(await app.post('/api/v1/roles', { name: `Binned ${mark}`, tenantId }, { token }), 201).json.id
  expectStatus(await app.request('DELETE', `/api/v1/roles/${binned}`, { token }), 204)
  const groupBody = { nameEn: `Group ${mark}`, roleIds: [role], ...(tenantId !== null && { tenantId }) }
  const group = expectStatus(await app.post('/api/v1/UserGroups', groupBody, { token }), 201).json.id
  expectStatus(await app.post(`/api/v1/UserGroups/${group}/members`, { adminIds: [adminId] }, { token }), 200)
  const menuItem = await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    await ctx.db
      .insertInto('menuItems')
      .values({ id, tenantId, key: `menu-${mark}`, titleEn: `Menu ${mark}`, createdAt: ctx.now })
      .execute()
    return id
  })
  const template = { name: `Template ${mark}`, subject: 'S', bodyHtml: '<p></p>', category: 'notification', tenantId }
  const { id: templates } = expectStatus(await app.post('/api/v1/message-templates', template, { token }), 201).json
  const event = await kysely.selectFrom('events').select('id').where('entityId', '=', role).executeTakeFirstOrThrow()
  const domain = tenantId === null ? '' : await addDomain(app, tenantId, `${mark}.example.test`)
  const provider = tenantId === null ? '' : await addProvider(app, tenantId)
  const webhook = await addWebhook(app, tenantId)
  // a second page
  await addWebhook(app, tenantId)
  const delivery = await addDelivery(app, webhook)
  const user = tenantId === null ? '' : await addUser(app, tenantId, mark)
  const session = await kysely.selectFrom('sessions').select('id').where('accountId', '=', adminId).executeTakeFirstOrThrow()
  return {
    tenants: tenantId ?? '',
    opaqueTenants: tenantId === null ? '' : opaqueIds.encode('tenant', tenantId),
    admins: adminId,
    users: user,
    roles: role,
    groups: group,
    menuItems: menuItem,
    files: await addFile(app, tenantId),
    events: event.id,
    sessions: session.id,
    externalLogins: await addExternalLogin(app, adminId, tenantId),
    binEntries: binned,
    domains: domain,
    identityProviders: provider,
    notifications: await tell(app, adminId, tenantId),
    emails: await addMail(app, tenantId),
    emailBatches: await addBatch(app, tenantId),
    webhooks: webhook,
    templates,
    deliveries: delivery,
  }
}

/** A file, with the object that it names. */
async function addFile(app: TestApp, tenantId: string | null): Promise<string> {
  const key = `files/00/${randomUUID().replaceAll('-', '')}`
  const body = Buffer.from('%PDF-1.7')
  const checksum = hash('sha256', body)
  await app.open.service.objects.put(key, body, 'application/octet-stream')
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const facts = { fileName: `File ${id}.pdf`, contentType: 'application/pdf', bytes: 8, checksum, isPublic: false }
    await ctx.db
      .insertInto('files')
      .values({ id, tenantId, key, ...facts, createdAt: ctx.now })
      .execute()
    return id
  })
}

/** A notification of this admin's. */
async function tell(app: TestApp, accountId: string, tenantId: string | null): Promise<string> {
  const said = { type: 'message', severity: 'info', title: 'Told', body: 'Told', data: {}, link: null, actorId: null } as const
  const told = { accountId, kind: 'admin', tenantId, eventId: randomUUID(), ...said } as const
  await change(app, (ctx) => addNotifications(ctx.db, ctx.now, [told], ctx.wakes))
  const { kysely } = app.open.service.database
  return (await kysely.selectFrom('notifications').select('id').where('accountId', '=', accountId).executeTakeFirstOrThrow()).id
}

/** A provider that this admin is linked to. */
async function addExternalLogin(app: TestApp, id: string, tenantId: string | null): Promise<string> {
  const identity = {
    provider: 'google',
    subject: randomUUID(),
    email: null,
    isEmailProved: false,
    firstName: '',
    lastName: '',
    displayName: '',
  }
  return (await change(app, (ctx) => addLink(ctx, { id, kind: 'admin', tenantId }, { ...identity, once: null }))) as string
}

async function addDomain(app: TestApp, tenantId: string, domainName: string): Promise<string> {
  const token = await app.superToken()
  return expectStatus(await app.post(`/api/v1/Tenants/${tenantId}/domains`, { domainName }, { token }), 201).json.id
}

async function addProvider(app: TestApp, tenantId: string): Promise<string> {
  const body = { name: 'own-sso', displayName: 'Own', issuer: (await someIssuer()).url, clientId: 'tenantry' }
  return expectStatus(await app.post(`/api/v1/Tenants/${tenantId}/identity-providers`, body, { token: await app.superToken() }), 201).json
    .id
}

async function addUser(app: TestApp, tenantId: string, mark: string): Promise<string> {
  const body = { username: `user.${mark}`, email: `user-${mark}@example.test`, password: `long ${mark}`, tenantId }
  return expectStatus(await app.post('/api/v1/users', body, { token: await app.superToken() }), 201).json.id
}

/** Ids of one kind that are nobody's business in T: by whose they are. */
export function foreignIds({ foreign, platform }: Places, kind: Kind): [string, string][] {
  const named = Object.entries(foreign).map(([name, place]): [string, string] => [name, place[kind]])
  return kind === 'tenants' || kind === 'opaqueTenants' || kind === 'domains' || kind === 'identityProviders' || kind === 'users'
    ? named
    : [...named, ['platform', platform[kind]]]
}

/** Ids of what was T's and is deleted. */
export function deletedIds({ deleted }: Places, kind: Kind): [string, string][] {
  return isDeletable(kind) ? [['deleted', deleted[kind]]] : []
}

const isDeletable = (kind: Kind): kind is keyof Places['deleted'] =>
  ['tenants', 'opaqueTenants', 'roles', 'groups', 'webhooks', 'templates'].includes(kind)
