/**
 * Runs the tests with node's own runner: `npm test`, `npm test -- test/core`, `npm test -- test/core/jwt.test.ts`.
 *
 * - `TEST_DATABASE=embedded` (the default) needs nothing installed; races, faults of PostgreSQL, kill loops and the demo are left out.
 * - `TEST_DATABASE=postgres` runs these too, and leaves out what has nothing to do with a database; on a PostgreSQL and a Redis started
 *   here and gone afterwards.
 * - `TEST_ROUNDS` is how often every race and kill loop is repeated, 5 unless set (`test/rig/race.ts`).
 *
 * Files that are named run on either.
 *
 * Every deadlock that a PostgreSQL started here or by a test file reports fails the run, with its statements; of one that
 * `TEST_POSTGRES_URL` names nobody knows.
 *
 * The last line is `N passed, N failed`; the exit code is 1 when anything failed or nothing ran.
 */
import { randomUUID } from 'node:crypto'
import { existsSync, globSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { run } from 'node:test'
import { dot, spec } from 'node:test/reporters'
import { endAll } from '../test/rig/cleanup.ts'
import { deadlockFile, deadlocksIn } from '../test/rig/deadlocks.ts'
import { throwawayPostgres } from '../test/rig/postgres.ts'
import { throwawayRedis } from '../test/rig/redis.ts'

const root = join(import.meta.dirname, '..')
/** A test file that goes on for longer than this hangs; in milliseconds. */
const longestFile = { embedded: 3 * 60_000, postgres: 15 * 60_000 }

type Database = 'embedded' | 'postgres'

/** `TEST_DATABASE`, embedded unless set. @throws Error for any other value */
export function testDatabase(name = 'embedded'): Database {
  if (name === 'embedded' || name === 'postgres') return name
  throw new Error(`TEST_DATABASE must be embedded or postgres, not ${name}`)
}

/**
 * The test files to run, relative to the project.
 *
 * @param patterns files, folders or globs; everything that is for `database` when there are none
 * @throws Error for a pattern that names no file
 */
export function testFiles(database: Database, patterns: readonly string[], directory = root): string[] {
  const others = {
    embedded: /^test\/(?:races\/|faults\/(?:postgres|kill)|db\/postgres|jobs\/kills|commands\.demo)/,
    postgres: /^test\/(?:core\/|abuse\/work|scripts\/(?:check|generate)|specification|config\.|outside\/)/,
  }[database]
  const all = patterns.length === 0
  const files = (all ? ['test'] : patterns).flatMap((pattern) => {
    const path = resolve(directory, pattern)
    const isFolder = existsSync(path) && statSync(path).isDirectory()
    const found = globSync(isFolder ? `${pattern}/**/*.test.ts` : pattern, { cwd: directory })
    if (found.length === 0) throw new Error(`no test file: ${pattern}`)
    return found.map((file) => relative(directory, resolve(directory, file)))
  })
  return [...new Set(files)].filter((file) => !all || !others.test(file)).sort((a, b) => (a < b ? -1 : 1))
}

/** Starts what `TEST_DATABASE` names; its urls are the environment that every test file gets. */
async function servers(database: Database): Promise<Record<string, string>> {
  if (database === 'embedded') return {}
  const [postgres, redis] = await Promise.all([
    process.env.TEST_POSTGRES_URL ?? throwawayPostgres({ settings: { max_connections: '400' } }).then(({ url }) => url),
    process.env.TEST_REDIS_URL ?? throwawayRedis().then(({ url }) => url),
  ])
  return { TEST_POSTGRES_URL: postgres, TEST_REDIS_URL: redis }
}

/**
 * Runs the files and prints what the reporter makes of it.
 *
 * @returns how many tests passed and failed. A file without a test failed, so did a test that is only to be done, and one
 *   skipped for a server that is not installed where `database` promises all of them. Any other skipped one is named.
 */
async function runTests(files: readonly string[], database: Database, isShort: boolean): Promise<{ passed: number; failed: number }> {
  const counts = { passed: 0, failed: 0 }
  const lines: string[] = []
  const events = run({
    files: files.map((file) => join(root, file)),
    concurrency: 2,
    timeout: longestFile[database],
    execArgv: ['--conditions=source'],
  })
  events.on('test:diagnostic', ({ message, nesting, file }) => {
    if (isShort && nesting === 0 && file === undefined) lines.push(`ℹ ${message}`)
  })
  events.on('test:pass', ({ name, file, details, skip, todo }) => {
    const isEmptyFile = file !== undefined && details.type !== 'suite' && resolve(root, name) === file
    if (isEmptyFile) counts.passed -= 1
    const isServerMissing = database === 'postgres' && /installed/.test(String(skip))
    const complaint = isEmptyFile ? 'has no test' : todo !== undefined ? 'is only to be done' : isServerMissing ? String(skip) : undefined
    if (complaint) counts.failed += 1
    if (complaint || skip !== undefined)
      lines.push(`${complaint ? '✖' : 'ℹ'} ${relative(root, file ?? '')}: ${name}: ${complaint ?? 'skipped'}`)
  })
  // One that is only to be done and fails is no failure to node.
  events.on('test:fail', ({ todo }) => {
    if (todo !== undefined) counts.failed += 1
  })
  events.on('test:summary', ({ file, counts: { tests, passed, skipped, todo }, success, duration_ms }) => {
    const sign = success ? '✔' : '✖'
    if (file !== undefined) {
      if (isShort) console.log(`${sign} ${relative(root, file)} (${tests} tests, ${(duration_ms / 1000).toFixed(1)} s)`)
      return
    }
    counts.passed += passed
    counts.failed += tests - passed - skipped - todo
    // A hook that fails belongs to no test.
    if (!success && counts.failed === 0) counts.failed = 1
  })
  // A line for each file says more than its dots; what failed the reporter tells at the end.
  for await (const text of isShort ? events.compose(dot) : events.compose(new spec())) {
    if (!isShort || !/^[.X\s]*$/.test(String(text))) process.stdout.write(text)
  }
  console.log(lines.join('\n'))
  return counts
}

/** Prints each with what the processes did. @returns how many there were */
function tellDeadlocks(reports: readonly string[]): number {
  for (const report of reports) console.log(`✖ a deadlock in ${report}`)
  console.log(`ℹ ${reports.length} deadlocks reported by the PostgreSQL servers started here`)
  return reports.length
}

if (import.meta.main) {
  const patterns = process.argv.slice(2)
  const database = testDatabase(process.env.TEST_DATABASE)
  const files = testFiles(database, patterns)
  // a hundred files load the same sources, and the services they start do too
  const cache = join(root, 'node_modules/.cache/compiled-tests')
  const reports = join(tmpdir(), `tenantry-deadlocks-${randomUUID()}`)
  Object.assign(process.env, { TEST_DATABASE: database, NODE_COMPILE_CACHE: cache, [deadlockFile]: reports })
  Object.assign(process.env, await servers(database))
  const counts = await runTests(files, database, patterns.length === 0)
  await endAll()
  if (database === 'postgres') counts.failed += tellDeadlocks(deadlocksIn(reports))
  rmSync(reports, { force: true })
  console.log(`${counts.passed} passed, ${counts.failed} failed`)
  process.exit(counts.failed > 0 || counts.passed === 0 ? 1 : 0)
}
