import type { z } from 'zod'
import { forbidden, notFound, stateConflict } from '#core/errors.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import type { Context } from '#db/context.ts'
import { requireStillLiving, select, tenantOrOwn, update } from '#db/owned.ts'
import { revoke } from '#db/revocations.ts'
import { transact } from '#db/transact.ts'
import { emit } from '#events/emit.ts'
import { shiftCounts } from '#identity/account-counts.ts'
import { createAccount } from '#identity/accounts.ts'
import { requireRoleWithin } from '#identity/delegation.ts'
import { lockGiver } from '#identity/giver.ts'
import { firstPassword, mailInvitation, passwordColumns } from '#identity/invitation.ts'
import { fullName, lockAccount } from '#identity/locked-account.ts'
import { refuseWeakPassword } from '#identity/password-rules.ts'
import { requireAdminRoom } from '#identity/quotas.ts'
import { requireRank } from '#identity/rank.ts'
import { endSessionsOf } from '#identity/session-end.ts'
import { getAdmin } from './admins.queries.ts'
import type { AdminDetail, NewAdmin } from './admins.schema.ts'

type Admin = z.input<typeof AdminDetail>

/**
 * Creates an admin of a tenant in scope, or of the platform, with a role of that very tenant that lies within what the caller holds.
 * @throws AppError 404 tenant or role unknown or foreign, 400 password policy, 403 with `excess`, 409 taken name or full quota
 */
export async function createAdmin(ctx: Context, wanted: z.output<typeof NewAdmin>): Promise<Admin> {
  const { password, sendInvitation, ...person } = wanted
  const tenantId = await tenantOrOwn(ctx, wanted.tenantId, 'tenantId')
  const account = { ...person, username: wanted.username ?? null, phoneNumber: wanted.phoneNumber ?? null, tenantId }
  if (password !== undefined) refuseWeakPassword(ctx, password, account, 'password')
  const { language, passwordMinLength } = ctx.service.settings.of(tenantId)
  const first = await firstPassword(ctx, password, passwordMinLength)
  return await transact(ctx, async (ctx) => {
    const giver = await lockGiver(ctx, { changedTenantIds: [tenantId], roleIds: [wanted.roleId] })
    await requireStillLiving(ctx, tenantId, 'tenantId')
    await requireOwnRole(ctx, wanted.roleId, tenantId)
    await requireRoleWithin(ctx, giver, wanted.roleId, tenantId)
    await requireAdminRoom(ctx, tenantId)
    const id = await createAccount(ctx, 'admin', { ...account, ...passwordColumns(first, ctx.now), createdBy: ctx.actor.id })
    await emit(ctx, 'admin.created', {
      tenantId,
      entityId: id,
      personName: fullName(account),
      data: { roleId: wanted.roleId },
      changes: { email: { before: null, after: account.email } },
    })
    if (sendInvitation || first.temporary !== null) await mailInvitation(ctx, { ...account, id, language }, first)
    return await getAdmin(ctx, id)
  })
}

/** A role belongs to the record's own tenant, else it is not there. Being SuperAdmin passes by transfer alone. */
async function requireOwnRole(ctx: Context, roleId: string, tenantId: string | null): Promise<void> {
  const role = await select(ctx, 'roles').select('roles.tenantId').where('roles.id', '=', roleId).executeTakeFirst()
  if (!role || role.tenantId !== tenantId) throw notFound('roleId')
  if (roleId === superAdminRoleId) throw forbidden()
}

/**
 * Blocks an admin at once: no sign-in, no live session. Blocking twice changes nothing.
 * @throws AppError 404 unknown or foreign, 403 oneself or one who stands above the caller, 409 the SuperAdmin
 */
export async function blockAdmin(ctx: Context, id: string, reason: string | undefined): Promise<Admin> {
  return await transact(ctx, async (ctx) => {
    await getAdmin(ctx, id)
    if (id === ctx.actor.id) throw forbidden()
    const giver = await lockGiver(ctx, { changedAccountIds: [id] })
    const admin = await lockAccount(ctx, 'admin', id)
    if (!admin) throw notFound()
    await requireRank(ctx, giver, [id])
    if (admin.isSuperAdmin) throw stateConflict()
    if (!admin.isBlocked) await block(ctx, admin, reason)
    return await getAdmin(ctx, id)
  })
}

async function block(ctx: Context, admin: NonNullable<Awaited<ReturnType<typeof lockAccount>>>, reason: string | undefined): Promise<void> {
  const { id, tenantId, isActive } = admin
  await update(ctx, 'admins')
    .set(({ eb }) => ({ isBlocked: true, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', id)
    .execute()
  await shiftCounts(ctx, 'admin', [{ tenantId, from: { isActive, isBlocked: false }, to: { isActive, isBlocked: true } }])
  await endSessionsOf(ctx, id, 'blocked')
  await revoke(ctx, 'account', id)
  await emit(ctx, 'admin.blocked', {
    tenantId,
    entityId: id,
    personName: fullName(admin),
    // free text may name somebody
    ...(reason && { personData: { reason } }),
    changes: { isBlocked: { before: false, after: true } },
  })
}
