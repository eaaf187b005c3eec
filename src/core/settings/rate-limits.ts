import type { RateLimits } from '#core/rate-limits.ts'
import type { SettingValues } from './declaration.ts'

/** The limits that settings ask for. */
export const rateLimitsOf = ({ rateLimits: given }: Pick<SettingValues, 'rateLimits'>): RateLimits => ({
  enabled: given.enabled,
  groups: {
    global: given.global,
    session: given.session,
    auth: given.auth,
    'otp-send': given.otpSend,
    'otp-verify': given.otpVerify,
    'password-reset': given.passwordReset,
    'token-refresh': given.tokenRefresh,
    'page-refresh': given.pageRefresh,
  },
  otp: {
    cooldownSeconds: given.otpCooldownSeconds,
    sendsPerAccountHour: given.otpSendsPerAccountHour,
    sendsPerTenantDay: given.otpSendsPerTenantDay,
    wrongCodesPerDay: given.otpWrongCodesPerDay,
  },
})
