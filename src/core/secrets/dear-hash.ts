import type { StoredHash } from './stored-hash.ts'

/** KiB of argon2id that may be in use on every core at once. */
const mostMemoryEach = 64 * 1024

/**
 * Rounds of bcrypt that take as long as a piece of another's work, measured on one core of x86-64 with SHA extensions and Node 24. They only
 * sort hashes into two rooms: one that is a third off costs a turn, and nothing else.
 */
const rounds = { pbkdf2: { sha256: 0.0031, sha512: 0.0066 }, argon2: 0.0186 } as const

/**
 * Whether a check of a hash would hold up those of the configured bcrypt cost: it comes from another maker, and takes longer, or more than
 * 64 MiB. Our own are never dear, though the cost was lowered since: they are everybody's.
 */
export function isDear(hash: StoredHash, cost: number): boolean {
  if (hash.form === 'bcrypt') return hash.imported && hash.cost > cost
  if (hash.form === 'pbkdf2') return hash.iterations * rounds.pbkdf2[hash.digest] > 2 ** cost
  return hash.memory > mostMemoryEach || hash.memory * hash.passes * rounds.argon2 > 2 ** cost
}
