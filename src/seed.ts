import { sql } from 'kysely'
import { createAccount } from '#accounts/new-account.ts'
import { permissionCatalogue, permissionNames } from '#core/permissions.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import { passwordProblems } from '#core/secrets/password-policy.ts'
import { temporaryPassword } from '#core/secrets/temporary-password.ts'
import { serviceDefaults } from '#db/live/tenant-settings.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'

export interface Bootstrap {
  email: string
  /** Null: one is made, shown once, and must be changed at the first sign-in. */
  password: string | null
}

/** Any number that no other advisory lock of ours uses. */
const seedLock = 7_364_001
const username = 'superadmin'

/**
 * Puts in what must always be there: the permission catalogue, the platform's two roles, and on an empty database the SuperAdmin.
 * May run at every start, in several processes at once.
 * @returns the password made for the SuperAdmin when this very call made both, else null
 * @throws Error when the given password is one that the service would not let anybody choose
 */
export async function seed(service: Service, bootstrap: Bootstrap): Promise<{ bootstrapPassword: string | null }> {
  const ctx = systemContext(service)
  const made = bootstrap.password ?? temporaryPassword()
  // hashed before the transaction; a process that finds a SuperAdmin in it has worked for nothing, once in a database's life
  const passwordHash = (await hasSuperAdmin(ctx)) ? null : await service.passwords.hash(usable(made, bootstrap.email))
  const isCreated = await transact(ctx, async (ctx) => {
    await sql`select pg_advisory_xact_lock(${seedLock})`.execute(ctx.db)
    await seedPermissions(ctx)
    await seedPlatformRoles(ctx)
    if (passwordHash === null || (await hasSuperAdmin(ctx))) return false
    await createSuperAdmin(ctx, bootstrap, passwordHash)
    return true
  })
  return { bootstrapPassword: isCreated && bootstrap.password === null ? made : null }
}

function usable(password: string, email: string): string {
  const rules = {
    minLength: serviceDefaults.passwordMinLength,
    requireUppercase: false,
    requireNumber: false,
    requireSpecial: false,
  }
  const problems = passwordProblems(password, rules, { email, username }).map(({ code }) => code)
  if (problems.length > 0) throw new Error(`BOOTSTRAP_ADMIN_PASSWORD cannot be used: ${problems.join(', ')}`)
  return password
}

// unscoped: the one SuperAdmin, at the start of the process
async function hasSuperAdmin(ctx: PublicContext): Promise<boolean> {
  const found = await ctx.db.selectFrom('accounts').select('id').where('roleId', '=', superAdminRoleId).executeTakeFirst()
  return found !== undefined
}

/** The catalogue as the code knows it. A permission it no longer knows stays, without effect, for the grants that name it. */
async function seedPermissions(ctx: PublicContext): Promise<void> {
  await ctx.db
    .insertInto('permissions')
    .values(permissionCatalogue.map(({ id, name, category }) => ({ id, name, category, isCurrent: true })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ isCurrent: true }).where('permissions.isCurrent', '=', false))
    .execute()
  await ctx.db
    .updateTable('permissions')
    .set({ isCurrent: false })
    .where('isCurrent', '=', true)
    .where('name', 'not in', permissionNames)
    .execute()
}

// unscoped: the platform's own roles, at the start of the process
async function seedPlatformRoles(ctx: PublicContext): Promise<void> {
  const role = (id: string, name: 'SuperAdmin' | 'PlatformViewer', reach: 'granted' | 'views', description: string) => ({
    id,
    tenantId: null,
    name,
    nameKey: name.toLowerCase(),
    description,
    seed: name,
    reach,
    isSystem: true,
    createdAt: ctx.now,
  })
  await ctx.db
    .insertInto('roles')
    .values([
      role(superAdminRoleId, 'SuperAdmin', 'granted', 'Everything, in every tenant'),
      role(platformViewerRoleId, 'PlatformViewer', 'views', 'Sees everything, changes nothing'),
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function createSuperAdmin(ctx: PublicContext, { email, password }: Bootstrap, passwordHash: string): Promise<void> {
  const person = { email, username, firstName: 'Super', lastName: 'Admin' }
  const id = await createAccount(ctx, 'admin', {
    ...person,
    tenantId: null,
    roleId: superAdminRoleId,
    passwordHash,
    mustChangePassword: password === null,
    createdBy: null,
  })
  await emit(ctx, 'service.superadmin_created', { tenantId: null, entityId: id, personName: 'Super Admin' })
}
