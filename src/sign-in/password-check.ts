import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Verified } from '#core/secrets/password.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** No answer is held back longer than this, whatever a hash costs. */
const mostWaitMs = 10_000

/**
 * Whether the password is the stored one; for an account without a password (null) a hash's work and false. Never inside a
 * transaction: it takes a quarter of a second on purpose. Throws 503 when too many wait already.
 */
export async function checkPassword(ctx: PublicContext, password: string, secret: string | null): Promise<boolean> {
  return (await checkPasswords(ctx, password, [secret])).isRight[0] as boolean
}

/**
 * Whether the password is each of several stored ones, in one turn; null for one that must not be looked at. For none at all it takes a
 * hash's work. Says when the turn began, see `waitForHashes`. Never inside a transaction. Throws 503 when too many wait already.
 */
export async function checkPasswords(ctx: PublicContext, password: string, secrets: readonly (string | null)[]): Promise<Verified> {
  if (ctx.inTransaction) throw new Error('a password must not be hashed inside a transaction')
  return await ctx.service.passwords.verifyEach(password, secrets)
}

/**
 * Waits until as much time has gone by since `begunMs` (when the turn began) as `hashes` hashes take, so that the time of a refusal does
 * not tell how many accounts were tried; ten seconds at most. The time in the queue is no part of it: it is one wait for everybody. It
 * waits and does not hash: a guesser's request must not cost us eight times the work. Off with the limits.
 */
export async function waitForHashes(ctx: PublicContext, begunMs: number, hashes: number): Promise<void> {
  if (!ctx.service.options.limitsEnabled) return
  const least = Math.min(mostWaitMs, hashes * ctx.service.passwords.hashTimeMs)
  const missing = least - (performance.now() - begunMs)
  if (missing > 0) await wait(missing)
}
