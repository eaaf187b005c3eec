import type { z } from 'zod'
import { lockForEdit } from '#accounts/account-edit.ts'
import { aboutAccount } from '#accounts/account-events.ts'
import { requireStillSuperAdmin } from '#accounts/superadmin.ts'
import { AppError } from '#core/errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { endImpersonationsOf } from '#sessions/impersonation.ts'
import { reauthenticate } from '#sign-in/reauthentication.ts'
import { getAdmin } from './admins.queries.ts'
import type { AdminDetail } from './admins.schema.ts'
import { transferableTenant, transferSuperAdmin } from './superadmin-transfer.ts'

type Admin = z.input<typeof AdminDetail>

/**
 * Protects an admin from deletion and from all that is done to many, or no longer; nobody acts as a protected admin.
 * @param wanted the other of what it is, when left out
 * @throws AppError 404 unknown, 403 when the caller is the SuperAdmin no longer
 */
export async function protectAdmin(ctx: Context, id: string, wanted: boolean | undefined): Promise<Admin> {
  const { account: admin } = await lockForEdit(ctx, 'admin', id)
  await requireStillSuperAdmin(ctx)
  const isProtected = wanted ?? !admin.isProtected
  if (isProtected !== admin.isProtected) {
    await update(ctx, 'admins')
      .set(({ eb }) => ({ isProtected, version: eb('version', '+', 1), updatedAt: ctx.now }))
      .where('id', '=', id)
      .execute()
    // else they would go on where the protection ends
    if (isProtected) await endImpersonationsOf(ctx, id)
    await revoke(ctx, 'account', id)
    const changes = { isProtected: { before: !isProtected, after: isProtected } }
    await emit(ctx, isProtected ? 'admin.protected' : 'admin.unprotected', { ...aboutAccount(admin), changes })
  }
  return await getAdmin(ctx, id)
}

/**
 * Hands the SuperAdmin role over, once the caller has proved the password; not in a transaction, because that hashes. Returns what
 * `reauthenticate` refuses; throws what `transferSuperAdmin` does.
 */
export async function transferTo(ctx: Context, id: string, password: string): Promise<Admin | AppError> {
  await transferableTenant(ctx, id)
  const proof = await reauthenticate(ctx, password)
  if (proof instanceof AppError) return proof
  return await transact(ctx, async (ctx) => {
    await transferSuperAdmin(ctx, id, proof)
    return await getAdmin(ctx, id)
  })
}
