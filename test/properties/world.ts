/** A random tree of tenants with roles, groups and admins, as rows: the ground on which random calls are made. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { shiftCounts } from '#accounts/account-counts.ts'
import { createAccount } from '#accounts/new-account.ts'
import { isPlatformOnly, type PermissionName, permissionNames } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { change } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'

/** What calls of the properties need, and one of nobody's interest. */
export const asked: readonly PermissionName[] = [
  'tenants.view',
  'tenants.create',
  'tenants.update',
  'tenants.delete',
  'roles.view',
  'roles.manage',
  'groups.view',
  'groups.create',
  'groups.update',
  'groups.delete',
  'admins.view',
  'admins.create',
  'admins.update',
  'admins.delete',
  'users.view',
  'files.view',
]
/** Few, so that restrictions meet. */
const maskable: readonly PermissionName[] = ['admins.view', 'admins.update', 'users.view']

/** Most of the names, or few: rights that nearly cover each other are where rules fail. */
export const someNames: fc.Arbitrary<PermissionName[]> = fc.oneof(
  { weight: 2, arbitrary: fc.subarray([...asked], { minLength: asked.length - 3 }) },
  fc.subarray([...asked]),
)
/** Restricted fields by permission, mostly none. */
export const someMasks: fc.Arbitrary<Record<string, string[]>> = fc
  .tuple(fc.boolean(), fc.subarray([...maskable], { minLength: 1 }), fc.subarray(['email', 'phoneNumber'], { minLength: 1 }))
  .map(([isFree, names, fields]) => Object.fromEntries(isFree ? [] : names.map((name) => [name, fields])))

const roleSpec = fc.record({ names: someNames, masks: someMasks })
const tenantSpec = fc.record({
  parent: fc.nat(),
  taken: fc.oneof({ weight: 1, arbitrary: fc.constant([] as PermissionName[]) }, fc.subarray([...asked], { maxLength: 3 })),
  restrictions: fc.oneof({ weight: 1, arbitrary: fc.constant({} as Record<string, string[]>) }, someMasks),
  roles: fc.array(roleSpec, { minLength: 2, maxLength: 3 }),
  /** Whether its last admin is switched off. */
  isShort: fc.boolean(),
  groups: fc.array(fc.record({ role: fc.option(fc.nat()), masks: someMasks, isActive: fc.boolean(), members: fc.subarray([0, 1, 2]) }), {
    minLength: 1,
    maxLength: 2,
  }),
})
export const worldSpec = fc.record({
  platformRole: roleSpec,
  tenants: fc.array(tenantSpec, { minLength: 6, maxLength: 12 }),
})
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
export type WorldSpec = Of<typeof worldSpec>
type TenantSpec = Of<typeof tenantSpec>

export const password = 'a password of everybody here'
const deepest = 4

/** Puts it all in: a TenantAdmin in every tenant, and an admin with each of its other roles. */
export async function build(app: TestApp, spec: WorldSpec): Promise<void> {
  const passwordHash = await app.open.service.passwords.hash(password)
  await change(app, async (ctx) => {
    const roleId = await addRole(ctx, null, spec.platformRole.names, spec.platformRole.masks)
    await addAdmin(ctx, null, roleId, passwordHash)
  })
  const tenants: { id: string; level: number; grant: readonly string[] }[] = []
  for (const [at, wanted] of spec.tenants.entries()) {
    const above = tenants.filter(({ level }) => level < deepest)
    // two roots, so that there is always somebody else's tree
    const parent = at < 2 ? undefined : above[wanted.parent % above.length]
    const body = { name: `Tenant ${at}`, code: `t-${at}-${randomUUID()}`, ...(parent && { parentTenantId: parent.id }) }
    const { id } = expectStatus(await app.post('/api/v1/Tenants', body, { token: await app.superToken() }), 201).json
    const grant = (parent?.grant ?? everything).filter((name) => !(wanted.taken as string[]).includes(name))
    await change(app, (ctx) => fill(ctx, wanted, { id, grant, passwordHash }))
    tenants.push({ id, level: (parent?.level ?? 0) + 1, grant })
  }
}

const everything = permissionNames.filter((name) => !isPlatformOnly(name))

async function fill(
  ctx: PublicContext,
  wanted: TenantSpec,
  tenant: { id: string; grant: readonly string[]; passwordHash: string },
): Promise<void> {
  const { id, grant, passwordHash } = tenant
  const seeded = await ctx.db.selectFrom('roles').select(['id', 'seed']).where('tenantId', '=', id).execute()
  const adminRoleId = seeded.find(({ seed }) => seed === 'TenantAdmin')?.id as string
  await ctx.db.deleteFrom('tenantPermissions').where('tenantId', '=', id).where('permission', 'not in', grant).execute()
  // its Viewer lists what the parent was granted
  const ids = seeded.map((role) => role.id)
  await ctx.db.deleteFrom('rolePermissions').where('permission', 'not in', grant).where('roleId', 'in', ids).execute()
  for (const [permission, fields] of Object.entries(wanted.restrictions))
    await ctx.db.insertInto('tenantRestrictions').values({ tenantId: id, permission, fields }).execute()
  await addAdmin(ctx, id, adminRoleId, passwordHash)
  const roles: string[] = []
  const admins: string[] = []
  for (const { names, masks } of wanted.roles) {
    const granted = names.filter((name) => grant.includes(name))
    roles.push(await addRole(ctx, id, granted, masks))
    admins.push(await addAdmin(ctx, id, roles.at(-1) as string, passwordHash))
  }
  if (wanted.isShort) await switchOff(ctx, id, admins.at(-1) as string)
  for (const { role, masks, isActive, members } of wanted.groups) {
    const groupId = uuidv7(ctx.now)
    const named = { nameEn: 'Group', code: `g-${groupId}` }
    await ctx.db
      .insertInto('userGroups')
      .values({ id: groupId, tenantId: id, ...named, isActive, createdAt: ctx.now })
      .execute()
    if (role !== null)
      await ctx.db
        .insertInto('userGroupRoles')
        .values({ groupId, roleId: roles[role % roles.length] as string })
        .execute()
    for (const [permission, fields] of Object.entries(masks))
      if (grant.includes(permission)) await ctx.db.insertInto('userGroupRestrictions').values({ groupId, permission, fields }).execute()
    for (const accountId of new Set(members.map((member) => admins[member % admins.length] as string)))
      await ctx.db.insertInto('userGroupMembers').values({ groupId, accountId, addedAt: ctx.now }).execute()
  }
  await revoke(ctx, 'tenant', id)
}

async function switchOff(ctx: PublicContext, tenantId: string, accountId: string): Promise<void> {
  await ctx.db.updateTable('accounts').set({ isActive: false }).where('id', '=', accountId).execute()
  const state = { isActive: true, isBlocked: false }
  await shiftCounts(ctx, 'admin', [{ tenantId, from: state, to: { ...state, isActive: false } }])
}

async function addRole(
  ctx: PublicContext,
  tenantId: string | null,
  names: readonly string[],
  masks: Record<string, string[]>,
): Promise<string> {
  const [id, name] = [uuidv7(ctx.now), `Role ${randomUUID()}`]
  await ctx.db.insertInto('roles').values({ id, tenantId, name, nameKey: name.toLowerCase(), createdAt: ctx.now }).execute()
  const rows = names.map((permission) => ({ roleId: id, permission, restrictedFields: masks[permission] ?? [] }))
  if (rows.length > 0) await ctx.db.insertInto('rolePermissions').values(rows).execute()
  return id
}

function addAdmin(ctx: PublicContext, tenantId: string | null, roleId: string, passwordHash: string): Promise<string> {
  const person = { username: null, email: `admin-${randomUUID()}@example.test`, firstName: 'Some', lastName: 'Admin' }
  return createAccount(ctx, 'admin', { ...person, tenantId, roleId, passwordHash, createdBy: null })
}
