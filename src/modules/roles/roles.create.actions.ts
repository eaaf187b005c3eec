import type { z } from 'zod'
import { requireRoleRoom } from '#accounts/quotas.ts'
import { conflict } from '#core/errors.ts'
import { nameKey } from '#core/text/name-key.ts'
import { uuidv7 } from '#core/uuid.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import type { Context } from '#db/rows/context.ts'
import { insert, requireStillLiving, select, tenantOrOwn } from '#db/rows/owned.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireRoleWithin } from '#rights/delegation.ts'
import { listFacts } from '#rights/grant-events.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { refuseSeededName } from './role-names.ts'
import { lockDefault, takeDefault } from './roles.default.ts'
import { type Grant, grantsWanted, storeGrants } from './roles.grants.ts'
import { storeMenuItems } from './roles.menu-items.ts'
import { getRole, type RoleRecord } from './roles.queries.ts'
import type { NewRole, RoleCopy } from './roles.schema.ts'

interface RoleToAdd {
  readonly tenantId: string | null
  readonly name: string
  readonly description: string | null
  readonly isDefault: boolean
  readonly grants: readonly Grant[]
  readonly menuItemIds: readonly string[]
  /** Where it comes from: the role it is a copy of, the one that was the default before it. */
  readonly origin: { readonly copyOf?: string; readonly defaultTakenFrom?: string }
}

type Grantor = Awaited<ReturnType<typeof lockGrantor>>

/**
 * Creates a role of a tenant in scope, or of the platform, that gives no more than the caller holds and the tenant is granted.
 * @throws AppError 404 tenant, permission or menu item unknown or foreign, 400 a restriction that can't be, 403 with `excess`, 409
 * taken or seeded name, or full quota
 */
export async function createRole(ctx: Context, wanted: z.output<typeof NewRole>): Promise<RoleRecord> {
  const tenantId = await tenantOrOwn(ctx, wanted.tenantId, 'tenantId')
  const grants = grantsWanted(wanted.permissionIds, wanted.restrictedFields)
  const former = wanted.isDefault ? await lockDefault(ctx, tenantId) : []
  const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId], changedRoleIds: former })
  await requireStillLiving(ctx, tenantId, 'tenantId')
  const [taken] = await takeDefault(ctx, former)
  const { name, isDefault, description = null, menuItemIds = [] } = wanted
  return await addRole(ctx, grantor, {
    tenantId,
    name,
    description,
    isDefault,
    grants,
    menuItemIds,
    origin: taken ? { defaultTakenFrom: taken.id } : {},
  })
}

/**
 * Creates a role of the same tenant that lists what another one gives now, with its restrictions and menu items. The copy is the
 * tenant's own to change, whatever it was made from.
 * @throws AppError 404 unknown or foreign, 403 with `excess` when it gives more than the caller holds, 409 like `createRole`
 */
export async function cloneRole(ctx: Context, id: string, wanted: z.output<typeof RoleCopy>): Promise<RoleRecord> {
  const { tenantId } = await getRole(ctx, id)
  // for change, though it stays as it is: copies of one role at once are named one after the other
  const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId], changedRoleIds: [id] })
  const role = await getRole(ctx, id)
  await requireRoleWithin(ctx, grantor, id, tenantId)
  return await addRole(ctx, grantor, {
    tenantId,
    name: wanted.name ?? (await freeCopyName(ctx, role)),
    description: role.description,
    isDefault: false,
    grants: grantsWanted(
      role.permissions.map((permission) => permission.id),
      Object.fromEntries(role.permissions.map((permission) => [permission.id, permission.restrictedFields])),
    ),
    menuItemIds: role.menuItems.map((item) => item.id),
    origin: { copyOf: id },
  })
}

const longestName = 100
/** A role that was copied this often needs names of its own. */
const mostCopies = 100

/** "Copy of X", or the first of "Copy of X (2)" and so on that is free. */
async function freeCopyName(ctx: Context, { name, tenantId }: RoleRecord): Promise<string> {
  const candidates = Array.from({ length: mostCopies }, (_, number) => {
    const end = number === 0 ? '' : ` (${number + 1})`
    const start = [...`Copy of ${name}`]
    while (start.join('').length + end.length > longestName) start.pop()
    return start.join('').trimEnd() + end
  })
  const taken = await select(ctx, 'roles')
    .select('roles.nameKey')
    .where('roles.tenantId', 'is not distinct from', tenantId)
    .where('roles.nameKey', 'in', candidates.map(nameKey))
    .execute()
  const keys = new Set(taken.map(({ nameKey }) => nameKey))
  const free = candidates.find((candidate) => !keys.has(nameKey(candidate)))
  if (free === undefined) throw conflict('name')
  return free
}

/** What it gives is compared once it is stored: then the comparison is the same as for any role. An excess undoes it all. */
async function addRole(ctx: Context, grantor: Grantor, role: RoleToAdd): Promise<RoleRecord> {
  const { tenantId, name, description, isDefault, origin } = role
  refuseSeededName(name)
  await requireRoleRoom(ctx, tenantId)
  const id = uuidv7(ctx.now)
  const row = { id, tenantId, name, nameKey: nameKey(name), description, isDefault, createdAt: ctx.now, createdBy: ctx.actor.id }
  await insert(ctx, 'roles', row).catch(namingTheName)
  await storeGrants(ctx, id, role.grants)
  await requireRoleWithin(ctx, grantor, id, tenantId)
  await storeMenuItems(ctx, id, tenantId, role.menuItemIds)
  const added = await getRole(ctx, id)
  await emit(ctx, 'role.created', {
    tenantId,
    entityId: id,
    entityName: name,
    data: origin,
    changes: changesBetween(
      {},
      { name, description, isDefault, ...listFacts(added.permissions), menuItemIds: added.menuItems.map((item) => item.id) },
    ),
  })
  return added
}

/** The index decides who was first. Throws 409 naming `name` for its refusal, anything else as it is. */
export function namingTheName(error: unknown): never {
  throw uniqueViolation(error)?.constraint === 'roles_name' ? conflict('name') : error
}
