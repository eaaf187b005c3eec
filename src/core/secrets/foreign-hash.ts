import * as crypto from 'node:crypto'
import { promisify } from 'node:util'
import type { Argon2Hash, ForeignHash, Pbkdf2Hash } from './stored-hash.ts'

const pbkdf2 = promisify(crypto.pbkdf2)
/** Node has it since 24.7; the service runs on older ones, too. */
const argon2 = crypto.argon2 === undefined ? null : promisify(crypto.argon2)

/** Whether this process can check a hash of that form: on a Node before 24.7 argon2id can't be. */
export const canVerify = (form: ForeignHash['form'] | 'bcrypt'): boolean => form !== 'argon2id' || argon2 !== null

/**
 * Whether a password is the one that another maker hashed. Over its UTF-8 as it is typed: nobody else normalises it first as we do.
 * Runs beside the event loop, however dear. False where this process can't tell (`canVerify`).
 */
export async function isForeign(password: string, hash: ForeignHash): Promise<boolean> {
  const message = Buffer.from(password)
  const found = hash.form === 'pbkdf2' ? await pbkdf2Of(message, hash) : await argon2Of(message, hash)
  return found !== null && crypto.timingSafeEqual(found, hash.tag)
}

/** RFC 8018, section 5.2. */
const pbkdf2Of = (message: Buffer, { salt, iterations, tag, digest }: Pbkdf2Hash): Promise<Buffer> =>
  pbkdf2(message, salt, iterations, tag.length, digest)

/** RFC 9106. */
const argon2Of = async (message: Buffer, { salt, memory, passes, parallelism, tag }: Argon2Hash): Promise<Buffer | null> =>
  argon2 && (await argon2('argon2id', { message, nonce: salt, memory, passes, parallelism, tagLength: tag.length }))
