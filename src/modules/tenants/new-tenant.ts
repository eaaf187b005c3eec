import { sql } from 'kysely'
import { conflict, validationFailed } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { Context } from '#db/rows/context.ts'
import { insert } from '#db/rows/owned.ts'
import { freeCode } from '#db/rows/unused-code.ts'
import { grantable } from '#rights/grants.ts'

export interface NewTenantRecord {
  name: string
  code: string
  parentId: string | null
  description: string | null
  address: string | null
  logoUrl: string | null
  /** What the tenant sets itself; the rest it inherits, live. */
  settings: { readonly [N in keyof Settings]?: Settings[N] | null | undefined }
}

/** The role that holds all that a tenant is granted. */
export const tenantAdminName = 'TenantAdmin'

/** How many tenants may stand under each other: every one of them is a row of the closure for each above it, and a lock. */
export const mostLevels = 256

/**
 * Makes a tenant with all that belongs to it: its place in the tree, its settings, what it is granted (as its parent is at this
 * moment; a root everything but the settings of the service), and its two roles. Inside a transaction that holds the parent.
 * @returns its id, and that of its TenantAdmin role
 * @throws AppError 404 `parentTenantId` out of scope, 400 naming it when the tree would grow too deep, 409 `conflict` naming `code`
 */
export async function createTenantRecord(ctx: Context, tenant: NewTenantRecord): Promise<{ id: string; adminRoleId: string }> {
  const { settings, ...columns } = tenant
  if (tenant.parentId !== null) await refuseTooDeep(ctx, tenant.parentId)
  if (await isTaken(ctx, tenant.code)) throw conflict('code')
  const id = uuidv7(ctx.now)
  // two at once: the index refuses the second, and toAppError says so without naming the field
  await insert(ctx, 'tenants', { id, ...columns, createdAt: ctx.now, createdBy: ctx.actor.id })
  await sql`
    insert into tenant_closure (ancestor_id, descendant_id, depth)
    select ancestor_id, ${id}::uuid, depth + 1 from tenant_closure where descendant_id = ${tenant.parentId}
    union all select ${id}::uuid, ${id}::uuid, 0`.execute(ctx.db)
  await storeSettings(ctx, id, settings)
  await copyGrant(ctx, id, tenant.parentId)
  const adminRoleId = await seedRoles(ctx, id)
  await revoke(ctx, 'tenant', id)
  return { id, adminRoleId }
}

/** Nothing to lock: a tenant never moves. */
async function refuseTooDeep(ctx: Context, parentId: string): Promise<void> {
  const { rows } = await sql<{ levels: number }>`
    select count(*)::integer as levels from tenant_closure where descendant_id = ${parentId}`.execute(ctx.db)
  if (rows[0]!.levels >= mostLevels) throw validationFailed([{ field: 'parentTenantId', code: 'too_deep' }])
}

// unscoped: codes are one name space over all tenants; only that one is taken comes out
async function isTaken(ctx: Context, code: string): Promise<boolean> {
  const found = await ctx.db.selectFrom('tenants').select('id').where('code', '=', code).where('deletedAt', 'is', null).executeTakeFirst()
  return found !== undefined
}

/** Like `freeCode`, among the living tenants of the service. */
// unscoped: codes are one name space over all tenants; only a free one comes out
export const freeTenantCode = (ctx: Context, wanted: string): Promise<string> =>
  freeCode(ctx, wanted, sql`(select from tenants t where t.code = candidates.code and t.deleted_at is null)`)

// unscoped: a new tenant, whose parent was judged under its lock
async function storeSettings(ctx: Context, tenantId: string, settings: NewTenantRecord['settings']): Promise<void> {
  const { require2FA, ...rest } = settings
  await ctx.db
    .insertInto('tenantSettings')
    .values({ tenantId, ...rest, ...(require2FA !== undefined && { require2fa: require2FA }), updatedAt: ctx.now })
    .execute()
}

// unscoped: a new tenant, whose parent was judged under its lock
async function copyGrant(ctx: Context, tenantId: string, parentId: string | null): Promise<void> {
  if (parentId === null) {
    await ctx.db
      .insertInto('tenantPermissions')
      .values([...grantable].map((permission) => ({ tenantId, permission })))
      .execute()
    return
  }
  await sql`
    insert into tenant_permissions (tenant_id, permission)
    select ${tenantId}::uuid, permission from tenant_permissions where tenant_id = ${parentId}`.execute(ctx.db)
}

/** TenantAdmin follows the grant as it grows and shrinks; Viewer lists what can be seen now, and is a tenant's to change. */
// unscoped: a new tenant, whose parent was judged under its lock
async function seedRoles(ctx: Context, tenantId: string): Promise<string> {
  const [adminRoleId, viewerId] = [uuidv7(ctx.now), uuidv7(ctx.now)]
  const common = { tenantId, createdAt: ctx.now }
  const tenantAdmin = {
    id: adminRoleId,
    name: tenantAdminName,
    description: 'All that the tenant is granted',
    isSystem: true,
    isDefault: false,
  }
  const viewer = { id: viewerId, name: 'Viewer', description: 'Sees everything, changes nothing', isSystem: false, isDefault: true }
  await ctx.db
    .insertInto('roles')
    .values([
      { ...common, ...tenantAdmin, nameKey: 'tenantadmin', seed: 'TenantAdmin', reach: 'granted' },
      { ...common, ...viewer, nameKey: 'viewer', seed: 'Viewer', reach: 'listed' },
    ])
    .execute()
  await sql`
    insert into role_permissions (role_id, permission)
    select ${viewerId}::uuid, permission from tenant_permissions where tenant_id = ${tenantId} and permission like '%.view'`.execute(ctx.db)
  return adminRoleId
}
