/** Runs test files on a few processes, each of which takes the next file when it is done with one. */
import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import type { FileResult } from './file-result.ts'
import { type Database, root } from './files.ts'
import { isIdle } from './idle.ts'
import type { Answer, Order } from './worker.ts'

export interface Course {
  readonly database: Database
  /** What passes is not told test by test. */
  readonly isShort: boolean
  /** How many files run beside each other. */
  readonly atOnce?: number
}

/** For two cores: while one file waits two others work. */
const usuallyAtOnce = 3
/** Files that let callers race, or end processes, on PostgreSQL: with a third of them requests wait past their limits. */
const racing =
  /^test\/(?:races|properties|faults|deploy\/proxies|contract|(?:jobs|webhook-deliveries)\/kills|recycle-bin\/(?:large|held-up))/
const racingAtOnce = 2
/** A browser takes a core by itself: with three, pages wait past what a person would, but where the processors have time left. */
const browsersAtOnce = 2
/** Files that leave most of both cores free, as they wait for a service that does not answer or for what comes by itself: others work beside. */
const oftenWaiting = /^test\/console\/(?:network|following|dashboard|notifications|tenant-ways-in)\./
/** A test file that goes on for longer than this hangs; in milliseconds. */
const longestFile = { embedded: 10 * 60_000, postgres: 15 * 60_000 }
/** Between asking a process to end, so that it ends the servers it started, and ending it; in milliseconds. */
const graceMs = 3000

/** A file that brings down or changes the process it runs in. */
const ownProcess = /^test\/(?:rig\/rig|faults\/start-stop)/

const isOfBrowser = (file: string) => file.endsWith('.browser.ts')

/** Files that promise that the service heals within seconds while it is flooded: beside another they would measure that one. */
const aloneAtEnd = /^test\/faults\/postgres-(?:disk|hang|outage)/

/** Runs every file and calls `told` after each, in the order in which they end. */
export async function runFiles(
  files: readonly string[],
  { database, isShort, atOnce }: Course,
  told: (file: string, result: FileResult, text: string) => void,
): Promise<void> {
  /** @param isFree looked at before each file: it is told with what ran beside the usual ones */
  const work = async (waiting: string[], isFree?: () => Promise<boolean>) => {
    let worker: ChildProcess | null = null
    while (waiting.length > 0) {
      if (isFree && !(await isFree())) continue
      const file = waiting.shift()
      if (file === undefined) break
      const isAlone = ownProcess.test(file)
      if (isAlone) await ended(worker)
      worker = worker === null || isAlone || !worker.connected ? forked() : worker
      const answer = await answered(worker, { file: join(root, file), isShort }, longestFile[database])
      if (answer.isWornOut || isAlone) {
        await ended(worker)
        worker = null
      }
      told(file, answer, isFree ? `${answer.text}ℹ ${file} ran as one more, as the processors had time left\n` : answer.text)
    }
    await ended(worker)
  }
  for (const { most, among } of turns(files, database)) {
    const beside = atOnce === undefined ? among.filter((file) => oftenWaiting.test(file)) : []
    const waiting = among.filter((file) => !beside.includes(file))
    const isOfPages = atOnce === undefined && among.some(isOfBrowser)
    await Promise.all([
      work(beside).then(() => (isOfPages ? work(waiting, isIdle) : undefined)),
      ...Array.from({ length: Math.min(atOnce ?? most, most) }, () => work(waiting)),
    ])
  }
}

/** Which files run beside each other, and how many of them; one turn after the other. */
function turns(files: readonly string[], database: Database): { readonly most: number; readonly among: string[] }[] {
  const isRacing = (file: string) => database === 'postgres' && racing.test(file)
  const mostOf = (file: string) =>
    aloneAtEnd.test(file) ? 1 : isOfBrowser(file) ? browsersAtOnce : isRacing(file) ? racingAtOnce : usuallyAtOnce
  return [...Map.groupBy(files, mostOf)].sort(([one], [other]) => other - one).map(([most, among]) => ({ most, among }))
}

/** Most of what a test makes is garbage soon: with room for the young less of it is copied about. */
const execArgv = ['--conditions=source', '--max-semi-space-size=32', '--import', join(import.meta.dirname, 'unhooked-promises.ts')]

const forked = () => fork(join(import.meta.dirname, 'worker.ts'), { execArgv, cwd: root })

/** What the process answers; a failed file when it ends before, or goes on for longer than `longestMs`. */
async function answered(worker: ChildProcess, order: Order, longestMs: number): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  const began = performance.now()
  const failed = (text: string) => {
    resolve({ passed: 0, failed: 1, tests: 0, seconds: (performance.now() - began) / 1000, lines: [], text, isWornOut: true })
  }
  const onExit = (code: number | null, signal: string | null) => failed(`✖ ${order.file}: its process ended with ${signal ?? code}\n`)
  const timer = setTimeout(() => failed(`✖ ${order.file}: has not ended within ${longestMs / 1000} s\n`), longestMs)
  worker.once('message', resolve).once('exit', onExit)
  worker.send(order)
  const answer = await promise
  clearTimeout(timer)
  worker.off('message', resolve).off('exit', onExit)
  return answer
}

/** Asks the process to end, and kills it where it does not. */
async function ended(worker: ChildProcess | null): Promise<void> {
  if (worker === null || worker.exitCode !== null || worker.signalCode !== null) return
  const { promise, resolve } = Promise.withResolvers<void>()
  worker.once('exit', () => resolve())
  worker.kill('SIGTERM')
  const timer = setTimeout(() => worker.kill('SIGKILL'), graceMs)
  await promise
  clearTimeout(timer)
}
