import type { z } from 'zod'
import { changesOfNew } from '#accounts/account-events.ts'
import { type FirstPassword, firstPassword, mailInvitation, passwordColumns } from '#accounts/invitation.ts'
import { createAccount } from '#accounts/new-account.ts'
import { boundingAncestors, requireAdminRoom, requireSubTenantRoom } from '#accounts/quotas.ts'
import { AppError } from '#core/errors.ts'
import { tenantCodeOf } from '#core/text/tenant-code.ts'
import { runAgain, uniqueViolation } from '#db/database-errors.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { Actor, Context } from '#db/rows/context.ts'
import { requireStillLiving, select, tenantOrOwn } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { restrictedIn } from '#http/shapes.ts'
import { requirePermission, requireRoleWithin } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { refuseWeakPassword } from '#sign-in/password-rules.ts'
import { createTenantRecord, freeTenantCode, tenantAdminName } from './new-tenant.ts'
import { getTenant } from './tenants.queries.ts'
import type { NewTenant, TenantItem } from './tenants.schema.ts'

type Wanted = z.output<typeof NewTenant>
type Tenant = z.input<typeof TenantItem>
type NewAdmin = NonNullable<Wanted['admin']>

interface Plan {
  readonly wanted: Wanted
  readonly parentId: string | null
  /** What will hold for the tenant: the parent's, but for what it sets itself. */
  readonly settings: Settings
  readonly first: FirstPassword | null
}

const codeAttempts = 20

/**
 * Creates a tenant below another, with its first admin where one is given: all of it or nothing.
 * @throws AppError 404 the parent is not in scope, 409 taken code or address, or a quota above is full; for the admin: 400 password
 * policy, 403 without `admins.create`, with a field that is restricted, or without all that the tenant is granted
 */
export async function createTenant(ctx: Context, wanted: Wanted): Promise<Tenant> {
  const parentId = await tenantOrOwn(ctx, wanted.parentTenantId, 'parentTenantId')
  const settings = settingsBelow(ctx, parentId, wanted.settings ?? {})
  const first = wanted.admin ? await preparePassword(ctx, wanted.admin, settings) : null
  const plan = { wanted, parentId, settings, first }
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(ctx, (ctx) => createUnder(ctx, plan))
    } catch (error) {
      // somebody was quicker: a code that was asked for is now found taken, one that was made is made anew
      if (!isCodeLost(error, wanted) || attempt === codeAttempts) throw error
    }
  }
}

/** Lost at the index, or seen taken between choosing a code and using it. */
function isCodeLost(error: unknown, wanted: Wanted): boolean {
  if (uniqueViolation(error)?.constraint === 'tenants_code') return true
  return wanted.code === undefined && error instanceof AppError && error.code === 'conflict' && error.details.fields?.[0]?.field === 'code'
}

function settingsBelow(ctx: Context, parentId: string | null, own: NonNullable<Wanted['settings']>): Settings {
  const given = Object.entries(own).filter(([, value]) => value != null)
  return { ...ctx.service.settings.of(parentId), ...Object.fromEntries(given) }
}

async function preparePassword(ctx: Context, admin: NewAdmin, settings: Settings): Promise<FirstPassword> {
  requirePermission(ctx.actor, 'admins.create')
  refuseRestrictedAdmin(admin, ctx.actor)
  if (admin.password !== undefined) {
    const owner = { tenantId: null, email: admin.email, username: null, settings }
    refuseWeakPassword(ctx, admin.password, owner, 'admin.password')
  }
  return await firstPassword(ctx, admin.password, settings.passwordMinLength)
}

/** Throws 403 `field_restricted` with what of an admin this caller may not set. */
function refuseRestrictedAdmin(admin: NewAdmin, caller: Actor): void {
  const fields = restrictedIn(admin, caller, 'admins.create').map((field) => ({
    field: `admin.${field}`,
    code: 'field_restricted' as const,
  }))
  if (fields.length > 0) throw new AppError(403, 'field_restricted', { fields })
}

async function createUnder(ctx: Context, plan: Plan): Promise<Tenant> {
  const { wanted, parentId, first } = plan
  const bounding = parentId === null ? [] : await boundingAncestors(ctx, parentId)
  const grantor = await lockGrantor(ctx, { changedTenantIds: [...bounding, parentId] })
  if (parentId !== null) {
    await requireStillLiving(ctx, parentId, 'parentTenantId')
    await requireAllLocked(ctx, parentId, bounding)
    await requireSubTenantRoom(ctx, parentId)
  }
  const columns = {
    name: wanted.name,
    code: wanted.code ?? (await freeTenantCode(ctx, tenantCodeOf(wanted.name))),
    description: wanted.description ?? null,
    address: wanted.address ?? null,
    logoUrl: wanted.logoUrl ?? null,
  }
  const settings = wanted.settings ?? {}
  const { id, adminRoleId } = await createTenantRecord(ctx, { ...columns, parentId, settings })
  // not the parent: what stands above a tenant is not shown in its log
  const set = Object.entries({ ...columns, ...settings }).filter(([, value]) => value !== null)
  const changes = changesBetween({}, Object.fromEntries(set))
  const own = Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null && value !== undefined)) as Own
  const data = { code: columns.code, settings: own, parent: await parentOf(ctx, parentId) }
  await emit(ctx, 'tenant.created', { tenantId: id, entityId: id, entityName: wanted.name, data, changes })
  if (wanted.admin && first) await createFirstAdmin(ctx, grantor, plan, wanted.admin, { first, tenantId: id, roleId: adminRoleId })
  return await getTenant(ctx, id)
}

type Own = NonNullable<NonNullable<Parameters<typeof emit>[2]['data']>[string]>

/** As it is called at this moment. */
async function parentOf(ctx: Context, id: string | null): Promise<{ id: string; name: string } | null> {
  if (id === null) return null
  const { name } = await select(ctx, 'tenants').select('tenants.name').where('tenants.id', '=', id).executeTakeFirstOrThrow()
  return { id, name }
}

/** A quota that was set above while this waited bounds too, and is locked for share only: the transaction is run again. */
async function requireAllLocked(ctx: Context, parentId: string, locked: readonly string[]): Promise<void> {
  const bounding = await boundingAncestors(ctx, parentId)
  if (bounding.some((id) => !locked.includes(id))) throw runAgain('a quota was set above')
}

/** The first admin holds all that the tenant is granted; only who holds as much may make one. Judged again: a hash was awaited. */
async function createFirstAdmin(
  ctx: Context,
  grantor: Grantor,
  { wanted, settings }: Plan,
  admin: NewAdmin,
  { first, tenantId, roleId }: { first: FirstPassword; tenantId: string; roleId: string },
): Promise<void> {
  const { email, firstName, lastName } = admin
  requirePermission(grantor, 'admins.create')
  refuseRestrictedAdmin(admin, { ...ctx.actor, masks: grantor.masks })
  await requireRoleWithin(ctx, grantor, roleId, tenantId)
  await requireAdminRoom(ctx, tenantId)
  const person = { email, firstName, lastName, username: null, tenantId }
  const account = { roleId, ...passwordColumns(first, ctx.now), createdBy: ctx.actor.id }
  const id = await createAccount(ctx, 'admin', { ...person, ...account })
  await emit(ctx, 'admin.created', {
    tenantId,
    entityId: id,
    personName: fullName(person),
    data: { roleId, role: tenantAdminName },
    changes: changesOfNew({ ...person, ...account }),
  })
  await mailInvitation(
    ctx,
    { ...person, id, kind: 'admin', language: settings.language, tenantName: settings.companyName ?? wanted.name },
    first,
  )
}
