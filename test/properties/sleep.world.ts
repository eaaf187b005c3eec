/** A line of four tenants with roles, groups and admins, of which much sleeps; somebody in the second tries to come by more. */
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { createAccount } from '#accounts/new-account.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { change } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'
import type { Admin, Facts, Group, Role, Tenant } from './sleep.reference.ts'

/** What the calls need. */
export const tools = [
  ...['tenants.view', 'tenants.update', 'roles.view', 'roles.manage', 'groups.view', 'groups.create', 'groups.update', 'groups.delete'],
  ...['admins.view', 'admins.create', 'admins.update', 'admins.delete', 'recyclebin.view', 'recyclebin.restore', 'recyclebin.delete'],
]
/** What it is all about: some of it may be restricted. */
export const spoils = ['users.view', 'users.update', 'users.delete', 'files.view']
export const all = [...tools, ...spoils]
const maskable = ['users.view', 'users.update']

export const someSpoils = fc.subarray(spoils)
/** Restricted fields by permission, often none. */
export const someMasks: fc.Arbitrary<Record<string, string[]>> = fc
  .tuple(fc.boolean(), fc.subarray(maskable, { minLength: 1 }), fc.subarray(['email', 'phoneNumber'], { minLength: 1 }))
  .map(([isFree, names, fields]) => Object.fromEntries(isFree ? [] : names.map((name) => [name, fields])))

const roleSpec = fc.record({ names: someSpoils, masks: someMasks, isAsleep: fc.boolean(), isOnlySpoils: fc.boolean() })
const groupSpec = fc.record({
  roles: fc.subarray([0, 1, 2]),
  masks: someMasks,
  state: fc.constantFrom('active', 'active', 'inactive', 'deleted'),
  members: fc.subarray([0, 1, 2, 3]),
})
const tenantSpec = fc.record({
  /** Cut from the grant of the tenant above. */
  cut: fc.oneof(fc.constant<string[]>([]), fc.subarray(spoils, { maxLength: 2 })),
  restrictions: someMasks,
  roles: fc.tuple(roleSpec, roleSpec),
  groups: fc.tuple(groupSpec, groupSpec),
})
export const worldSpec = fc.record({ own: someSpoils, masks: someMasks, tenants: fc.tuple(tenantSpec, tenantSpec, tenantSpec, tenantSpec) })
type Of<A> = A extends fc.Arbitrary<infer T> ? T : never
type TenantSpec = Of<typeof tenantSpec>

export const password = 'a password of everybody here'

export interface World {
  readonly root: string
  /** The tenant of whoever tries, and the two below. */
  readonly own: string
  readonly below: readonly string[]
  readonly attacker: string
  /** What every tenant was granted in the beginning. */
  readonly grants: ReadonlyMap<string, readonly string[]>
}

/** Puts it all in: a TenantAdmin in each tenant, an admin with each other role, and the attacker as the last of the second tenant. */
export async function build(app: TestApp, spec: Of<typeof worldSpec>): Promise<World> {
  const passwordHash = await app.open.service.passwords.hash(password)
  const ids: string[] = []
  const grants = new Map<string, readonly string[]>()
  let attacker = ''
  for (const [at, wanted] of spec.tenants.entries()) {
    const parent = ids.at(-1)
    const body = { name: `Tenant ${at}`, code: `t-${randomUUID()}`, ...(parent && { parentTenantId: parent }) }
    const { id } = expectStatus(await app.post('/api/v1/Tenants', body, { token: await app.superToken() }), 201).json
    const above = parent ? grants.get(parent)! : all
    const grant = at === 0 ? all : above.filter((name) => !wanted.cut.includes(name))
    const own = at === 1 ? { names: spec.own.filter((name) => grant.includes(name)), masks: spec.masks } : null
    const last = await change(app, (ctx) => fill(ctx, wanted, { id, grant, passwordHash, own }))
    if (own) attacker = last
    grants.set(id, grant)
    ids.push(id)
  }
  return { root: ids[0]!, own: ids[1]!, below: ids.slice(2), attacker, grants }
}

interface Filled {
  readonly id: string
  readonly grant: readonly string[]
  readonly passwordHash: string
  readonly own: { readonly names: readonly string[]; readonly masks: Record<string, string[]> } | null
}

async function fill(ctx: PublicContext, wanted: TenantSpec, { id, grant, passwordHash, own }: Filled): Promise<string> {
  await ctx.db.deleteFrom('tenantPermissions').where('tenantId', '=', id).where('permission', 'not in', grant).execute()
  const seeded = await ctx.db.selectFrom('roles').select(['id', 'seed']).where('tenantId', '=', id).execute()
  const adminRole = seeded.find(({ seed }) => seed === 'TenantAdmin')!.id
  await ctx.db
    .deleteFrom('rolePermissions')
    .where('permission', 'not in', grant)
    .where('roleId', '=', seeded.find(({ seed }) => seed === 'Viewer')!.id)
    .execute()
  for (const [permission, fields] of Object.entries(wanted.restrictions))
    await ctx.db.insertInto('tenantRestrictions').values({ tenantId: id, permission, fields }).execute()
  const roles = [adminRole]
  const admins: string[] = []
  const person = (roleId: string) =>
    createAccount(ctx, 'admin', {
      ...{ username: null, email: `a-${randomUUID()}@example.test`, firstName: 'Some', lastName: 'Admin', tenantId: id, roleId },
      ...{ passwordHash, createdBy: null },
    })
  admins.push(await person(adminRole))
  for (const { names, masks, isAsleep, isOnlySpoils } of wanted.roles) {
    const listed = [...(isOnlySpoils ? [] : tools), ...names].filter((name) => grant.includes(name))
    roles.push(await addRole(ctx, id, listed, masks, isAsleep))
    admins.push(await person(roles.at(-1)!))
  }
  if (own) admins.push(await person(await addRole(ctx, id, [...tools, ...own.names], own.masks, false)))
  for (const { roles: given, masks, state, members } of wanted.groups) {
    const groupId = uuidv7(ctx.now)
    const group = { id: groupId, tenantId: id, nameEn: 'Group', code: `g-${groupId}`, createdAt: ctx.now, isActive: state !== 'inactive' }
    await ctx.db
      .insertInto('userGroups')
      .values({ ...group, deletedAt: state === 'deleted' ? ctx.now : null })
      .execute()
    // rarely one that gives all that the tenant is granted
    for (const role of given)
      if (role > 0 || members.length > 2) await ctx.db.insertInto('userGroupRoles').values({ groupId, roleId: roles[role]! }).execute()
    for (const [permission, fields] of Object.entries(masks))
      if (grant.includes(permission)) await ctx.db.insertInto('userGroupRestrictions').values({ groupId, permission, fields }).execute()
    for (const member of members)
      if (admins[member])
        await ctx.db.insertInto('userGroupMembers').values({ groupId, accountId: admins[member], addedAt: ctx.now }).execute()
  }
  await revoke(ctx, 'tenant', id)
  return admins.at(-1)!
}

async function addRole(
  ctx: PublicContext,
  tenantId: string,
  names: readonly string[],
  masks: Record<string, string[]>,
  isAsleep: boolean,
): Promise<string> {
  const id = uuidv7(ctx.now)
  const name = `role ${randomUUID()}`
  await ctx.db
    .insertInto('roles')
    .values({ id, tenantId, name, nameKey: name, createdAt: ctx.now, deletedAt: isAsleep ? ctx.now : null })
    .execute()
  const rows = names.map((permission) => ({ roleId: id, permission, restrictedFields: masks[permission] ?? [] }))
  if (rows.length > 0) await ctx.db.insertInto('rolePermissions').values(rows).execute()
  return id
}

const fieldsOf = (table: string, owner: string, id: string, column: string) =>
  sql.raw(`coalesce((select jsonb_object_agg(x.permission, x.${column}) from ${table} x where x.${owner} = ${id}), '{}')`)

/** What is stored of the world, in one statement. */
export async function readFacts(app: TestApp, { root }: Pick<World, 'root'>): Promise<Facts> {
  const within = sql`in (select descendant_id from tenant_closure where ancestor_id = ${root})`
  const { rows } = await sql<{ tenants: Tenant[]; roles: Role[]; groups: Group[]; admins: Admin[] }>`select
    (select jsonb_agg(jsonb_build_object('id', t.id, 'parentId', t.parent_id, 'isDeleted', t.deleted_at is not null,
      'grant', array(select p.permission from tenant_permissions p where p.tenant_id = t.id order by 1),
      'restrictions', ${fieldsOf('tenant_restrictions', 'tenant_id', 't.id', 'fields')}) order by t.id) from tenants t where t.id ${within}) as tenants,
    (select jsonb_agg(jsonb_build_object('id', r.id, 'tenantId', r.tenant_id, 'isSystem', r.is_system, 'reach', r.reach,
      'isDeleted', r.deleted_at is not null, 'lists', ${fieldsOf('role_permissions', 'role_id', 'r.id', 'restricted_fields')}) order by r.id)
      from roles r where r.tenant_id ${within} and r.purged_at is null) as roles,
    (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'tenantId', g.tenant_id, 'isActive', g.is_active, 'isDeleted', g.deleted_at is not null,
      'roleIds', array(select x.role_id from user_group_roles x join roles r on r.id = x.role_id and r.purged_at is null where x.group_id = g.id order by 1),
      'memberIds', array(select x.account_id from user_group_members x join accounts a on a.id = x.account_id and a.purged_at is null where x.group_id = g.id order by 1),
      'restrictions', ${fieldsOf('user_group_restrictions', 'group_id', 'g.id', 'fields')}) order by g.id), '[]')
      from user_groups g where g.tenant_id ${within} and g.purged_at is null) as groups,
    (select jsonb_agg(jsonb_build_object('id', a.id, 'email', a.email, 'tenantId', a.tenant_id, 'roleId', a.role_id, 'isDeleted', a.deleted_at is not null,
      'isActive', a.is_active, 'isBlocked', a.is_blocked) order by a.id)
      from accounts a where a.tenant_id ${within} and a.purged_at is null) as admins`.execute(app.open.service.database.kysely)
  const { tenants, roles, groups, admins } = rows[0]!
  return { tenants: byId(tenants), roles: byId(roles), groups: byId(groups), admins: byId(admins) }
}

const byId = <T extends { readonly id: string }>(rows: readonly T[]): Map<string, T> => new Map(rows.map((row) => [row.id, row]))
