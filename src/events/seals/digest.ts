import { hash } from 'node:crypto'
import type { FannedEvent } from '#events/fan-out-target.ts'
import { keyedDigest } from './mac.ts'

/** What an entry is sealed by: everything that is kept of it but its id, which stands in the seal itself. */
export type SealedEvent = FannedEvent

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

/** SHA-256 of what stays of an entry when the people in it are erased, to the millisecond. */
export function entryDigest(event: SealedEvent): Buffer {
  // texts, nulls and booleans: JSON has one form of each
  const plain = JSON.stringify([
    'tenantry audit entry 1',
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
  return hash('sha256', `${plain}\n${canonicalJson(event.data)}\n${canonicalJson(event.changes)}`, 'buffer')
}

/**
 * SHA-256 of the personal part of an entry with its own salt, of 128 random bits, so that nobody finds a name or an address by trying once
 * that is gone. What an erasure left has no salt; other people may still be named in it, so it is an HMAC under the key of the seals.
 */
export function personDigest({ id, person, personSalt }: Pick<SealedEvent, 'id' | 'person' | 'personSalt'>, key: Buffer): Buffer {
  const said = canonicalJson(person)
  if (personSalt === null) return keyedDigest(key, `tenantry audit person left 1\n${id}\n${said}`)
  return hash('sha256', `tenantry audit person salted 1\n${id}\n${personSalt.toString('hex')}\n${said}`, 'buffer')
}
