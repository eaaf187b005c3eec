import { createHash } from 'node:crypto'
import { randomPiece } from '#core/secrets/random.ts'

const form = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const counterLimit = 2 ** 32

/** Before every id there is (RFC 9562, section 5.9). */
export const nilUuid = '00000000-0000-0000-0000-000000000000'

/** The last counter of the milliseconds ids were lately made in: requests that began at different times take turns. */
const counters = new Map<number, number>()
const maxCounters = 1024

/**
 * UUID version 7 (RFC 9562, section 5.7) of a time. Ids of one millisecond rise in the order they were made in this process:
 * the 32 bits after the time are a counter that starts at a random number (section 6.2, method 1), the last 42 are random.
 */
export function uuidv7(now: Date): string {
  const ms = now.getTime()
  const random = randomPiece(10)
  const last = counters.get(ms)
  // The top bit starts free, so that a bulk in one millisecond never runs out of numbers.
  const counter = last === undefined ? random.readUInt32BE(0) >>> 1 : last + 1
  if (counter >= counterLimit) throw new Error('more than two thousand million ids in one millisecond')
  counters.set(ms, counter)
  if (counters.size > maxCounters) counters.delete(counters.keys().next().value!)
  const low20 = counter & 0xfffff
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(ms, 0, 6)
  bytes.writeUInt16BE(0x7000 | (counter >>> 20), 6)
  bytes.writeUInt16BE(0x8000 | (low20 >>> 6), 8)
  random.copy(bytes, 10, 4, 10)
  bytes[10] = ((low20 & 0x3f) << 2) | (bytes[10]! & 0x03)
  return uuidOf(bytes)
}

/**
 * The lowest version 7 id of a time's millisecond: the bound between everything made before and from then on. No id was made before
 * 1970.
 */
export function firstUuidAt(time: Date): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(Math.max(0, time.getTime()), 0, 6)
  bytes[6] = 0x70
  bytes[8] = 0x80
  return uuidOf(bytes)
}

/** The millisecond that a version 7 id begins with (RFC 9562, section 5.7). */
export const timeOfUuid = (uuid: string): Date => new Date(Number.parseInt(uuid.slice(0, 8) + uuid.slice(9, 13), 16))

/** UUID version 5 (RFC 9562, section 5.5): the same for the same name in the same namespace, for ever. */
export function uuidFromName(namespace: string, name: string): string {
  const bytes = createHash('sha1').update(uuidBytes(namespace)).update(name).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return uuidOf(bytes)
}

/** Whether a text is a UUID in its usual form, of any version and in any case. */
export const isUuid = (text: string): boolean => form.test(text)

/** The 16 bytes of a UUID; throws TypeError for another text. */
export function uuidBytes(uuid: string): Buffer {
  if (!isUuid(uuid)) throw new TypeError('not a UUID')
  return Buffer.from(uuid.replaceAll('-', ''), 'hex')
}

/** The usual form, in lower case, of 16 bytes. */
export function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
