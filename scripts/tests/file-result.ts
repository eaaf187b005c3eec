/** What came of one test file, from the events of node's runner. */
import { relative, resolve } from 'node:path'
import type { run } from 'node:test'
import { type Database, root } from './files.ts'

export interface FileResult {
  passed: number
  failed: number
  /** Every test that began, passed or not. */
  tests: number
  seconds: number
  /** Lines about tests that were skipped or that count as failed though they passed. */
  lines: string[]
}

/**
 * Counts while the tests run.
 *
 * A file without a test failed, so did one that threw while it was read, a test that is only to be done, and one skipped for a server
 * that is not installed where `database` promises all of them. Any other skipped one is named.
 *
 * @param besides a file whose placeholder is no test of this one
 * @returns the result, which is complete when the stream of events has ended
 */
export function resultOf(events: ReturnType<typeof run>, file: string, besides: string, database: Database): FileResult {
  const began = performance.now()
  const result: FileResult = { passed: 0, failed: 0, tests: 0, seconds: 0, lines: [] }
  const path = relative(root, file)
  let isTold = false
  events.on('test:pass', ({ name, details, skip, todo }) => {
    if (resolve(name) === besides) return
    const isEmptyFile = details.type !== 'suite' && resolve(name) === file
    if (isEmptyFile) result.passed -= 1
    const isServerMissing = database === 'postgres' && /installed/.test(String(skip))
    const complaint = isEmptyFile ? 'has no test' : todo !== undefined ? 'is only to be done' : isServerMissing ? String(skip) : undefined
    if (complaint) result.failed += 1
    if (complaint || skip !== undefined) result.lines.push(`${complaint ? '✖' : 'ℹ'} ${path}: ${name}: ${complaint ?? 'skipped'}`)
  })
  // One that is only to be done and fails is no failure to node.
  events.on('test:fail', ({ name, todo, nesting, details, file: of }) => {
    if (resolve(name) === file) isTold = true
    if (of === besides) {
      // the summary takes one for that which passes beside the file
      result.passed += 1
      const { cause } = details.error
      // one that threw before its first test is told by node itself
      if (isTold) result.failed -= 1
      else result.lines.push(`✖ ${path}: was not read to its end: ${cause instanceof Error ? cause.stack : details.error.message}`)
    }
    if (todo !== undefined || isHookOfFile(nesting, details)) result.failed += 1
  })
  // What nobody caught, and what came after its test had ended; the summary counts it as a failure of the file.
  events.on('test:diagnostic', ({ message }) => {
    if (/caught by the test runner/.test(message)) result.lines.push(`✖ ${path}: ${message}`)
  })
  events.on('test:summary', ({ counts: { tests, passed, skipped, todo }, success }) => {
    // The file beside it is one that passed, in node's counts.
    result.tests = tests - 1
    result.passed += passed - 1
    result.failed += tests - passed - skipped - todo
    // A hook that fails belongs to no test.
    if (!success && result.failed === 0) result.failed = 1
    result.seconds = (performance.now() - began) / 1000
  })
  return result
}

/** Whether a hook failed that belongs to the file and to no suite: those behind it do not run, and no count of node's has it. */
export const isHookOfFile = (nesting: number, { error }: { readonly error: Error }): boolean =>
  nesting === 0 && (error as { failureType?: string }).failureType === 'hookFailed'
