/**
 * Ends whatever a test started: servers, directories, databases. Each thing is ended when the test file is done, what several files of a
 * process share when that ends; and, as a last resort, killed without waiting when the process itself is ended.
 */
import { after } from 'node:test'

interface Started {
  stop(): Promise<void>
  kill?: (() => void) | undefined
  /** Whether the next file of this process has it too. */
  readonly isShared?: true
}

const started = new Set<Started>()

/**
 * Promises that `stop` runs once at the latest when the test file ends.
 *
 * @param stop ends the thing properly
 * @param kill ends it at once, without waiting; for processes, which would outlive ours
 * @returns ends it now; calling it again does nothing
 */
export function atEnd(stop: () => Promise<void>, kill?: () => void): () => Promise<void> {
  const entry: Started = { stop, kill }
  started.add(entry)
  return async () => {
    if (started.delete(entry)) await stop()
  }
}

/** Promises that `stop` runs when nothing runs in this process any more. What is not waited for then has to end with the process by itself. */
export function atEndOfAll(stop: () => Promise<void>): void {
  started.add({ stop, isShared: true })
}

/** Ends what a test file started, the newest first, where another file comes after it in the same process. */
export const endFile = (): Promise<void> => end([...started].filter(({ isShared }) => !isShared))

/** Ends everything that is still there, the newest first, for a process that is not a test file. */
export const endAll = (): Promise<void> => end([...started])

async function end(entries: readonly Started[]): Promise<void> {
  for (const entry of entries.toReversed()) {
    started.delete(entry)
    await entry.stop()
  }
}

// A root hook: one registered inside a `before` hook would run as soon as that hook returns.
if (process.env.NODE_TEST_CONTEXT || process.argv[1]?.endsWith('.test.ts')) after(endAll)
process.on('exit', () => {
  for (const entry of started) entry.kill?.()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
