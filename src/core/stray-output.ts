import { formatWithOptions } from 'node:util'
import type { Logger } from './log.ts'

const methods = ['debug', 'error', 'info', 'log', 'trace', 'warn'] as const

/**
 * Has the warnings of node (deprecations among them) and whatever a dependency writes to the console come as lines of the log: what reads
 * standard output as JSON, line by line, must not meet anything else there.
 */
export function logStrayOutput(log: Pick<Logger, 'warn'>): void {
  // node's own listener writes them as text
  process.removeAllListeners('warning')
  process.on('warning', (warning) => log.warn({ err: warning }, 'node warns'))
  for (const method of methods) {
    console[method] = (...parts: unknown[]) =>
      log.warn({ text: formatWithOptions({ colors: false }, ...parts) }, 'a dependency wrote to the console')
  }
}
