/** Work that is done by one at a time, in all tabs of a browser or threads of a Node process. */

interface WebLocks {
  request<T>(name: string, options: { ifAvailable?: boolean; signal?: AbortSignal }, work: (lock: object | null) => Promise<T>): Promise<T>
}

/** Web Locks API; a browser has it on secure pages, Node from 24.5 on. */
const webLocks = (globalThis as { readonly navigator?: { readonly locks?: WebLocks } }).navigator?.locks

const taken = Symbol('taken')

/**
 * Does `work` while nobody else does any under this name.
 *
 * @param work is told whether it had to wait
 * @param signal ends the waiting, then the promise rejects with its reason; what was begun goes on
 * @returns what `work` does
 */
export async function withLock<T>(name: string, work: (hasWaited: boolean) => Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted()
  if (!webLocks) return await inTurn(name, work, signal)
  const done = await webLocks.request<T | typeof taken>(name, { ifAvailable: true }, async (lock) => (lock ? await work(false) : taken))
  return done === taken ? await webLocks.request(name, signal ? { signal } : {}, () => work(true)) : done
}

const lines = new Map<string, Promise<unknown>>()

/** Where there are no Web Locks: one after the other in this program alone. */
async function inTurn<T>(name: string, work: (hasWaited: boolean) => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  const before = lines.get(name)
  const mine = (before ?? Promise.resolve()).then(() => {
    signal?.throwIfAborted()
    return work(before !== undefined)
  })
  const settled = mine.catch(() => undefined)
  lines.set(name, settled)
  try {
    return await mine
  } finally {
    if (lines.get(name) === settled) lines.delete(name)
  }
}
