/** The live stream of a session that tabs share: one of them reads it, and tells the others. */
import type { LiveEvent } from './live-event.ts'
import { withLock } from './locks.ts'
import { Queue } from './queue.ts'
import type { Following } from './stream.ts'
import type { Tabs, Told } from './tabs.ts'

const mostWaiting = 1_000

/**
 * The same events in every tab. When the one that reads it is closed, the next one goes on from the last event that any was told.
 *
 * @param name of the session
 * @param follow reads the stream itself, from where `following` is, and moves that along
 * @throws what `follow` throws
 */
export async function* followTogether(
  name: string,
  tabs: Tabs,
  following: Following,
  signal: AbortSignal,
  follow: (signal: AbortSignal) => AsyncGenerator<LiveEvent, void, undefined>,
): AsyncGenerator<LiveEvent, void, undefined> {
  const over = new AbortController()
  const both = AbortSignal.any([signal, over.signal])
  const resync = (): LiveEvent => ({ event: 'resync', id: following.lastId ?? '0', data: {} })
  const queue = new Queue<LiveEvent>(mostWaiting, resync)
  let isReading = false
  const hear = (told: Told) => {
    if (told.what === 'join' && isReading && following.lastId !== null) tab.tell({ what: 'at', id: following.lastId })
    if (isReading) return
    if (told.what === 'at') following.lastId = told.id
    if (told.what !== 'event' || isKnown(told.event, following)) return
    if ('id' in told.event) following.lastId = told.event.id
    queue.push(told.event)
  }
  const tab = tabs.join(hear)
  tab.tell({ what: 'join' })
  const read = async (hasWaited: boolean) => {
    isReading = true
    // nobody said how far the one before was: what was missed is not known
    let mayHaveMissed = hasWaited && following.lastId === null
    for await (const event of follow(both)) {
      const all = mayHaveMissed && event.event === 'ready' ? [event, resync()] : [event]
      mayHaveMissed &&= event.event !== 'ready'
      for (const one of all) {
        tab.tell({ what: 'event', event: one })
        queue.push(one)
      }
    }
  }
  const reading = withLock(`${name} stream`, read, both)
  reading.then(
    () => queue.close(),
    (error: unknown) => queue.close(signal.aborted ? {} : { error }),
  )
  try {
    yield* queue
  } finally {
    tab.leave()
    over.abort()
    // the next one may read only when this one has ended
    await reading.catch(() => undefined)
  }
}

/** What was read from the stream after it came from another tab. */
const isKnown = (event: LiveEvent, { lastId }: Following): boolean =>
  event.event === 'notification.created' && lastId !== null && Number(event.id) <= Number(lastId)
