import type { z } from 'zod'
import { changesOfNew, factsOfNewUser } from '#accounts/account-events.ts'
import { firstPassword, mailInvitation, passwordColumns } from '#accounts/invitation.ts'
import { createAccount } from '#accounts/new-account.ts'
import { validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { requireStillLiving, tenantOrOwn } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { refuseWeakPassword } from '#sign-in/password-rules.ts'
import { getUser } from './users.queries.ts'
import type { NewUser, UserDetail } from './users.schema.ts'

type User = z.input<typeof UserDetail>

/**
 * Creates a user of a tenant in scope. Without a password a temporary one goes out by mail, and stands nowhere else. Of any number of
 * creations with one name one is done: the index of names decides.
 * @throws AppError 400 `tenantId` where a caller of the platform names none, 400 password policy, 404 tenant unknown or foreign, 409
 * taken name, 429 `rate_limited` when the mailbox was sent too many
 */
export async function createUser(ctx: Context, wanted: z.output<typeof NewUser>): Promise<User> {
  const { password, sendInvitation, firstName = '', lastName = '', phoneNumber = null, username, email } = wanted
  const tenantId = await tenantOrOwn(ctx, wanted.tenantId, 'tenantId')
  if (tenantId === null) throw validationFailed([{ field: 'tenantId', code: 'required' }])
  const account = { username, email, firstName, lastName, phoneNumber, tenantId, roleId: null }
  if (password !== undefined) refuseWeakPassword(ctx, password, account, 'password')
  const { language, passwordMinLength } = ctx.service.settings.of(tenantId)
  const first = await firstPassword(ctx, password, passwordMinLength)
  return await transact(ctx, async (ctx) => {
    // to stay, not to be changed: users have no quota, and need not wait for each other
    await lockGrantor(ctx, { grantsOf: [tenantId] })
    await requireStillLiving(ctx, tenantId, 'tenantId')
    const id = await createAccount(ctx, 'user', { ...account, ...passwordColumns(first, ctx.now), createdBy: ctx.actor.id })
    await emit(ctx, 'user.created', {
      tenantId,
      entityId: id,
      personName: fullName(account),
      data: await factsOfNewUser(ctx, tenantId, 'admin_created'),
      changes: changesOfNew(account),
    })
    if (sendInvitation || first.temporary !== null) await mailInvitation(ctx, { ...account, id, kind: 'user', language }, first)
    return await getUser(ctx, id)
  })
}
