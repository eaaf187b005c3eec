/** What can become of an end user alone, by the names of the matrix. */
import { enableTwoFactorAt } from '../auth/authenticator.ts'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'
import { changeSettings, makeTemporary, type Place, type State, shutOut, type Tree, tenantStates } from './states.ts'

const door = '/api/v1/auth/user'

/** An end user of its own; the tenants may be those of other cases, as long as nothing is done to them. */
export async function newUserPlace(app: TestApp, { parentId, tenantId }: Tree): Promise<Place> {
  return { parentId, tenantId, admin: await addAdmin(app, tenantId, { kind: 'user' }) }
}

export const userLogin = async (app: TestApp, place: Place, more: object = {}) =>
  app.post(`${door}/login`, { ...credentialsOf(place), tenantCode: codeOf(app, place.tenantId), ...more })

export const credentialsOf = ({ admin }: Place) => ({ username: admin.email, password: admin.password })

/** The address and its workspace, as they were before the tenant was deleted. */
export const whoseOf = (app: TestApp, { admin, tenantId }: Place) => ({ email: admin.email, tenantCode: codeOf(app, tenantId) })

const codeOf = (app: TestApp, tenantId: string): string => app.open.service.tenants.node(tenantId)?.code as string

const prove = async (app: TestApp, { admin }: Place) =>
  void (await app.open.service.database.kysely
    .updateTable('accounts')
    .set({ emailVerifiedAt: app.clock.now() })
    .where('id', '=', admin.id)
    .execute())

async function lock(app: TestApp, place: Place): Promise<void> {
  for (let n = 0; n < 5; n++) expectStatus(await userLogin(app, place, { password: 'not the password' }), 401)
}

export const userStates: Readonly<Record<string, State>> = {
  active: async () => undefined,
  proved: prove,
  locked: lock,
  blocked: (app, { admin }) => shutOut(app, admin.id, { isBlocked: true }),
  deactivated: (app, { admin }) => shutOut(app, admin.id, { isActive: false }),
  'soft-deleted': (app, { admin }) => shutOut(app, admin.id, { deletedAt: app.clock.now() }),
  'temporary password': makeTemporary,
  'two-factor on': async (app, place) => {
    const row = await app.open.service.database.kysely
      .selectFrom('accounts')
      .select('twoFactorEnabled')
      .where('id', '=', place.admin.id)
      .executeTakeFirstOrThrow()
    if (!row.twoFactorEnabled)
      await enableTwoFactorAt(app, door, place.admin.password, expectStatus(await userLogin(app, place), 200).json.accessToken)
  },
}

/** What becomes of the tenant of an end user. */
export const userTenantStates: Readonly<Record<string, State>> = {
  ...tenantStates,
  'unproved, must be': (app, { tenantId }) => changeSettings(app, tenantId, { requireEmailVerification: true }),
  'temporary, must be': async (app, place) => {
    await changeSettings(app, place.tenantId, { requireEmailVerification: true })
    await makeTemporary(app, place)
  },
}
