/** What can become of an account, done as the product does it: the change, its revocation and the end of sessions in one transaction. */

import { revokePendingProofs } from '#accounts/pending-proofs.ts'
import { endSessionsOf } from '#accounts/session-end.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import { enableTwoFactor } from '../auth/authenticator.ts'
import { addAdmin, addTenant, change, login, setAccount, type TestAdmin } from '../auth/people.ts'
import { expectStatus, superAdmin, type TestApp } from '../harness.ts'

/** One account of a tenant below a tenant: an admin, or an end user with the names of one. */
export interface Place {
  readonly parentId: string
  readonly tenantId: string
  readonly admin: TestAdmin
}

const dayMs = 86_400_000

/** A tenant below a tenant, with a role that holds `audit.view`, so that a route with a permission can be asked. */
export interface Tree {
  readonly parentId: string
  readonly tenantId: string
  readonly roleId: string
}

export async function newTree(app: TestApp): Promise<Tree> {
  const parentId = await addTenant(app)
  const tenantId = await addTenant(app, { parentId })
  return { parentId, tenantId, roleId: await grantedRole(app, [parentId, tenantId], 'audit.view') }
}

/** An admin of its own; the tenants may be those of other cases, as long as nothing is done to them. */
export async function newPlace(app: TestApp, { parentId, tenantId, roleId }: Tree): Promise<Place> {
  return { parentId, tenantId, admin: await addAdmin(app, tenantId, { roleId }) }
}

async function grantedRole(app: TestApp, lineage: readonly string[], permission: string): Promise<string> {
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const tenantId = lineage.at(-1) as string
    await ctx.db
      .insertInto('tenantPermissions')
      .values(lineage.map((tenantId) => ({ tenantId, permission })))
      .execute()
    await ctx.db.insertInto('roles').values({ id, tenantId, name: 'Reader', nameKey: 'reader', createdAt: ctx.now }).execute()
    await ctx.db.insertInto('rolePermissions').values({ roleId: id, permission }).execute()
    return id
  })
}

const setTenant = async (app: TestApp, tenantId: string, body: { status: 'Active' | 'Inactive' | 'Suspended' | 'Cancelled' }) =>
  void expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}`, { body, token: await superTokenNow(app) }), 200)

export const changeSettings = async (app: TestApp, tenantId: string, body: Record<string, unknown>) =>
  void expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}/settings`, { body, token: await superTokenNow(app) }), 200)

const deleteTenant = async (app: TestApp, tenantId: string) =>
  void expectStatus(await app.request('DELETE', `/api/v1/Tenants/${tenantId}`, { token: await superTokenNow(app) }), 204)

export async function shutOut(app: TestApp, id: string, set: Record<string, unknown>): Promise<void> {
  await change(app, async (ctx) => {
    await ctx.db.updateTable('accounts').set(set).where('id', '=', id).execute()
    if (set.deletedAt) await ctx.db.deleteFrom('accountLogins').where('accountId', '=', id).execute()
    await endSessionsOf(ctx, id, 'blocked')
    await revoke(ctx, 'account', id)
  })
}

/** Five wrong passwords, at the door like anybody's. */
export async function lockAdmin(app: TestApp, admin: TestAdmin): Promise<void> {
  for (let n = 0; n < 5; n++) expectStatus(await login(app, admin, { password: 'not the password' }), 401)
}

/** Signed in anew: the clock of the matrix is turned further than a token lives. */
export const superTokenNow = async (app: TestApp): Promise<string> =>
  (await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })).accessToken

const block = async (app: TestApp, { admin }: Place) =>
  void expectStatus(await app.post(`/api/v1/Admins/${admin.id}/block`, {}, { token: await superTokenNow(app) }), 200)

/** The owner switches two-factor on in another session; nothing to do where it is on. */
async function switchTwoFactorOn(app: TestApp, { admin }: Place): Promise<void> {
  const { kysely } = app.open.service.database
  const { twoFactorEnabled } = await kysely
    .selectFrom('accounts')
    .select('twoFactorEnabled')
    .where('id', '=', admin.id)
    .executeTakeFirstOrThrow()
  if (twoFactorEnabled) return
  await enableTwoFactor(app, admin)
}

/** As an administrator's reset leaves an account: no session, code or challenge, a password for a day and one sign-in. */
export async function makeTemporary(app: TestApp, { admin }: Place): Promise<void> {
  await change(app, (ctx) => revokePendingProofs(ctx, admin.id))
  await shutOut(app, admin.id, { mustChangePassword: true, temporaryPasswordUntil: new Date(app.clock.now().getTime() + dayMs) })
}

async function expirePassword(app: TestApp, { tenantId, admin }: Place): Promise<void> {
  await changeSettings(app, tenantId, { passwordExpiryDays: 90 })
  await setAccount(app, admin.id, { passwordChangedAt: new Date(app.clock.now().getTime() - 91 * dayMs) })
}

export type State = (app: TestApp, place: Place) => Promise<void>

/** What becomes of an account alone, by the names of the matrix. */
export const accountStates: Readonly<Record<string, State>> = {
  active: async () => undefined,
  locked: (app, { admin }) => lockAdmin(app, admin),
  blocked: block,
  deactivated: (app, { admin }) => shutOut(app, admin.id, { isActive: false }),
  'soft-deleted': (app, { admin }) => shutOut(app, admin.id, { deletedAt: app.clock.now() }),
  'temporary password': makeTemporary,
  'two-factor on': switchTwoFactorOn,
}

/** What becomes of its tenant, or of its tenant's rules. */
export const tenantStates: Readonly<Record<string, State>> = {
  'tenant suspended': (app, { tenantId }) => setTenant(app, tenantId, { status: 'Suspended' }),
  'ancestor suspended': (app, { parentId }) => setTenant(app, parentId, { status: 'Suspended' }),
  'tenant cancelled': (app, { tenantId }) => setTenant(app, tenantId, { status: 'Cancelled' }),
  'tenant inactive': (app, { tenantId }) => setTenant(app, tenantId, { status: 'Inactive' }),
  'suspended and back': async (app, { tenantId }) => {
    await setTenant(app, tenantId, { status: 'Suspended' })
    await setTenant(app, tenantId, { status: 'Active' })
  },
  'tenant deleted': (app, { tenantId }) => deleteTenant(app, tenantId),
  'password expired': expirePassword,
  'two-factor required': (app, { tenantId }) => changeSettings(app, tenantId, { require2FA: true }),
}
