import { performance } from 'node:perf_hooks'
import { PasswordHasher, type Verified } from '#core/secrets/password.ts'

/**
 * Hashes of the configured work, each made once: the demo's people share one password, and several hundred hashes of a quarter of a
 * second each would be minutes. What is stored is worth what every hash of the service is; only that it is the same for all tells
 * that they share it. For the demo alone: in memory it keeps which passwords were right.
 */
export class RememberedPasswords extends PasswordHasher {
  readonly #hashes = new Map<string, Promise<string>>()
  readonly #verdicts = new Map<string, Promise<boolean>>()

  override hash(password: string): Promise<string> {
    return remembered(this.#hashes, password, () => super.hash(password))
  }

  /** Nobody watches the time it takes: what is no one's costs nothing. */
  override async verifyEach(password: string, stored: readonly (string | null)[]): Promise<Verified> {
    const begunMs = performance.now()
    const isRight: boolean[] = []
    for (const value of stored) isRight.push(value !== null && (await this.#verdict(password, value)))
    return { isRight, isTurnedAway: stored.map(() => false), begunMs, endedMs: performance.now() }
  }

  #verdict(password: string, stored: string): Promise<boolean> {
    return remembered(
      this.#verdicts,
      `${stored}\n${password}`,
      async () => (await super.verifyEach(password, [stored])).isRight[0] as boolean,
    )
  }
}

function remembered<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found !== undefined) return found
  const made = make()
  known.set(key, made)
  // that too many waited is not the answer for ever
  made.catch(() => known.delete(key))
  return made
}
