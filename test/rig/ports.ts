/** Free TCP ports, and waiting for something to become true. */
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** @returns a port of 127.0.0.1 that was free a moment ago */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/**
 * Asks again until the answer is neither null, undefined nor false.
 *
 * @param what ends the sentence 'gave up waiting for …'
 * @param ms how long to go on asking; a bound against hanging, not a measurement
 * @throws Error when the time is over; the last failure of `ask` is its cause
 */
export async function eventually<T>(what: string, ask: () => Promise<T> | T, ms = 15_000): Promise<NonNullable<T>> {
  const end = performance.now() + ms
  let failure: unknown
  while (performance.now() < end) {
    try {
      const answer = await ask()
      if (answer !== null && answer !== undefined && answer !== false) return answer
      failure = undefined
    } catch (error) {
      failure = error
    }
    await sleep(20)
  }
  throw new Error(`gave up waiting for ${what}`, { cause: failure })
}
