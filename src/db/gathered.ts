import { setImmediate as turn } from 'node:timers/promises'

/** More than are ever worth one statement. */
const most = 100

interface Waiting<T, R> {
  readonly call: T
  readonly resolve: (result: R) => void
  readonly reject: (error: unknown) => void
}

/** How long a batch waits for company. */
interface Patience {
  /** At most, in milliseconds; not at all unless given. */
  readonly waitMs?: number
  /** Whether so many need not wait for more; asked at each that comes. */
  readonly isEnough?: (count: number) => boolean
}

/**
 * Has calls done together that come in one turn of the event loop, or while earlier ones are being done: a statement for many in the place of
 * one each.
 * @param work does all of these, a hundred at most, and answers in their order. What it throws is thrown to nobody where there were several:
 * each is done once more by itself, so that one that can't be done keeps nobody else from it. So it must be harmless to do one twice.
 */
export function gathered<T, R>(
  work: (calls: readonly T[]) => Promise<readonly R[]>,
  { waitMs = 0, isEnough = () => false }: Patience = {},
): (call: T) => Promise<R> {
  let waiting: Waiting<T, R>[] = []
  let isAtWork = false
  /** Ends the wait for company. */
  let go: (() => void) | null = null

  async function company(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, waitMs)
    go = resolve
    await promise
    go = null
    clearTimeout(timer)
  }

  async function doAll(): Promise<void> {
    while (waiting.length > 0) {
      if (waitMs > 0 && !isEnough(waiting.length)) await company()
      // those that come in the same turn
      else await turn()
      const batch = waiting.slice(0, most)
      waiting = waiting.slice(most)
      await doTogether(batch)
    }
    isAtWork = false
  }

  async function doTogether(batch: readonly Waiting<T, R>[]): Promise<void> {
    try {
      const results = await work(batch.map(({ call }) => call))
      for (const [n, { resolve }] of batch.entries()) resolve(results[n] as R)
    } catch (error) {
      const [only, ...others] = batch
      if (others.length === 0) only!.reject(error)
      else await Promise.all(batch.map((one) => doTogether([one])))
    }
  }

  return (call) => {
    const { promise, resolve, reject } = Promise.withResolvers<R>()
    waiting.push({ call, resolve, reject })
    if (go !== null && isEnough(waiting.length)) go()
    if (!isAtWork) {
      isAtWork = true
      void doAll()
    }
    return promise
  }
}
