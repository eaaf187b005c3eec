import { hash } from 'node:crypto'
import type { FannedEvent } from '#events/fan-out-target.ts'
import { keyedDigest } from './hmac.ts'

/** What an entry is sealed by: everything that is kept of it but its id, which stands in the seal itself. */
export type SealedEvent = FannedEvent

/** An entry as its digests take it. */
export interface WrittenEntry {
  readonly id: string
  /** What stays of it when the people in it are erased: JSON lines of its plain columns, its data and its changes. */
  readonly kept: string
  /** Its personal part, as JSON. */
  readonly person: string
  /** As hex. */
  readonly personSalt: string | null
}

/** What a digest of an entry begins with: the form that it is of. */
export const entryForm = 'tenantry audit entry 1'

/**
 * A JSON value as one text, whatever wrote it and in whatever order its properties came: sorted by UTF-16 code units, no spaces, numbers
 * as ECMAScript spells them. (RFC 8785 says the same of all that jsonb can hold.)
 */
export function canonicalJson(value: unknown): string {
  // unlike JSON, which has no word for what is beyond a double
  if (typeof value === 'number') return Object.is(value, -0) ? '0' : String(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const properties = value as Record<string, unknown>
  const names = Object.keys(properties).sort((a, b) => (a < b ? -1 : 1))
  let text = ''
  for (const name of names) text += `${text === '' ? '{' : ','}${JSON.stringify(name)}:${canonicalJson(properties[name])}`
  return text === '' ? '{}' : `${text}}`
}

/** An entry that is sealed, as its digests take it, to the millisecond. `read-entry.ts` reads the same of one that is proved. */
export function writtenEntry(event: SealedEvent): WrittenEntry {
  // texts, nulls and booleans: JSON has one form of each
  const plain = JSON.stringify([
    entryForm,
    event.tenantId,
    event.type,
    event.actorId,
    event.actorKind,
    event.onBehalfOfId,
    event.entityType,
    event.entityId,
    event.entityName,
    event.outcome,
    event.isLogged,
    event.traceId,
    event.parentTraceId,
    event.createdAt.toISOString(),
  ])
  return {
    id: event.id,
    kept: `${plain}\n${canonicalJson(event.data)}\n${canonicalJson(event.changes)}`,
    person: canonicalJson(event.person),
    personSalt: event.personSalt?.toString('hex') ?? null,
  }
}

/** SHA-256 of what stays of an entry when the people in it are erased. */
export const entryDigest = ({ kept }: WrittenEntry): string => hash('sha256', kept, 'hex')

/**
 * SHA-256 of the personal part of an entry with its own salt, of 128 random bits, so that nobody finds a name or an address by trying once
 * that is gone. What an erasure left has no salt; other people may still be named in it, so it is an HMAC under the key of the seals.
 */
export function personDigest({ id, person, personSalt }: WrittenEntry, key: Buffer): string {
  if (personSalt === null) return keyedDigest(key, `tenantry audit person left 1\n${id}\n${person}`)
  return hash('sha256', `tenantry audit person salted 1\n${id}\n${personSalt}\n${person}`, 'hex')
}
