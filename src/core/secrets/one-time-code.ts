import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'

const backupCodeCount = 10
/** A code with separators a person may type is short; nothing longer is looked through. */
const maxTypedLength = 64

/** Six digits, uniform over 000000 to 999999. Text, never a number: leading zeros count. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0')

/** Ten different codes of eight digits, for the day the authenticator is lost. */
export function newBackupCodes(): string[] {
  const codes = new Set<string>()
  while (codes.size < backupCodeCount) codes.add(String(randomInt(100_000_000)).padStart(8, '0'))
  return [...codes]
}

/** The eight digits of a backup code typed with spaces or dashes; null when it is none. */
export function normalizeBackupCode(text: string): string | null {
  if (text.length > maxTypedLength) return null
  const digits = text.replace(/[\s-]/g, '')
  return /^[0-9]{8}$/.test(digits) ? digits : null
}

/** 256 random bits in base64url: refresh tokens, links, challenges. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256, what is stored of a token of full entropy. Never of a code: a million guesses undo it (see `keyedHash`). */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Compares in constant time; of different lengths is false. */
export const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

/**
 * HMAC-SHA256 (RFC 2104) over parts, each after its length in bytes: ('ab', 'c') and ('a', 'bc') differ. For what has too
 * few bits to be stored under a hash that anyone can compute: codes of six digits, say, with their purpose and account.
 */
export function keyedHash(key: Buffer, ...parts: string[]): Buffer {
  const hmac = createHmac('sha256', key)
  for (const part of parts) {
    const bytes = Buffer.from(part)
    const length = Buffer.alloc(4)
    length.writeUInt32BE(bytes.length)
    hmac.update(length).update(bytes)
  }
  return hmac.digest()
}
