/** The rate group that an operation belongs to; every operation of a group shares its count. */
export type RateGroup = 'global' | 'auth' | 'otp' | 'password-reset' | 'token-refresh' | 'none'

/**
 * What is counted: the groups, with `otp` counted apart for sending a code and for trying one, in place of `global` the session of
 * somebody at work on a page of the service itself (`http/rate-limit/counted-session.ts`), and in place of `token-refresh` what pages in a
 * browser begin with (`http/rate-limit/page-refresh.ts`).
 */
export const rateCounters = [
  'global',
  'session',
  'auth',
  'otp-send',
  'otp-verify',
  'password-reset',
  'token-refresh',
  'page-refresh',
] as const
export type RateCounter = (typeof rateCounters)[number]

/** So many requests of one client, or one session, in a fixed window, which begins with the first of them. */
export interface RateBudget {
  limit: number
  windowSeconds: number
}

/** Limits on codes and links that are mailed or texted, whatever the client's address. */
export interface OtpLimits {
  /** Seconds between two sends to one client address, and to one account. */
  cooldownSeconds: number
  sendsPerAccountHour: number
  sendsPerTenantDay: number
  /** Wrong codes per account and purpose in 24 hours; past them even a right code is answered as a wrong one. */
  wrongCodesPerDay: number
}

export interface RateLimits {
  /** False switches off limits, cooldowns and caps alike; for tests and load runs only. */
  enabled: boolean
  groups: Record<RateCounter, RateBudget>
  otp: OtpLimits
}

/** Counters of operations that send something: a second send inside the cooldown is refused, too. */
export const cooledCounters: ReadonlySet<RateCounter> = new Set<RateCounter>(['otp-send', 'password-reset'])
