import type { FannedEvent } from '#events/fan-out-target.ts'

export interface Change {
  readonly before: unknown
  readonly after: unknown
}
export type Changes = Readonly<Record<string, Change | undefined>>

/** The facts of an event in one: with the names and addresses that are kept apart, as far as nobody erased them. */
export interface EventFacts {
  readonly event: FannedEvent
  readonly data: Readonly<Record<string, unknown>>
  readonly changes: Changes
  readonly ip: string | undefined
}

interface Person {
  readonly data?: Readonly<Record<string, unknown>>
  readonly changes?: Changes
  readonly ipAddress?: string | null
}

export function factsOf(event: FannedEvent): EventFacts {
  const person = (event.person ?? {}) as Person
  return {
    event,
    data: { ...(event.data as Record<string, unknown>), ...person.data },
    changes: { ...(event.changes as Changes), ...person.changes },
    ip: person.ipAddress ?? undefined,
  }
}

/** A fact as text; undefined where it is none, or was erased. */
export const textIn = (facts: Readonly<Record<string, unknown>>, name: string): string | undefined =>
  typeof facts[name] === 'string' ? facts[name] : undefined

/** What a field of a new record was given; undefined where nothing was, or it was erased. */
export const given = ({ changes }: EventFacts, field: string): string | undefined => {
  const value = changes[field]?.after
  return typeof value === 'string' ? value : undefined
}

/** What a change left on the one side. */
export const sideOf = (changes: Changes, side: keyof Change): Record<string, unknown> =>
  Object.fromEntries(Object.entries(changes).map(([field, change]) => [field, change?.[side] ?? null]))
