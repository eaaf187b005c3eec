/** Every way of taking rights from somebody, each over HTTP, and who it is taken from. */
import { randomUUID } from 'node:crypto'
import { platformViewerRoleId } from '#core/platform-roles.ts'
import { everything, putGrant } from '../delegation/rig.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, superAdmin, type TestApp } from '../harness.ts'
import type { TestUser, Workspace } from '../users/rig.ts'

const admins = '/api/v1/Admins'
const auth = '/api/v1/auth/admin'
const roles = '/api/v1/roles'
const tenants = '/api/v1/Tenants'

export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  /** Of the session whose requests are on their way, and of another one. */
  readonly token: string
  readonly other: string
}

/** A line of three tenants, with something of each kind in the middle one to do something to. */
export interface Ground {
  readonly above: World
  readonly own: World
  /** By the word of the path that names their kind. */
  readonly targets: Readonly<Record<string, string>>
}

/** Somebody who may do everything there. */
export interface Stage extends Ground {
  readonly app: TestApp
  readonly top: string
  readonly me: Person
  readonly myRole: string
}

export async function ground(app: TestApp): Promise<Ground> {
  const above = await world(app)
  const own = await world(app, above.tenantId)
  const below = await world(app, own.tenantId)
  const [role, gone, group, member] = [await own.role([]), await own.role([]), await own.group(), await own.member()]
  expectStatus(await app.request('DELETE', `${roles}/${gone}`, { token: own.token }), 204)
  const person = { username: `u-${randomUUID()}`, email: `user-${randomUUID()}@example.test`, password: `long ${randomUUID()}` }
  const { id: user } = expectStatus(await app.post('/api/v1/users', person, { token: own.token }), 201).json
  const targets = {
    admins: member,
    users: user as string,
    roles: role,
    usergroups: group.id as string,
    tenants: below.tenantId,
    'recycle-bin': gone,
  }
  return { above, own, targets }
}

export async function stage(app: TestApp, on: Ground): Promise<Stage> {
  const myRole = await on.own.role(everything)
  const me = await personWith(app, { roleId: myRole, tenantId: on.own.tenantId })
  return { ...on, app, top: await app.superToken(), me, myRole }
}

export async function personWith(app: TestApp, { roleId, tenantId }: { roleId: string; tenantId: string | null }): Promise<Person> {
  const password = `long ${randomUUID()}`
  const email = `late-${randomUUID()}@example.test`
  const body = { email, firstName: 'Some', lastName: 'Body', roleId, password, ...(tenantId && { tenantId }) }
  const { id } = expectStatus(await app.post(admins, body, { token: await app.superToken() }), 201).json
  const signIn = async () => (await app.signIn(email, password, tenantId ? { tenantId } : { isPlatformAdmin: true })).accessToken
  return { id, email, password, token: await signIn(), other: await signIn() }
}

/** The id of the session that an access token is of. */
export const sessionOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).sid
const post = (app: TestApp, path: string, token: string, body: object = {}) => app.post(path, body, { token })
type Taking = (stage: Stage) => Promise<Reply>

/** An end user with two sessions. */
export interface UserStage {
  readonly app: TestApp
  readonly user: TestUser
  readonly workspace: Workspace
  readonly token: string
  readonly other: string
}

const door = '/api/v1/auth/user'

/** The same for end users. */
export const endingsOfUsers: Record<string, (stage: UserStage) => Promise<Reply>> = {
  'the session is ended from another': ({ app, token, other }) =>
    app.request('DELETE', `${door}/sessions/${sessionOf(token)}`, { token: other }),
  'all sessions are ended': ({ app, other }) => post(app, `${door}/sessions/revoke-all`, other),
  'the password is changed': ({ app, user, other }) =>
    post(app, `/api/v1/Users/${user.id}/change-password`, other, { currentPassword: user.password, newPassword: `new ${randomUUID()}` }),
  'the tenant is suspended': async ({ app, workspace }) =>
    app.request('PUT', `${tenants}/${workspace.id}`, { token: await app.superToken(), body: { status: 'Suspended' } }),
  'the tenant is deleted': async ({ app, workspace }) =>
    app.request('DELETE', `${tenants}/${workspace.id}`, { token: await app.superToken() }),
}

/** After these the session is over: 401 for everything. */
export const endings: Record<string, Taking> = {
  'the session is ended from another': ({ app, me }) =>
    app.request('DELETE', `${auth}/sessions/${sessionOf(me.token)}`, { token: me.other }),
  'all sessions are ended': ({ app, me }) => post(app, `${auth}/sessions/revoke-all`, me.other),
  'the password is changed': ({ app, me }) =>
    post(app, `${admins}/${me.id}/change-password`, me.other, { currentPassword: me.password, newPassword: `new ${randomUUID()}` }),
  'the password is reset by another': ({ app, me, top }) => post(app, `${admins}/${me.id}/reset-password`, top),
  'the address is changed by another': ({ app, me, top }) =>
    app.request('PUT', `${admins}/${me.id}`, { token: top, body: { email: `new-${randomUUID()}@example.test` } }),
  block: ({ app, me, top }) => post(app, `${admins}/${me.id}/block`, top),
  deactivation: ({ app, me, top }) => post(app, `${admins}/${me.id}/deactivate`, top),
  deletion: ({ app, me, top }) => app.request('DELETE', `${admins}/${me.id}`, { token: top }),
  'the tenant is suspended': ({ app, own, top }) => close(app, own, top),
  'a tenant above is suspended': ({ app, above, top }) => close(app, above, top),
  'the tenant is deleted': ({ app, own, top }) => app.request('DELETE', `${tenants}/${own.tenantId}?cascade=true`, { token: top }),
}

const close = (app: TestApp, { tenantId }: World, token: string) =>
  app.request('PUT', `${tenants}/${tenantId}`, { token, body: { status: 'Suspended' } })

/** Those of all takings that leave a tenant as nobody else can use it. */
export const spoiling = /tenant|two-factor/

/** The same for somebody who acts as another; `acting` is the parent session's token. */
export const endingsOfImpersonation: Record<string, (stage: Stage, acting: string) => Promise<Reply>> = {
  'the impersonator signs out': ({ app }, acting) => post(app, `${auth}/logout`, acting),
  'the session it began in is ended': ({ app, top }, acting) =>
    app.request('DELETE', `${auth}/sessions/${sessionOf(acting)}`, { token: top }),
  'the target is protected': ({ app, me, top }) => post(app, `${admins}/${me.id}/protect`, top),
}

/** After these the session goes on, but not with what needs a permission. */
export const cuts: Record<string, Taking> = {
  'the role loses its permissions': ({ app, myRole, top }) =>
    app.request('PUT', `${roles}/${myRole}/permissions`, { token: top, body: { permissionIds: [] } }),
  'another role is given': ({ app, me, targets, top }) =>
    app.request('PUT', `${admins}/${me.id}`, { token: top, body: { roleId: targets.roles } }),
  "the tenant's grant is cut": ({ app, own, top }) => putGrant(app, top, own.tenantId, []),
  'two-factor becomes a duty': ({ app, own, top }) =>
    app.request('PUT', `${tenants}/${own.tenantId}/settings`, { token: top, body: { require2FA: true } }),
}

/** Hands the SuperAdmin's role to somebody and gives a way to hand it back. */
export async function handOver(app: TestApp, token: string): Promise<() => Promise<void>> {
  const { id: superId } = (await app.get(`${admins}/me`, { token })).json
  const heir = await personWith(app, { roleId: platformViewerRoleId, tenantId: null })
  expectStatus(await post(app, `${admins}/${heir.id}/transfer`, token, { password: superAdmin.password }), 200)
  return async () => void expectStatus(await post(app, `${admins}/${superId}/transfer`, heir.token, { password: heir.password }), 200)
}
