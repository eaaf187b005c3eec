/** A TCP proxy between a service and what it depends on, that fails in the ways networks fail. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { atEnd } from './cleanup.ts'

/**
 * `pass` forwards. `refuse` resets every new connection. `blackhole` accepts and forwards nothing, on open connections too.
 */
type Mode = 'pass' | 'refuse' | 'blackhole'

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** How many connections were made, and how many are open; a held back one that the other side gave up still counts. */
  readonly made: number
  readonly open: number
  /** Takes effect at once. What was held back in `blackhole` is sent on when it passes again. */
  mode(mode: Mode): void
  /** New connections go to this url; open ones stay where they are. */
  retarget(target: string): void
  /** Resets every open connection; new ones go on as the mode says. */
  cut(): void
  /** Ends a connection in the middle of an answer: after this many more bytes from the target, over all connections, one or more. */
  cutAfter(bytes: number): void
  /**
   * Loses the answer to the next thing sent to the target that holds `text`: it gets there, and what the target says to it does not
   * get back. `cut` resets the connection in its place, `silent` lets it stand and nothing come.
   */
  loseAnswerTo(text: string, how: 'cut' | 'silent'): void
  /** The same url, but through the proxy. */
  through(url: string): string
  close(): Promise<void>
}

/** Listens on a free port of 127.0.0.1 and forwards to `target`, a url with host and port; closed when the test file ends. */
export async function faultProxy(target: string): Promise<FaultProxy> {
  let { hostname, port: targetPort } = new URL(target)
  const pairs = new Set<[near: Socket, far: Socket]>()
  const state: { mode: Mode; bytesLeft: number; made: number; lost: { text: string; how: 'cut' | 'silent' } | null } = {
    mode: 'pass',
    bytesLeft: Number.POSITIVE_INFINITY,
    made: 0,
    lost: null,
  }

  const server = createServer((near) => {
    state.made += 1
    if (state.mode === 'refuse') return reset(near)
    const far = connect(Number(targetPort), hostname)
    const pair: [Socket, Socket] = [near, far]
    pairs.add(pair)
    let isLost: 'cut' | 'silent' | null = null
    forward(near, far, (chunk) => {
      if (state.lost && chunk.includes(state.lost.text)) {
        isLost = state.lost.how
        state.lost = null
      }
      return chunk
    })
    forward(far, near, (chunk) => {
      if (isLost === 'silent') return null
      if (isLost === 'cut') {
        reset(near)
        far.destroy()
        return null
      }
      if (chunk.length < state.bytesLeft) {
        state.bytesLeft -= chunk.length
        return chunk
      }
      const last = chunk.subarray(0, state.bytesLeft)
      state.bytesLeft = Number.POSITIVE_INFINITY
      near.end(last)
      far.destroy()
      return null
    })
    for (const socket of pair) {
      socket.on('close', () => pairs.delete(pair))
      if (state.mode === 'blackhole') socket.pause()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const cut = () => {
    for (const [near, far] of pairs) {
      reset(near)
      far.destroy()
    }
  }
  const close = atEnd(async () => {
    cut()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  })
  return {
    port,
    get made() {
      return state.made
    },
    get open() {
      return pairs.size
    },
    mode(mode) {
      state.mode = mode
      for (const socket of [...pairs].flat()) mode === 'blackhole' ? socket.pause() : socket.resume()
    },
    retarget: (other) => {
      ;({ hostname, port: targetPort } = new URL(other))
    },
    cut,
    cutAfter(bytes) {
      state.bytesLeft = bytes
    },
    loseAnswerTo(text, how) {
      state.lost = { text, how }
    },
    through(url) {
      const changed = new URL(url)
      changed.hostname = '127.0.0.1'
      changed.port = String(port)
      return changed.href
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** @param pass what goes on of a chunk; null when it has dealt with the chunk itself */
function forward(from: Socket, to: Socket, pass = (chunk: Buffer): Buffer | null => chunk): void {
  from.on('data', (chunk: Buffer) => {
    const passed = pass(chunk)
    if (passed) to.write(passed)
  })
  from.on('end', () => to.end())
  // An end that was reset ends the other one the same way.
  from.on('error', () => reset(to))
  from.on('close', () => to.end())
}

/** A reset of a socket that is already being shut down fails inside node, and its handle then never lets the process end. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy()
  else socket.resetAndDestroy()
}
