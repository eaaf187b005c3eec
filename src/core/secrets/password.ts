import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import bcrypt from 'bcrypt'
import { Semaphore } from '#core/semaphore.ts'

/** bcrypt reads 72 bytes and not one more. */
const bcryptBytes = 72
const prehashPrefix = '$sha384'
/** `$2a$`, `$2b$`, `$2y$`; costs 4 to 15 only: one imported hash of cost 31 would hold a thread for days. */
const bcryptForm = /^\$2[aby]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/

/** What a password did at each of several stored values, and when its turn began and ended, on the scale of `performance.now()`. */
export interface Verified {
  readonly isRight: readonly boolean[]
  readonly begunMs: number
  readonly endedMs: number
}

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
  readonly #gate: Semaphore
  #cost: number
  #hashes = 0
  #work = 0

  /**
   * `cost` is bcrypt's, 4 to 15; `concurrency` runs at a time (the number of cores by default) while `queueLimit` (64) wait.
   * Throws RangeError for another cost.
   */
  constructor(options: { cost: number; concurrency?: number; queueLimit?: number }) {
    this.#cost = checkedCost(options.cost)
    this.#gate = new Semaphore(options.concurrency ?? availableParallelism(), options.queueLimit ?? 64)
  }

  /** How many passwords were hashed or checked, whatever for. */
  get hashes(): number {
    return this.#hashes
  }

  /** The work of them in rounds of bcrypt: a hash of cost `c` is 2^c. */
  get work(): number {
    return this.#work
  }

  get cost(): number {
    return this.#cost
  }

  /** For new hashes and checks from now on; throws RangeError outside 4 to 15. */
  set cost(cost: number) {
    this.#cost = checkedCost(cost)
  }

  /** The value to store. Throws 503 `unavailable` when too many wait already, as `verify` does. */
  async hash(password: string): Promise<string> {
    const { text, prehashed } = prepare(password)
    const cost = this.#cost
    const hash = await this.#gate.pass(() => {
      this.#hashes++
      this.#work += 2 ** cost
      return bcrypt.hash(text, cost)
    })
    return prehashed ? prehashPrefix + hash : hash
  }

  /**
   * Whether the password is the stored one. Takes the work of a hash of the configured cost in every case: an unreadable stored value is
   * false like a wrong password, and what an older, cheaper hash spares is spent beside it. An imported hash of a password beyond 72
   * bytes never verifies: its maker had not seen it whole.
   */
  async verify(password: string, stored: string): Promise<boolean> {
    return (await this.verifyEach(password, [stored])).isRight[0] as boolean
  }

  /**
   * Whether the password is each of several stored ones; null for one that is not to be looked at, which is false after as much work. For
   * none at all it takes the work of one. All in one turn at the gate: however many there are, they wait for it once.
   */
  async verifyEach(password: string, stored: readonly (string | null)[]): Promise<Verified> {
    const { text, prehashed } = prepare(password)
    return await this.#gate.pass(async () => {
      const begunMs = performance.now()
      const isRight: boolean[] = []
      for (const value of stored.length > 0 ? stored : [null]) {
        const known = value === null ? null : read(value)
        const same = await this.#compare(text, known)
        isRight.push(same && known?.prehashed === prehashed)
      }
      return { isRight: isRight.slice(0, stored.length), begunMs, endedMs: performance.now() }
    })
  }

  /** Whether a good login should store its password anew: the work factor was raised since. Never true for a lowered one. */
  needsRehash(stored: string): boolean {
    const known = read(stored)
    return known !== null && known.cost < this.#cost
  }

  /** Costs 2^c, and where c is below the configured C, 2^c + … + 2^(C-1) more: 2^C in all, to the round. */
  async #compare(text: string, known: Stored | null): Promise<boolean> {
    const configured = this.#cost
    this.#hashes++
    const same = await this.#bcrypt(text, known?.bcrypt ?? dummy(configured), known?.cost ?? configured)
    for (let cost = known?.cost ?? configured; cost < configured; cost++) await this.#bcrypt(text, dummy(cost), cost)
    return same
  }

  #bcrypt(text: string, hash: string, cost: number): Promise<boolean> {
    this.#work += 2 ** cost
    return bcrypt.compare(text, hash)
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
