/** Which test files a run has. */
import { existsSync, globSync, statSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

export const root = join(import.meta.dirname, '../..')

export type Database = 'embedded' | 'postgres'

/** `TEST_DATABASE`, embedded unless set. @throws Error for any other value */
export function testDatabase(name = 'embedded'): Database {
  if (name === 'embedded' || name === 'postgres') return name
  throw new Error(`TEST_DATABASE must be embedded or postgres, not ${name}`)
}

/** Nothing in these asks a database, or the database is not what they try. */
const withoutDatabase = [
  'core/',
  'abuse/work',
  'client/(?!session|tabs)',
  'scripts/(?:check|generate)',
  'specification',
  'config\\.',
  'outside/',
  'pictures',
  'deploy/files',
  'data-directory',
  'domains/names',
  // from bytes to bytes, by processes that are told nothing of the service
  'files/kept-pictures',
  'http/(?:client-address|rate-limit\\.)',
  'openapi/document',
  'rights/(?:delegation|effective)',
  'sms/(?:gateways|phone-number)',
  'users/mail-names',
]
/** These open the embedded one themselves, whatever is chosen: on PostgreSQL they would be the same again. */
const onEmbedded = [
  'backup/(?:apart|refused)',
  'db/(?:embedded\\.|embedded-files|late-revocations|repeated-statements|tenant-)',
  'faults/start-stop',
  'health/output',
  'jobs/(?:fan-out|mail\\.|partitions|periodic|slow-relay|worker)',
  'kept-secret',
  'rights/permission-sources',
  'sessions/live-sessions',
  'sms/texts',
]

/** Running these on the embedded database, too, would find little that the others don't, and take half of a run. */
const onPostgres = [
  // hunts of what the rules and the pipeline decide, whatever the driver; `tour`, `fuzz` and hostile requests stay on both
  'abuse/(?:cross-tenant|(?:user-)?enumeration|field-masks|late-body|lockout|name-lock|privilege|secrets|tokens|twins|(?:user-)?state-path)',
  'admins/bulk-all',
  // what `promtool` makes of the alarms, which the stage with PostgreSQL installs
  'alerts/promtool',
  // thirteen exports of 12,000 entries, and pages made of ten thousand; what an export holds, and who may have it, `audit/export` tries on both
  'audit/export-(?:pdf|slow)',
  'backup/(?:move|nightly|older|seven-nights)',
  // each answer is held against the document in whatever test; these see to it that each is asked for
  'contract/',
  'providers/hostile',
  'users/(?:dear-hashes|import-hostile)',
  'races/',
  'properties/',
  'faults/(?:calendar|kill|memory|postgres|start-faults|template-kill)',
  'db/(?:postgres|list-plans|embedded-kill)',
  '(?:jobs|webhook-deliveries)/kills',
  // processes that start one after the other; `faults/start-stop` stays
  'commands\\.',
  'deploy/(?!files)',
  'groups/bulk-large',
  // each example of the document in a scene of its own; the tour calls every address on both
  'openapi/service',
  'recycle-bin/(?:large|held-up)',
  // the runner itself, which starts runs of its own
  'scripts/test-runner',
  // every store there is, on servers of their own
  'storage/(?:copy|files-on-s3|refused-at-start|store-faults|stores)',
  // what pictures take is the same on both
  'files/picture-memory',
  'tenants/wide-tree',
]

/**
 * The test files to run, relative to the project.
 *
 * @param patterns files, folders or globs; everything that is for `database` when there are none
 * @throws Error for a pattern that names no file
 */
export function testFiles(database: Database, patterns: readonly string[], directory = root): string[] {
  const others = {
    embedded: new RegExp(`^test/(?:${onPostgres.join('|')})`),
    postgres: new RegExp(`^test/(?:${[...withoutDatabase, ...onEmbedded].join('|')})`),
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
