/** Programs of the bench in processes of their own, with a channel to ask them by. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { atEnd } from '../../test/rig/cleanup.ts'

export interface Child {
  readonly pid: number
  /** The next message that it sends. */
  heard<T>(): Promise<T>
  /** Sends a message and waits for the answer: one at a time. */
  ask<T>(question: unknown): Promise<T>
  /** SIGTERM, and waits for the end. */
  stop(): Promise<void>
}

/** Starts `bench/<path>`. It is killed when the bench ends. */
export function startChild(path: string, env: Record<string, string> = {}): Child {
  const child: ChildProcess = fork(join(import.meta.dirname, '..', path), [], {
    execArgv: ['--conditions=source'],
    serialization: 'advanced',
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'close')
  const stop = atEnd(
    async () => {
      child.kill('SIGTERM')
      await ended
    },
    () => void child.kill('SIGKILL'),
  )
  const heard = async <T>(): Promise<T> => {
    const gone = ended.then(() => {
      throw new Error(`${path} ended`)
    })
    const [message] = await Promise.race([once(child, 'message'), gone])
    return message as T
  }
  return {
    pid: child.pid!,
    heard,
    async ask(question) {
      const answer = heard()
      child.send(question as object)
      return (await answer) as never
    },
    stop,
  }
}
