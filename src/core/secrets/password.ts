import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { performance } from 'node:perf_hooks'
import bcrypt from 'bcrypt'
import { unavailable } from '#core/errors.ts'
import { counter, gauge, type Measures } from '#core/measures.ts'
import { Semaphore } from '#core/turns/semaphore.ts'
import { DearGate } from './dear-gate.ts'
import { isDear } from './dear-hash.ts'
import { isForeign } from './foreign-hash.ts'
import { type BcryptHash, type ForeignHash, prehashPrefix, readHash, type StoredHash } from './stored-hash.ts'

const waitsHelp = 'Time that a password waited for its turn to be hashed'

/** bcrypt reads 72 bytes and not one more. */
const bcryptBytes = 72
/** Below it the time of a hash says little of that of a round. */
const measuredCost = 8
/** The time of a round is the middle one of so many whole hashes: one that had to wait for a core must not lengthen it. */
const mostMeasured = 15

/** On the scale of `performance.now()`. */
interface Turn {
  readonly begunMs: number
  readonly endedMs: number
}

/** What a password did at each of several stored values, and when its first turn began and its last one ended. */
export interface Verified extends Turn {
  readonly isRight: readonly boolean[]
  /** Not looked at, because too many waited for dear hashes. */
  readonly isTurnedAway: readonly boolean[]
}

/**
 * Password hashes: bcrypt of the NFKC form. A password that bcrypt would not see whole (longer than 72 bytes in UTF-8, or with
 * a NUL inside) is hashed by SHA-384 first, and its stored value says so: `$sha384$2b$…`. A long password must never pass
 * against a plain hash, nor a short one (its own SHA-384 in base64, say) against a prefixed one. Hashes of other makers are checked as
 * they are (`stored-hash.ts`), and ask to be renewed; those that are dearer (`dear-hash.ts`) one at a time at a gate of their own, so that
 * they hold up nobody else.
 */
export class PasswordHasher {
  readonly #gate: Semaphore
  readonly #dearGate = new DearGate()
  #cost: number
  #hashes = 0
  #work = 0
  /** Milliseconds of one round of bcrypt in the last hashes. */
  readonly #measuredMs: number[] = []

  /**
   * `cost` is bcrypt's, 4 to 15; `concurrency` runs at a time (the number of cores by default) while `queueLimit` (64) wait.
   * Throws RangeError for another cost.
   */
  constructor(options: { cost: number; concurrency?: number; queueLimit?: number }) {
    this.#cost = checkedCost(options.cost)
    this.#gate = new Semaphore(options.concurrency ?? availableParallelism(), options.queueLimit ?? 64, waitsHelp)
  }

  /** How many passwords were hashed or checked, whatever for. */
  get hashes(): number {
    return this.#hashes
  }

  /** The work of bcrypt in its rounds: a hash of cost `c` is 2^c. */
  get work(): number {
    return this.#work
  }

  /** How long a hash of the configured cost takes now, from the beginning of its turn, in milliseconds; 0 before the first. */
  get hashTimeMs(): number {
    return 2 ** this.#cost * this.#roundMs
  }

  get cost(): number {
    return this.#cost
  }

  /** For new hashes and checks from now on; throws RangeError outside 4 to 15. */
  set cost(cost: number) {
    this.#cost = checkedCost(cost)
  }

  /** How long the queue is before the hashes, and what became of it. */
  measures(): Measures {
    return {
      tenantry_password_hash_waiting: gauge('Passwords that wait for their turn to be hashed', () => this.#gate.waiting),
      tenantry_password_hash_wait_seconds: this.#gate.waits,
      tenantry_password_hashes_total: counter('Passwords that were hashed or checked', () => this.#hashes),
      tenantry_password_hash_refused_total: counter('Passwords that were turned away because too many waited', () => this.#gate.turnedAway),
      tenantry_dear_hash_waiting: gauge('Passwords that wait for their turn at a dear imported hash', () => this.#dearGate.waiting),
      tenantry_dear_hash_wait_seconds: this.#dearGate.waits,
      tenantry_dear_hash_refused_total: counter(
        'Passwords that were turned away because too many waited for dear imported hashes',
        () => this.#dearGate.turnedAway,
      ),
    }
  }

  /** The value to store. Throws 503 `unavailable` when too many wait already, as `verify` does. */
  async hash(password: string): Promise<string> {
    const { text, prehashed } = prepare(password)
    const cost = this.#cost
    const hash = await this.#gate.pass(() => {
      this.#hashes++
      return this.#measured(cost, () => bcrypt.hash(text, cost))
    })
    return prehashed ? prehashPrefix + hash : hash
  }

  /**
   * Whether the password is the stored one. Takes the work of a hash of the configured cost in every case: an unreadable stored value is
   * false like a wrong password, and what an older or foreign, cheaper hash spares is spent beside it. An imported bcrypt hash of a
   * password beyond 72 bytes never verifies: its maker had not seen it whole. A dearer one takes its own time.
   */
  async verify(password: string, stored: string): Promise<boolean> {
    return (await this.verifyEach(password, [stored])).isRight[0] as boolean
  }

  /**
   * Whether the password is each of several stored ones; null for one that is not to be looked at, which is false after as much work. For
   * none at all it takes the work of one. All in one turn at the gate: however many there are, they wait for it once; and those that are
   * dear in one turn at theirs, afterwards. Those are turned away together when too many wait there, and what the others said stands.
   * Throws 503 `unavailable` when too many wait before ours, or where there are none but dear ones that were turned away.
   */
  async verifyEach(password: string, stored: readonly (string | null)[]): Promise<Verified> {
    const hashes = (stored.length > 0 ? stored : [null]).map((value) => (value === null ? null : readHash(value)))
    const isRight = hashes.map(() => false)
    const areDear = hashes.map((known) => known !== null && isDear(known, this.#cost))
    const checkThose = async (dear: boolean) => {
      const begunMs = performance.now()
      for (const [n, known] of hashes.entries()) if (areDear[n] === dear) isRight[n] = await this.#check(password, known)
      return { begunMs, endedMs: performance.now() }
    }
    const ordinary = areDear.includes(false) ? await this.#gate.pass(() => checkThose(false)) : null
    const dearOnes = stored.filter((value, n): value is string => value !== null && areDear[n] === true)
    const dear = dearOnes.length > 0 ? await this.#dearGate.pass(dearOnes, () => checkThose(true)) : null
    if (ordinary === null && dear === null) throw unavailable(1)
    const [first, last] = [ordinary ?? dear, dear ?? ordinary] as [Turn, Turn]
    const isTurnedAway = stored.map((_value, n) => dear === null && areDear[n] === true)
    return { isRight: isRight.slice(0, stored.length), isTurnedAway, begunMs: first.begunMs, endedMs: last.endedMs }
  }

  /**
   * Whether a good login should store its password anew: it is another maker's, or the work factor was raised since. Never true for our own
   * when it was lowered.
   */
  needsRehash(stored: string): boolean {
    const known = readHash(stored)
    return known !== null && (known.form !== 'bcrypt' || known.imported || known.cost < this.#cost)
  }

  async #check(password: string, known: StoredHash | null): Promise<boolean> {
    if (known !== null && known.form !== 'bcrypt') return await this.#compareForeign(password, known)
    const { text, prehashed } = prepare(password, known?.imported)
    return (await this.#compare(text, known)) && known?.prehashed === prehashed
  }

  /** Costs 2^c, and where c is below the configured C, 2^c + … + 2^(C-1) more: 2^C in all, to the round. */
  async #compare(text: string, known: BcryptHash | null): Promise<boolean> {
    const configured = this.#cost
    this.#hashes++
    const same = await this.#bcrypt(text, known?.bcrypt ?? dummy(configured), known?.cost ?? configured)
    for (let cost = known?.cost ?? configured; cost < configured; cost++) await this.#bcrypt(text, dummy(cost), cost)
    return same
  }

  /** The time that it spares is spent on bcrypt, in ever smaller pieces, until less than the smallest is left. */
  async #compareForeign(password: string, known: ForeignHash): Promise<boolean> {
    const begunMs = performance.now()
    const configured = this.#cost
    this.#hashes++
    const same = await isForeign(password, known)
    // the first hash of all: how long one takes is still to be found out
    if (this.#measuredMs.length === 0) await this.#bcrypt('', dummy(Math.min(configured, measuredCost)), Math.min(configured, measuredCost))
    for (let cost = configured - 1; cost >= 4; cost--) {
      const round = this.#roundMs
      const leftMs = 2 ** configured * round - (performance.now() - begunMs)
      if (leftMs >= 2 ** cost * round) await this.#bcrypt('', dummy(cost), cost)
    }
    return same
  }

  #bcrypt(text: string, hash: string, cost: number): Promise<boolean> {
    return this.#measured(cost, () => bcrypt.compare(text, hash))
  }

  async #measured<T>(cost: number, run: () => Promise<T>): Promise<T> {
    this.#work += 2 ** cost
    const begunMs = performance.now()
    const result = await run()
    // a piece of one says less: handing it to a thread is more of its time
    if (cost < this.#cost && (this.#measuredMs.length > 0 || cost < measuredCost)) return result
    this.#measuredMs.push((performance.now() - begunMs) / 2 ** cost)
    if (this.#measuredMs.length > mostMeasured) this.#measuredMs.shift()
    return result
  }

  get #roundMs(): number {
    return this.#measuredMs.toSorted((one, two) => one - two)[Math.floor(this.#measuredMs.length / 2)] ?? 0
  }
}

function checkedCost(cost: number): number {
  if (!Number.isInteger(cost) || cost < 4 || cost > 15) throw new RangeError('bcrypt cost must be a whole number from 4 to 15')
  return cost
}

/**
 * What bcrypt is given; `asTyped` for a hash of another maker, who normalised nothing. It repeats its key with a NUL between ("a" is "a\0a" to
 * it), so a NUL needs the prehash too.
 */
function prepare(password: string, asTyped = false): { text: string; prehashed: boolean } {
  const text = asTyped ? password : password.normalize('NFKC')
  const prehashed = Buffer.byteLength(text) > bcryptBytes || text.includes('\0')
  return { text: prehashed ? createHash('sha384').update(text).digest('base64') : text, prehashed }
}

/** Well formed, of full work, and nobody's: no known password leads to it. */
const dummy = (cost: number) => `$2b$${String(cost).padStart(2, '0')}$${'tenantry/of/nobody.../'.padEnd(53, 'K')}`
