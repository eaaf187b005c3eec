/** A Redis server of the test's own, that may be stopped, frozen and thrown away. It keeps nothing on disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { atEnd } from './cleanup.ts'
import { eventually, freePort } from './ports.ts'

export interface ThrowawayRedis extends AsyncDisposable {
  readonly url: string
  /** Ends it at once; what it held is gone. */
  stop(): Promise<void>
  start(): Promise<void>
  /** Freezes it: connections stay open and nothing answers. */
  pause(): void
  resume(): void
}

/** Whether a Redis server is installed here. */
export function isRedisInstalled(): boolean {
  return spawnSync('redis-server', ['--version']).status === 0
}

/**
 * Starts Redis on a free port of 127.0.0.1; it ends with the test file.
 *
 * @throws Error when no Redis is installed
 */
export async function throwawayRedis(): Promise<ThrowawayRedis> {
  if (!isRedisInstalled()) throw new Error('no Redis server is installed: apt-get install redis-server')
  const port = await freePort()
  const args = ['--bind', '127.0.0.1', '--port', String(port), '--save', '', '--appendonly', 'no', '--dir', tmpdir()]
  let server: ChildProcess | undefined

  async function start() {
    if (server) throw new Error('Redis runs already')
    const child = spawn('redis-server', args, { stdio: 'ignore' })
    server = child
    await eventually('Redis', () => child.exitCode !== null || answersPing(port))
    if (child.exitCode !== null) throw new Error(`Redis ended at start with ${child.exitCode}`)
  }
  async function stop() {
    if (!server) return
    const ended = server.exitCode === null && server.signalCode === null ? once(server, 'exit') : null
    server.kill('SIGKILL')
    await ended
    server = undefined
  }

  const remove = atEnd(stop, () => server?.kill('SIGKILL'))
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    stop,
    start,
    pause: () => void server?.kill('SIGSTOP'),
    resume: () => void server?.kill('SIGCONT'),
    [Symbol.asyncDispose]: remove,
  }
}

async function answersPing(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    socket.write('PING\r\n')
    const [answer] = await once(socket, 'data')
    return String(answer).startsWith('+PONG')
  } finally {
    socket.destroy()
  }
}
