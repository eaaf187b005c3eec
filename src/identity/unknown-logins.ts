import type { PublicContext } from '#db/context.ts'
import { isLocked, type LockoutPolicy, lockEnd } from './lockout.ts'

interface Count {
  readonly failures: number
  readonly lockedUntil: Date | null
}

/**
 * Failures of one name that nobody has. A known account has one counter for the doors of its tenant and those without one; so has
 * this in every place it is tried in, for else a few failures of both kinds would tell whether the name is somebody's.
 */
export interface UnknownLogin {
  /** Without a tenant: these count in every place. */
  readonly anywhere: Count
  readonly places: Readonly<Record<string, Count>>
}

/** Whoever names more tenants than this has some of them forgotten: the record must not grow without bound. */
const mostPlaces = 32
/** Stands for all places that were never named. */
const elsewhere = '*'
const none: Count = { failures: 0, lockedUntil: null }

const later = (one: Date | null, other: Date | null) => (one === null || (other !== null && other > one) ? other : one)
const countIn = (login: UnknownLogin, place: string): Count => login.places[place] ?? none
const ended = ({ lockedUntil }: Count, now: Date) => lockedUntil !== null && lockedUntil <= now

/** The end of the lock that holds for a place (null: without a tenant), or null. */
export function lockOfUnknown(login: UnknownLogin, place: string | null, now: Date): Date | null {
  const lockedUntil =
    place === null ? login.anywhere.lockedUntil : later(countIn(login, place).lockedUntil, countIn(login, elsewhere).lockedUntil)
  return isLocked(lockedUntil, now) ? lockedUntil : null
}

/** One failure more, where no lock holds; what is over begins again at one. */
export function failUnknown(login: UnknownLogin, place: string | null, policy: LockoutPolicy, now: Date): UnknownLogin {
  const fresh = (count: Count): Count => (ended(count, now) ? none : count)
  const places = new Map(Object.entries(login.places).map(([name, count]) => [name, fresh(count)]))
  const isOver = ended(login.anywhere, now) || ended(countIn(login, place ?? elsewhere), now)
  const anywhere = isOver ? none : login.anywhere
  return place === null ? failAnywhere(anywhere, places, policy, now) : failIn(place, anywhere, places, policy, now)
}

function failIn(place: string, anywhere: Count, places: Map<string, Count>, policy: LockoutPolicy, now: Date): UnknownLogin {
  const failures = (places.get(place) ?? none).failures + 1
  const lockedUntil = failures + anywhere.failures >= policy.threshold ? lockEnd(policy, now) : null
  places.delete(place)
  const kept = [...places].filter(([name], index) => name === elsewhere || index >= places.size - mostPlaces)
  return {
    // an account that is locked is locked for the doors without a tenant too
    anywhere: { ...anywhere, lockedUntil: later(anywhere.lockedUntil, lockedUntil) },
    places: { ...Object.fromEntries(kept), [place]: { failures, lockedUntil } },
  }
}

function failAnywhere(before: Count, places: Map<string, Count>, policy: LockoutPolicy, now: Date): UnknownLogin {
  const anywhere = { failures: before.failures + 1, lockedUntil: before.lockedUntil }
  const end = lockEnd(policy, now)
  places.set(elsewhere, places.get(elsewhere) ?? none)
  for (const [name, count] of places) {
    if (count.failures + anywhere.failures < policy.threshold) continue
    places.set(name, { ...count, lockedUntil: later(count.lockedUntil, end) })
    anywhere.lockedUntil = end
  }
  return { anywhere, places: Object.fromEntries(places) }
}

interface Row {
  failures: number
  lockedUntil: Date | null
  places: Record<string, { failures: number; lockedUntil: string | null }>
}

const loginOf = ({ failures, lockedUntil, places }: Row): UnknownLogin => ({
  anywhere: { failures, lockedUntil },
  places: Object.fromEntries(
    Object.entries(places).map(([name, count]) => [
      name,
      { ...count, lockedUntil: count.lockedUntil ? new Date(count.lockedUntil) : null },
    ]),
  ),
})

/** The end of the lock of a name that nobody has, by its keyed hash, in a place; null when none holds. */
export async function unknownLockOf(ctx: PublicContext, key: Buffer, place: string | null): Promise<Date | null> {
  const row = await ctx.db
    .selectFrom('unknownLogins')
    .select(['failures', 'lockedUntil', 'places'])
    .where('key', '=', key)
    .executeTakeFirst()
  return row ? lockOfUnknown(loginOf(row), place, ctx.now) : null
}

/**
 * Counts a failure of a name that nobody has, as one of an account would be. Its row is locked meanwhile, so that none is lost.
 * @returns the end of the lock when it was locked before this failure, which then did not count; else null
 */
export async function recordUnknownFailure(
  ctx: PublicContext,
  key: Buffer,
  place: string | null,
  policy: LockoutPolicy,
): Promise<Date | null> {
  await ctx.db
    .insertInto('unknownLogins')
    .values({ key, failures: 0, lastFailedAt: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await ctx.db
    .selectFrom('unknownLogins')
    .select(['failures', 'lockedUntil', 'places'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const login = loginOf(row)
  const lockedBefore = lockOfUnknown(login, place, ctx.now)
  if (lockedBefore) return lockedBefore
  const { anywhere, places } = failUnknown(login, place, policy, ctx.now)
  await ctx.db
    .updateTable('unknownLogins')
    .set({ ...anywhere, places: JSON.stringify(places), lastFailedAt: ctx.now })
    .where('key', '=', key)
    .execute()
  return null
}
