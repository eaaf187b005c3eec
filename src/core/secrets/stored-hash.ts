/** bcrypt, ours or of another maker; `prehashed` says that SHA-384 came first, which is ours alone, as it is never `imported`. */
export interface BcryptHash {
  readonly form: 'bcrypt'
  readonly prehashed: boolean
  readonly imported: boolean
  readonly bcrypt: string
  readonly cost: number
}

export interface Argon2Hash {
  readonly form: 'argon2id'
  /** KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
  readonly salt: Buffer
  readonly tag: Buffer
}

export interface Pbkdf2Hash {
  readonly form: 'pbkdf2'
  readonly digest: 'sha256' | 'sha512'
  readonly iterations: number
  readonly salt: Buffer
  readonly tag: Buffer
}

export type ForeignHash = Argon2Hash | Pbkdf2Hash
export type StoredHash = BcryptHash | ForeignHash

/** Nothing dearer is run for anyone: one hash of bcrypt's cost 31 would hold a thread for days. */
export const dearest = { bcryptCost: 15, argon2Memory: 256 * 1024, argon2Passes: 10, pbkdf2Iterations: 2_000_000 } as const
const mostLanes = 16
/** Bytes of a salt and of an argon2id tag: what real makers write, with room. */
const [leastSalt, mostSalt] = [8, 64]
const [leastTag, mostTag] = [16, 64]
/** No form of them is longer. */
const mostLength = 512

export const prehashPrefix = '$sha384'
/** Marks bcrypt of another maker, which looks like ours: ours is never lowered to a smaller cost, theirs always becomes ours. */
const importedPrefix = '$imported'
const bcryptForm = /^\$2[aby]\$([0-2][0-9]|3[01])\$[./A-Za-z0-9]{53}$/
const base64 = '([A-Za-z0-9+/.]{1,100})={0,2}'
/** Version 1.3 (RFC 9106, section 3.1), in the PHC string format. */
const argon2Form = new RegExp(`^\\$argon2id\\$v=19\\$m=([1-9][0-9]{0,9}),t=([1-9][0-9]{0,9}),p=([1-9][0-9]{0,9})\\$${base64}\\$${base64}$`)
/** PHC's `i=…,l=…`, and the bare number of iterations that passlib writes. */
const pbkdf2Form = new RegExp(`^\\$pbkdf2-(sha256|sha512)\\$(?:i=)?([1-9][0-9]{0,9})(?:,l=([1-9][0-9]{0,2}))?\\$${base64}\\$${base64}$`)

/** What a stored value says of itself; null for what can't be read, and for what is dearer than is ever run. */
export function readHash(stored: string): StoredHash | null {
  const known = parse(stored)
  return known !== null && !isTooDear(known) ? known : null
}

/** What is stored of a hash of another maker. */
export const storedImport = (text: string): string => (bcryptForm.test(text) ? importedPrefix + text : text)

/** Why a hash of another maker can't be taken over; null where it can. Never tells anything of the hash. */
export function foreignHashProblem(text: string): 'format' | 'too_big' | null {
  const known = text.startsWith(prehashPrefix) || text.startsWith(importedPrefix) ? null : parse(text)
  if (known === null) return 'format'
  return isTooDear(known) ? 'too_big' : null
}

function parse(stored: string): StoredHash | null {
  if (stored.length > mostLength) return null
  return parseBcrypt(stored) ?? parseArgon2(stored) ?? parsePbkdf2(stored)
}

function parseBcrypt(stored: string): BcryptHash | null {
  const prehashed = stored.startsWith(prehashPrefix)
  const imported = stored.startsWith(importedPrefix)
  const text = prehashed ? stored.slice(prehashPrefix.length) : imported ? stored.slice(importedPrefix.length) : stored
  const cost = Number(bcryptForm.exec(text)?.[1] ?? 0)
  // PHP writes $2y$ for what everyone else calls $2b$; the library knows only the latter.
  return cost < 4 ? null : { form: 'bcrypt', prehashed, imported, bcrypt: text.replace(/^\$2y/, '$2b'), cost }
}

function parseArgon2(stored: string): Argon2Hash | null {
  const [, memory, passes, parallelism, salt, tag] = argon2Form.exec(stored) ?? []
  if (salt === undefined || tag === undefined) return null
  const numbers = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const known: Argon2Hash = { form: 'argon2id', ...numbers, salt: bytes(salt), tag: bytes(tag) }
  const isWhole = isBetween(known.salt.length, leastSalt, mostSalt) && isBetween(known.tag.length, leastTag, mostTag)
  return isWhole && known.parallelism <= mostLanes && known.memory >= 8 * known.parallelism ? known : null
}

function parsePbkdf2(stored: string): Pbkdf2Hash | null {
  const [, digest, iterations, length, salt, tag] = pbkdf2Form.exec(stored) ?? []
  if (salt === undefined || tag === undefined) return null
  const known = { form: 'pbkdf2', digest: digest as Pbkdf2Hash['digest'], iterations: Number(iterations) } as const
  const [saltBytes, tagBytes] = [bytes(salt), bytes(tag)]
  // a tag beyond one block of the digest would take the iterations once more for each
  const most = digest === 'sha256' ? 32 : 64
  const isWhole = isBetween(saltBytes.length, leastSalt, mostSalt) && isBetween(tagBytes.length, leastTag, most)
  return isWhole && (length === undefined || Number(length) === tagBytes.length) ? { ...known, salt: saltBytes, tag: tagBytes } : null
}

function isTooDear(hash: StoredHash): boolean {
  if (hash.form === 'bcrypt') return hash.cost > dearest.bcryptCost
  if (hash.form === 'pbkdf2') return hash.iterations > dearest.pbkdf2Iterations
  return hash.memory > dearest.argon2Memory || hash.passes > dearest.argon2Passes
}

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most

/** Base64 without padding; passlib writes a dot for the plus. */
const bytes = (text: string) => Buffer.from(text.replaceAll('.', '+'), 'base64')
