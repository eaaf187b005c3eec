import type { Writable } from 'node:stream'
import type pg from 'pg'

type Inner = { connection: { stream: Writable } }
const gathering = new WeakSet<Writable>()

/**
 * What a client is asked from now until `end` calls back leaves in one write: a system call for each statement, with the server woken each
 * time, would cost more than all else here.
 * @param end `process.nextTick` for what is asked in one go, `setImmediate` for what is asked in one turn of the event loop
 */
export function gatherWrites(client: pg.Client, end: (done: () => void) => void): void {
  const { stream } = (client as unknown as Inner).connection
  if (gathering.has(stream)) return
  gathering.add(stream)
  stream.cork()
  end(() => {
    gathering.delete(stream)
    stream.uncork()
  })
}
