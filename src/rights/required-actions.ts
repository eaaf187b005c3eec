import { daysMs } from '#core/clock.ts'
import type { Settings } from '#db/live/tenant-settings.ts'
import type { AccountKind } from '#db/rows/context.ts'

/** What the holder must do before anything else; told to the client and held by the server. */
export interface RequiredActions {
  readonly mustChangePassword: boolean
  readonly requiresTwoFactorSetup: boolean
}

/** What `requiredActionsOf` looks at. */
export interface RequiredActionFacts {
  readonly kind: AccountKind
  readonly tenantId: string | null
  readonly mustChangePassword: boolean
  readonly passwordChangedAt: Date | null
  readonly twoFactorEnabled: boolean
}

/** The time, and the settings that say what is a duty; every context has both. */
export interface RequiredActionRules {
  readonly now: Date
  readonly service: { readonly settings: { of(tenantId: string | null): Pick<Settings, 'passwordExpiryDays' | 'require2FA'> } }
}

/**
 * What an account must do before anything else: choose a new password (told to, or the tenant's `passwordExpiryDays` are over),
 * set up two-factor (admins under `require2FA`). Nothing is asked of who acts as somebody else.
 */
export function requiredActionsOf(ctx: RequiredActionRules, facts: RequiredActionFacts, impersonatorId: string | null): RequiredActions {
  if (impersonatorId !== null) return { mustChangePassword: false, requiresTwoFactorSetup: false }
  const { passwordExpiryDays, require2FA } = ctx.service.settings.of(facts.tenantId)
  const isExpired =
    passwordExpiryDays > 0 &&
    facts.passwordChangedAt !== null &&
    facts.passwordChangedAt.getTime() + daysMs(passwordExpiryDays) < ctx.now.getTime()
  return {
    mustChangePassword: facts.mustChangePassword || isExpired,
    requiresTwoFactorSetup: facts.kind === 'admin' && require2FA && !facts.twoFactorEnabled,
  }
}
