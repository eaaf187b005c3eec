import type { Server } from 'node:net'

/** How long a stop goes on accepting where connections never cease to come; in milliseconds. */
const longestMs = 2000
/** Turns in which nobody came: the last of them read what the last connection had brought. */
const quietTurns = 3

/**
 * Accepts the connections that the system took for this server before now, and reads what they brought: to close the server earlier would
 * reset them unanswered. Node accepts one in each turn of its loop.
 */
export async function acceptBacklog(server: Server): Promise<void> {
  const end = performance.now() + longestMs
  let quiet = 0
  const accepted = () => {
    quiet = 0
  }
  server.on('connection', accepted)
  while (quiet++ < quietTurns && performance.now() < end) await new Promise((next) => setImmediate(next))
  server.off('connection', accepted)
}
