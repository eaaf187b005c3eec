import { createHmac, randomBytes } from 'node:crypto'
import { z } from 'zod'
import { derivedKey } from '#db/keys/key-wrapping.ts'

/** Of the present archive; one of a higher number is not read. `docs/decisions/0043-backups.md` says how it is built. */
export const archiveFormat = 1
export const magic = Buffer.from('TENANTRY\n')
/** A letter and the length of what follows (unsigned, big endian). */
export const headBytes = 5
/** Bytes of one record of rows or of an object; no row is nearly as long. */
const longestRecord = 256 * 1024 * 1024
/** Of the others, whatever the database holds: who reads them does not know yet who wrote them. */
const longestJson = 1024 * 1024

/** The kinds of records, by the letter that each begins with. */
export const kinds = {
  H: 'header',
  O: 'object',
  B: 'bytes',
  E: 'objectEnd',
  S: 'schema',
  T: 'table',
  R: 'rows',
  N: 'tableEnd',
  Q: 'sequences',
  Z: 'end',
} as const
export type Kind = (typeof kinds)[keyof typeof kinds]

/** Bytes of a record of that kind at the most. */
export const longestOf = (kind: Kind): number => (kind === 'bytes' || kind === 'rows' ? longestRecord : longestJson)

/** A part of an archive: of most kinds the payload is JSON, of `bytes` it is part of an object, of `rows` one JSON array a line. */
export interface ArchiveRecord {
  readonly kind: Kind
  readonly payload: Buffer
}

const letters = new Map(Object.entries(kinds).map(([letter, kind]) => [kind, letter.charCodeAt(0)]))

export const jsonRecord = (kind: Kind, value: object): ArchiveRecord => ({ kind, payload: Buffer.from(JSON.stringify(value)) })

/** How many rows a payload of rows holds. */
export function linesIn(payload: Buffer): number {
  let lines = 0
  for (let at = payload.indexOf(10); at !== -1; at = payload.indexOf(10, at + 1)) lines++
  return lines
}

/** The head of a record, its payload behind it. */
export function encoded({ kind, payload }: ArchiveRecord): Buffer {
  const head = Buffer.alloc(headBytes)
  head[0] = letters.get(kind)!
  head.writeUInt32BE(payload.length, 1)
  return Buffer.concat([head, payload])
}

const hex = z.string().regex(/^[0-9a-f]{64}$/)

export const headerShape = z.object({
  format: z.int(),
  /** Of the service that made it, and when. */
  version: z.string(),
  madeAt: z.string(),
  database: z.enum(['embedded', 'postgres']),
  /** Whether the objects of the store are in it. */
  holdsObjects: z.boolean(),
  /** Proves a master secret and tells nothing about it. */
  secret: z.object({ nonce: z.string(), proof: hex }),
})
export type Header = z.output<typeof headerShape>

export const objectShape = z.object({ key: z.string(), contentType: z.string() })
export const objectEndShape = z.object({ bytes: z.int(), sha256: hex })

export const schemaShape = z.object({
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })).min(1),
  /** Months of events that have a partition of their own. */
  partitions: z.array(z.string().regex(/^events_\d{4}_\d{2}$/)),
})
export type Schema = z.output<typeof schemaShape>

const name = z.string().regex(/^[a-z0-9_]+$/)
export const tableShape = z.object({ name, columns: z.array(name).min(1) })
export type Table = z.output<typeof tableShape>
export const tableEndShape = z.object({ rows: z.int() })

export const sequencesShape = z.array(z.object({ table: name, column: name, last: z.int(), isCalled: z.boolean() }))
export type Sequence = z.output<typeof sequencesShape>[number]

export const endShape = z.object({ rows: z.int(), objects: z.int(), sha256: hex, mac: hex })

/** The key that archives are proved with. */
export const archiveKey = (masterSecret: string): Buffer => derivedKey(masterSecret, 'backup')

const macOf = (key: Buffer, ...parts: string[]): string => createHmac('sha256', key).update(parts.join('\n')).digest('hex')

export function secretProof(key: Buffer, nonce: string = randomBytes(18).toString('base64url')): Header['secret'] {
  return { nonce, proof: macOf(key, 'secret', nonce) }
}

/** The proof of a whole archive, by the SHA-256 of all of it before its last record. */
export const archiveMac = (key: Buffer, sha256: string): string => macOf(key, 'archive', sha256)
