import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { PasswordHasher } from '#core/password.ts'
import type { PublicContext } from '#db/context.ts'

/** How long a hash takes here and now, waiting for its turn included, in milliseconds. */
const hashTimes = new WeakMap<PasswordHasher, number>()
/** How much of the estimate one more measurement is. */
const weight = 0.2

/**
 * Whether the password is the stored one; for an account without a password, and for no account at all (null), a hash's work and
 * false. Never inside a transaction: it takes a quarter of a second on purpose. Throws 503 when too many wait already.
 */
export async function checkPassword(ctx: PublicContext, password: string, secret: string | null): Promise<boolean> {
  if (ctx.inTransaction) throw new Error('a password must not be hashed inside a transaction')
  const { passwords } = ctx.service
  const start = performance.now()
  let isRight = false
  if (secret === null) await passwords.burn()
  else isRight = await passwords.verify(password, secret)
  const taken = performance.now() - start
  const known = hashTimes.get(passwords)
  hashTimes.set(passwords, known === undefined ? taken : known + weight * (taken - known))
  return isRight
}

/** How long a hash takes now, in milliseconds; 0 before the first. */
export const hashTimeMs = (passwords: PasswordHasher): number => hashTimes.get(passwords) ?? 0

/** A moment to measure from; see `waitForHashes`. */
export const startOfAnswer = (): number => performance.now()

/**
 * Waits until as much time has gone by since `start` as `hashes` hashes take, so that the time of a refusal does not tell how many
 * accounts were tried. It waits and does not hash: a guesser's request must not cost us eight times the work. Off with the limits.
 */
export async function waitForHashes(ctx: PublicContext, start: number, hashes: number): Promise<void> {
  if (!ctx.service.options.limitsEnabled) return
  const missing = hashes * hashTimeMs(ctx.service.passwords) - (performance.now() - start)
  if (missing > 0) await wait(missing)
}
