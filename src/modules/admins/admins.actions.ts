import type { z } from 'zod'
import { changesOfNew } from '#accounts/account-events.ts'
import { firstPassword, mailInvitation, passwordColumns } from '#accounts/invitation.ts'
import { createAccount } from '#accounts/new-account.ts'
import { requireAdminRoom } from '#accounts/quotas.ts'
import type { Context } from '#db/rows/context.ts'
import { requireStillLiving, tenantOrOwn } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { requireRoleWithin } from '#rights/delegation.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { refuseWeakPassword } from '#sign-in/password-rules.ts'
import { getAdmin } from './admins.queries.ts'
import { requireOwnRole } from './admins.role.ts'
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
    const grantor = await lockGrantor(ctx, { changedTenantIds: [tenantId], roleIds: [wanted.roleId] })
    await requireStillLiving(ctx, tenantId, 'tenantId')
    const role = await requireOwnRole(ctx, wanted.roleId, tenantId)
    await requireRoleWithin(ctx, grantor, wanted.roleId, tenantId)
    await requireAdminRoom(ctx, tenantId)
    const id = await createAccount(ctx, 'admin', { ...account, ...passwordColumns(first, ctx.now), createdBy: ctx.actor.id })
    await emit(ctx, 'admin.created', {
      tenantId,
      entityId: id,
      personName: fullName(account),
      data: { roleId: wanted.roleId, role },
      changes: changesOfNew(account),
    })
    if (sendInvitation || first.temporary !== null) await mailInvitation(ctx, { ...account, id, kind: 'admin', language }, first)
    return await getAdmin(ctx, id)
  })
}
