/**
 * Runs the tests with node's own runner, many files in one process (`tests/worker.ts`):
 * `npm test`, `npm test -- test/core`, `npm test -- test/core/jwt.test.ts`.
 *
 * - `TEST_DATABASE=embedded` (the default) needs nothing installed; races, random runs (`test/properties`), faults of PostgreSQL, kill
 *   loops, plans of large tables, large subtrees, the matrices of foreign ids and of states, hunts of single rules (`test/abuse`), the
 *   examples of the document, the demo, foreign stores, seven nights of backups and what operators are given (`test/deploy`) are left out.
 * - `TEST_DATABASE=postgres` runs these too, and leaves out what has nothing to do with a database or opens the embedded one itself; on
 *   a PostgreSQL and a Redis started here and gone afterwards.
 * - `TEST_ROUNDS` is how often every race and kill loop is repeated, 5 unless set, and `TEST_SECONDS` for how long (`test/rig/race.ts`);
 *   `TEST_SHARE` is the part of its usual time that each has, which `.ci/run` sets where the machine is slow.
 *   `TEST_SOAK_MINUTES` is how long `test/faults/postgres-soak.test.ts` goes on, some seconds unless set.
 *
 * - `TEST_AGAIN` is how many files may fail and be run once more, alone, at the end; none unless set. What passes then is named and counts
 *   as passed. When more fail nothing runs again, and no race and no property ever does: what they find is seldom, and no less true.
 *
 * Files that are named run on either.
 *
 * Every deadlock that a PostgreSQL started here or by a test file reports fails the run, with its statements; of one that
 * `TEST_POSTGRES_URL` names nobody knows.
 *
 * Every answer over HTTP is held against the OpenAPI document (`test/contract/answers.ts`): one that does not fit fails its test and the run,
 * and a whole run on PostgreSQL fails for each declared status that no test got.
 *
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed or nothing ran.
 */
import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answersFile } from '../test/contract/answers-file.ts'
import { endAll } from '../test/rig/cleanup.ts'
import { deadlockFile, deadlocksIn } from '../test/rig/deadlocks.ts'
import { throwawayPostgres } from '../test/rig/postgres.ts'
import { throwawayRedis } from '../test/rig/redis.ts'
import { tellSeen, tellWrongAnswers } from './tests/contract.ts'
import type { FileResult } from './tests/file-result.ts'
import { type Database, root, testDatabase, testFiles } from './tests/files.ts'
import { type Course, runFiles } from './tests/pool.ts'

/** Starts what `TEST_DATABASE` names; its urls are the environment that every test file gets. */
async function servers(database: Database): Promise<Record<string, string>> {
  if (database === 'embedded') return {}
  const [postgres, redis] = await Promise.all([
    process.env.TEST_POSTGRES_URL ?? throwawayPostgres({ settings: { max_connections: '400' } }).then(({ url }) => url),
    process.env.TEST_REDIS_URL ?? throwawayRedis().then(({ url }) => url),
  ])
  return { TEST_POSTGRES_URL: postgres, TEST_REDIS_URL: redis }
}

/** Prints each with what the processes did, line by line, as `.ci/run` repeats them at its end. @returns how many there were */
function tellDeadlocks(reports: readonly string[]): number {
  for (const report of reports) {
    const [where, ...lines] = report.trimEnd().split('\n')
    console.log([`✖ a deadlock in ${where}`, ...lines.map((line) => `ℹ   ${line}`)].join('\n'))
  }
  console.log(`ℹ ${reports.length} deadlocks reported by the PostgreSQL servers started here`)
  return reports.length
}

/** Runs the files, prints what came of each, and of what failed why. @returns how many tests passed and failed */
async function runTests(files: readonly string[], course: Course): Promise<{ passed: number; failed: number }> {
  const results = new Map<string, FileResult>()
  const tell = (file: string, result: FileResult, text: string) => {
    results.set(file, result)
    if (course.isShort) console.log(`${result.failed > 0 ? '✖' : '✔'} ${file} (${result.tests} tests, ${result.seconds.toFixed(1)} s)`)
    if (result.failed > 0) console.log(text)
  }
  const began = performance.now()
  await runFiles(files, course, tell)
  const failed = toRunAgain(files.filter((file) => results.get(file)!.failed > 0))
  await runFiles(failed, { ...course, atOnce: 1 }, tell)
  console.log(`ℹ ${files.length} files in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  if (files.length > mostSlowest) console.log(`ℹ slowest: ${slowestOf(results).join(', ')}`)
  for (const { lines } of results.values()) for (const line of lines) console.log(line)
  for (const file of failed) if (results.get(file)!.failed === 0) console.log(`ℹ ${file}: failed, and passed when it ran again alone`)
  const all = [...results.values()]
  return { passed: sumOf(all, 'passed'), failed: sumOf(all, 'failed') }
}

/** So many are named: time is bought back where it is spent. */
const mostSlowest = 12

const slowestOf = (results: ReadonlyMap<string, FileResult>): string[] =>
  [...results]
    .sort(([, one], [, other]) => other.seconds - one.seconds)
    .slice(0, mostSlowest)
    .map(([file, { seconds }]) => `${file.replace(/^test\//, '')} ${seconds.toFixed(0)} s`)

/** Those of the failed files that `TEST_AGAIN` gives a second chance: all or none. */
function toRunAgain(failed: readonly string[]): readonly string[] {
  const most = Number(process.env.TEST_AGAIN ?? 0)
  return failed.length <= most ? failed.filter((file) => !/(?:^|\/)(?:races|properties)\//.test(file)) : []
}

const sumOf = (results: readonly FileResult[], what: 'passed' | 'failed') => results.reduce((sum, result) => sum + result[what], 0)

if (import.meta.main) {
  const patterns = process.argv.slice(2)
  const database = testDatabase(process.env.TEST_DATABASE)
  const files = testFiles(database, patterns)
  const isWhole = patterns.length === 0
  // The services that tests start as processes of their own load the same sources.
  const cache = join(root, 'node_modules/.cache/compiled-tests')
  const reports = join(tmpdir(), `tenantry-deadlocks-${randomUUID()}`)
  const answers = join(tmpdir(), `tenantry-answers-${randomUUID()}`)
  Object.assign(process.env, {
    TEST_DATABASE: database,
    ...(isWhole && { TEST_WHOLE: database }),
    NODE_COMPILE_CACHE: cache,
    [deadlockFile]: reports,
    [answersFile]: answers,
  })
  Object.assign(process.env, await servers(database))
  const counts = await runTests(files, { database, isShort: isWhole })
  await endAll()
  if (database === 'postgres') counts.failed += tellDeadlocks(deadlocksIn(reports))
  counts.failed += tellWrongAnswers(answers)
  // the run on the embedded database leaves out what asks for many of them
  if (database === 'postgres' && isWhole) counts.failed += await tellSeen(answers)
  for (const file of [reports, answers]) rmSync(file, { force: true })
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
}
