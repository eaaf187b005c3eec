import { wordDistance } from '#core/text/word-distance.ts'
import { webhookEvents } from './catalogue.ts'

const subscribable = webhookEvents.filter((event) => event.isSubscribable)
const known: ReadonlySet<string> = new Set(subscribable.map(({ name }) => name))
const canonical = subscribable.filter((event) => event.inWildcard).map(({ name }) => name)

/** `*`, and each beginning before a dot below which at least one event lies that wildcards stand for. */
export const webhookWildcards: readonly string[] = [
  '*',
  ...new Set(canonical.filter((name) => name.includes('.')).map((name) => `${name.slice(0, name.indexOf('.'))}.*`)),
]

/** Whether a subscription may list it: the exact name of an event, spaces included, or a wildcard that stands for at least one. */
export const isSubscribable = (listed: string): boolean => known.has(listed) || webhookWildcards.includes(listed)

/**
 * What a subscription is sent of one occurrence: one delivery for each name here, however many entries of the list mean it. `*` and
 * `prefix.*` stand for canonical names only; alternates and `entity.*` must be listed by name, so that a wildcard never tells twice.
 * @param listed what the subscription lists
 * @param names those under which the occurrence can be told
 */
export const matchingNames = (listed: readonly string[], names: readonly string[]): string[] =>
  names.filter((name) => listed.some((entry) => entry === name || (canonical.includes(name) && isMeantBy(entry, name))))

const isMeantBy = (wildcard: string, name: string) =>
  wildcard === '*' || (wildcard.endsWith('.*') && name.startsWith(wildcard.slice(0, -1)))

/** All that a subscription can ever be sent. */
export const namesOf = (listed: readonly string[]): string[] => matchingNames(listed, [...known])

export interface UnknownEvents {
  /** As they were sent, once each. */
  readonly unknown: readonly string[]
  /** Names that may have been meant, the likeliest first; at most three for each. */
  readonly near: readonly string[]
}

/** What of a list cannot be subscribed to; null where all of it can. */
export function unknownEvents(listed: readonly string[]): UnknownEvents | null {
  const unknown = [...new Set(listed)].filter((entry) => !isSubscribable(entry))
  if (unknown.length === 0) return null
  return { unknown, near: [...new Set(unknown.flatMap(nearTo))] }
}

const mostNear = 3
/** Longer than any name: comparing costs the product of both lengths. */
const longestCompared = 60

/**
 * Names that differ from what was written in case and signs alone; then by a slip of two letters, in short names of one; then what begins
 * alike before the first dot.
 */
function nearTo(entry: string): string[] {
  if (entry.length > longestCompared) return []
  const folded = fold(entry)
  const first = folded.split('.')[0]
  const rated = [...known, ...webhookWildcards.slice(1)].flatMap((name) => {
    const other = fold(name)
    const distance = wordDistance(folded, other)
    if (distance <= (other.length < 8 ? 1 : 2)) return [{ name, distance }]
    return other.split('.')[0] === first && first !== '' ? [{ name, distance: distance + 100 }] : []
  })
  return rated
    .sort((a, b) => a.distance - b.distance)
    .slice(0, mostNear)
    .map(({ name }) => name)
}

const fold = (name: string) => name.toLowerCase().replaceAll(/[^a-z*]+/g, '.')
