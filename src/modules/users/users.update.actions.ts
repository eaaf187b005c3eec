import type { z } from 'zod'
import { loadChangeable, storeChange } from '#accounts/account-change.ts'
import { lockForEdit } from '#accounts/account-edit.ts'
import { moveAccount } from '#accounts/account-lifecycle.ts'
import { endFormerAddress } from '#accounts/former-address.ts'
import type { Context } from '#db/rows/context.ts'
import { changesBetween } from '#events/changes.ts'
import { requireVersion } from '#http/version.ts'
import { getUser } from './users.queries.ts'
import type { ChangeUser, UserDetail } from './users.schema.ts'

type User = z.input<typeof UserDetail>
type Change = Omit<z.output<typeof ChangeUser>, 'version'>

/**
 * Changes a user. Only what was sent is written, and only what differs is told. Another address holds at once: whoever was signed in with
 * the old one, or holds a code of it, has to come by the new one, which is to be proved anew, as is another phone number.
 * @param version the one that the change was made for, if any
 * @throws AppError 404 unknown or foreign, 409 a taken address, another version, or one to be activated whose tenant was deleted, 429
 * `rate_limited` when one of the mailboxes was sent too many
 */
export async function updateUser(ctx: Context, id: string, wanted: Change, version: number | undefined): Promise<User> {
  const { account } = await lockForEdit(ctx, 'user', id)
  const before = await loadChangeable(ctx, 'user', id)
  requireVersion(before, version)
  const { isActive, ...fields } = wanted
  const changes = changesBetween<Record<string, unknown>>({ ...before }, fields)
  // login names before counts, like all else that takes both: the other way round a deletion and this would wait for each other
  if (changes.email) await endFormerAddress(ctx, account, { username: before.username, newEmail: fields.email! })
  const isMoved = isActive !== undefined && (await moveAccount(ctx, { kind: 'user', move: isActive ? 'activate' : 'deactivate' }, id))
  await storeChange(ctx, account, { before, changes, isMoved })
  return await getUser(ctx, id)
}
