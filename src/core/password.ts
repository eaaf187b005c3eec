import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import bcrypt from 'bcrypt'
import { Gate } from './gate.ts'

/** bcrypt reads 72 bytes and not one more. */
const bcryptBytes = 72
const prehashPrefix = '$sha384'
/** `$2a$`, `$2b$`, `$2y$`; costs 4 to 15 only: one imported hash of cost 31 would hold a thread for days. */
const bcryptForm = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/

interface Stored {
  prehashed: boolean
  bcrypt: string
  cost: number
}

/**
 * Password hashes: bcrypt of the NFKC form. A password that bcrypt would not see whole (longer than 72 bytes in UTF-8, or with
 * a NUL inside) is hashed by SHA-384 first, and its stored value says so: `$sha384$2b$…`. A long password must never pass
 * against a plain hash, nor a short one (its own SHA-384 in base64, say) against a prefixed one.
 */
export class PasswordHasher {
  readonly #gate: Gate
  #cost: number
  #hashes = 0

  /**
   * `cost` is bcrypt's, 4 to 15; `concurrency` runs at a time (the number of cores by default) while `queueLimit` (64) wait.
   * Throws RangeError for another cost.
   */
  constructor(options: { cost: number; concurrency?: number; queueLimit?: number }) {
    this.#cost = checkedCost(options.cost)
    this.#gate = new Gate(options.concurrency ?? availableParallelism(), options.queueLimit ?? 64)
  }

  /** How many times bcrypt ran, whatever for. */
  get hashes(): number {
    return this.#hashes
  }

  get cost(): number {
    return this.#cost
  }

  /** For new hashes and burns from now on; throws RangeError outside 4 to 15. */
  set cost(cost: number) {
    this.#cost = checkedCost(cost)
  }

  /** The value to store. Throws 503 `unavailable` when too many wait already, as `verify` and `burn` do. */
  async hash(password: string): Promise<string> {
    const { text, prehashed } = prepare(password)
    const hash = await this.#run(() => bcrypt.hash(text, this.#cost))
    return prehashed ? prehashPrefix + hash : hash
  }

  /**
   * Whether the password is the stored one. Takes a hash's work in every case: an unreadable stored value is false like a
   * wrong password. An imported hash of a password beyond 72 bytes never verifies: its maker had not seen it whole.
   */
  async verify(password: string, stored: string): Promise<boolean> {
    const { text, prehashed } = prepare(password)
    const known = read(stored)
    const same = await this.#run(() => bcrypt.compare(text, known?.bcrypt ?? dummy(this.#cost)))
    return same && known?.prehashed === prehashed
  }

  /** One hash's worth of work for nobody, so that an unknown account takes the time of a known one. */
  async burn(): Promise<void> {
    await this.#run(() => bcrypt.compare('', dummy(this.#cost)))
  }

  /** Whether a good login should store its password anew: the work factor was raised since. Never true for a lowered one. */
  needsRehash(stored: string): boolean {
    const known = read(stored)
    return known !== null && known.cost < this.#cost
  }

  #run<T>(work: () => Promise<T>): Promise<T> {
    return this.#gate.pass(() => {
      this.#hashes++
      return work()
    })
  }
}

function checkedCost(cost: number): number {
  if (!Number.isInteger(cost) || cost < 4 || cost > 15) throw new RangeError('bcrypt cost must be a whole number from 4 to 15')
  return cost
}

/** What bcrypt is given. It repeats its key with a NUL between ("a" is "a\0a" to it), so a NUL needs the prehash too. */
function prepare(password: string): { text: string; prehashed: boolean } {
  const text = password.normalize('NFKC')
  const prehashed = Buffer.byteLength(text) > bcryptBytes || text.includes('\0')
  return { text: prehashed ? createHash('sha384').update(text).digest('base64') : text, prehashed }
}

function read(stored: string): Stored | null {
  const prehashed = stored.startsWith(prehashPrefix)
  const text = prehashed ? stored.slice(prehashPrefix.length) : stored
  const cost = bcryptForm.exec(text)?.[1]
  // PHP writes $2y$ for what everyone else calls $2b$; the library knows only the latter.
  return cost === undefined ? null : { prehashed, bcrypt: text.replace(/^\$2y/, '$2b'), cost: Number(cost) }
}

/** Well formed, of full work, and nobody's: no known password leads to it. */
const dummy = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'tenantry/of/nobody.../'.padEnd(53, 'K')}`
