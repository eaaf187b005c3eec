import { aboutAccount, changesOfNew, factsOfNewUser } from '#accounts/account-events.ts'
import { createAccount } from '#accounts/new-account.ts'
import { forbidden, validationFailed } from '#core/errors.ts'
import { knowTenants } from '#db/live/known-tenants.ts'
import type { TenantState } from '#db/live/tenant-tree.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { fullName } from '#events/people.ts'
import { lockLineage } from '#rights/locked-tenants.ts'
import { isRegistrationOpen } from '#rights/open-doors.ts'
import { takeOfTenantDay } from '#sign-in/code-caps.ts'
import { refuseWeakPassword } from '#sign-in/password-rules.ts'
import { requiredTenant, type TenantByCode } from '#sign-in/user-tenant.ts'
import { mailCodes } from './email-verification-send.ts'

export interface Registration extends TenantByCode {
  readonly username: string
  readonly email: string
  readonly password: string
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly phoneNumber?: string | null | undefined
  readonly language: 'en' | 'ar'
}

export interface Registered {
  readonly id: string
  readonly username: string
  readonly email: string
  readonly tenantId: string
  readonly emailVerified: false
}

/**
 * Makes the account of an end user who registers, and mails the code that proves the address. Not in a transaction, because it hashes.
 * @param takeSend takes one from the client's budget of sends; where it, or the tenant's day, is used up the account is made and no code leaves
 * @throws AppError 400 naming `tenantCode` for an unknown or inactive tenant, 403 `registration_disabled`, 400 `password_policy`,
 * 409 `conflict` naming what is taken
 */
export async function register(ctx: PublicContext, given: Registration, takeSend: () => Promise<boolean>): Promise<Registered> {
  const tenantId = await requiredTenant(ctx, given)
  await knowTenants(ctx.service, [tenantId])
  refuseClosed(ctx, tenantId, ctx.service.tenants.state(tenantId))
  const { username, email, password, firstName = '', lastName = '', phoneNumber = null, language } = given
  const person = { tenantId, username, email, firstName, lastName }
  refuseWeakPassword(ctx, password, person, 'password')
  const passwordHash = await ctx.service.passwords.hash(password)
  const mayMail = await takeSend()
  const id = await transact(ctx, async (ctx) => {
    // judged again: meanwhile a password was hashed
    refuseClosed(ctx, tenantId, (await lockLineage(ctx, tenantId)).state)
    const made = { ...person, phoneNumber, language, roleId: null, passwordHash, createdBy: null }
    const id = await createAccount(ctx, 'user', made)
    const account = { ...person, id, kind: 'user' } as const
    await emit(ctx, 'user.registered', {
      ...aboutAccount(account),
      actor: { id, kind: 'user', name: fullName(account) },
      data: await factsOfNewUser(ctx, tenantId, 'self_registration'),
      changes: changesOfNew(made),
    })
    if (mayMail && (await takeOfTenantDay(ctx, tenantId))) await mailCodes(ctx, [account])
    return id
  })
  return { id, username, email, tenantId, emailVerified: false }
}

function refuseClosed(ctx: PublicContext, tenantId: string, state: TenantState | null): void {
  if (state !== null) throw validationFailed([{ field: 'tenantCode', code: 'not_allowed_value' }])
  if (!isRegistrationOpen(ctx, tenantId)) throw forbidden('registration_disabled')
}
