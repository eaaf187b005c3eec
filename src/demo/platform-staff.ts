import { endSessions } from '#accounts/session-end.ts'
import { permissionCatalogue } from '#core/permissions.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import type { Context, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { fullName } from '#events/people.ts'
import { createAdmin } from '#modules/admins/admins.actions.ts'
import { createRole } from '#modules/roles/roles.create.actions.ts'
import { startSession } from '#sessions/new-session.ts'
import type { Dice } from './dice.ts'
import { deviceOf, nameOf, officeAddress } from './names.ts'
import type { Person } from './visits.ts'

/** Of the platform's people: `viewer` and `support` see, the others run it. */
export interface PlatformStaff {
  readonly operators: readonly Person[]
  readonly support: Person
  readonly supportRoleId: string
  readonly viewer: Person
}

/**
 * Makes the people who run the platform, in the name of the SuperAdmin. Nobody knows the SuperAdmin's password here, so that these
 * few actions are called without a request, in a session of their own that ends with them; all that follows these people do themselves.
 */
export async function makePlatformStaff(service: Service, dice: Dice, password: string): Promise<PlatformStaff> {
  const ctx = await superAdminContext(service)
  const operations = await makeRole(ctx, 'Platform operations', 'Runs the platform', permissionCatalogue)
  const views = permissionCatalogue.filter(({ name }) => name.endsWith('.view'))
  const desk = await makeRole(ctx, 'Support desk', 'Looks into tenants, changes nothing', views)
  const taken = new Set<string>()
  const makePerson = async (role: { id: string; name: string }): Promise<Person> => {
    const { mailbox, ...name } = nameOf(dice, 'en', taken)
    const email = `${mailbox}@platform.example`
    const wanted = { ...name, email, roleId: role.id, tenantId: null, password, sendInvitation: false }
    const { id } = await createAdmin(ctx, wanted)
    return { id, email, tenantId: null, roleName: role.name, ipAddress: officeAddress(dice), device: deviceOf(dice), isGone: false }
  }
  const operators = [await makePerson(operations), await makePerson(operations)]
  const support = await makePerson(desk)
  const viewer = await makePerson({ id: platformViewerRoleId, name: 'PlatformViewer' })
  await transact(ctx, (ctx) => endSessions(ctx, [ctx.actor.sessionId], 'logout'))
  return { operators, support, supportRoleId: desk.id, viewer }
}

const makeRole = (ctx: Context, name: string, description: string, permissions: readonly { id: string }[]) =>
  transact(ctx, (ctx) =>
    createRole(ctx, { name, description, isDefault: false, tenantId: null, permissionIds: permissions.map(({ id }) => id) }),
  )

// unscoped: the one SuperAdmin, on the command line
async function superAdminContext(service: Service): Promise<Context> {
  const ctx = systemContext(service)
  const found = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'username', 'firstName', 'lastName'])
    .where('kind', '=', 'admin')
    .where('roleId', '=', superAdminRoleId)
    .executeTakeFirstOrThrow()
  const session = { accountId: found.id, kind: 'admin' as const, tenantId: null, deviceInfo: 'npm run demo', validAfter: null }
  const { id: sessionId } = await transact(ctx, (ctx) => startSession(ctx, session))
  const actor = {
    id: found.id,
    kind: 'admin' as const,
    tenantId: null,
    sessionId,
    name: fullName(found),
    isSuperAdmin: true,
    permissions: new Set(permissionCatalogue.map(({ name }) => name)),
    masks: new Map(),
    impersonatorId: null,
    impersonatorName: null,
    mustChangePassword: false,
    requiresTwoFactorSetup: false,
  }
  return { ...ctx, actor }
}
