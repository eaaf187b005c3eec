/** Small programs that the tests of the database start as processes of their own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { atEnd } from '../rig/cleanup.ts'

export interface Child {
  process: ChildProcess
  /** Resolves with the first line on standard output that begins so; null when the process ended without. */
  line(start: string): Promise<string | null>
  /** All lines on standard output so far. */
  lines: string[]
  /** All of standard error so far. */
  errors(): string
  /** Resolves with the exit code (null when killed) after all output was read. */
  ended: Promise<number | null>
}

/** Runs `program`, an ES module that may import from `#db/…`, with `args` in `process.argv.slice(1)`. */
export function child(program: string, ...args: string[]): Child {
  const started = spawn(process.execPath, ['--conditions=source', '--input-type=module', '-e', program, ...args], {
    cwd: new URL('../..', import.meta.url),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_TEST_CONTEXT: undefined },
  })
  const lines: string[] = []
  let errors = ''
  started.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const output = createInterface({ input: started.stdout })
  output.on('line', (line) => lines.push(line))
  const ended = once(started, 'close').then(([code]) => code as number | null)
  atEnd(
    async () => {
      started.kill('SIGKILL')
      await ended
    },
    () => started.kill('SIGKILL'),
  )
  return {
    process: started,
    lines,
    errors: () => errors,
    ended,
    line: (start) => {
      const known = lines.find((line) => line.startsWith(start))
      if (known !== undefined) return Promise.resolve(known)
      const { promise, resolve } = Promise.withResolvers<string | null>()
      output.on('line', (line) => line.startsWith(start) && resolve(line))
      void ended.then(() => resolve(null))
      return promise
    },
  }
}

/** An empty directory that is removed when the test file ends. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-db-'))
  atEnd(async () => rmSync(directory, { recursive: true, force: true }))
  return directory
}
