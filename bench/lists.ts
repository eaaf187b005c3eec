/** (h) Pages, counts and searches of a list of a million admins, or users, from one tenant up to the platform, through the list that is served. */
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import type { Context } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { adminList } from '#modules/admins/admins.list.ts'
import { auditList } from '#modules/audit/audit.list.ts'
import { userList } from '#modules/users/users.list.ts'
import { type ListCase, listCases } from './lists.cases.ts'
import { type Kind, millionDatabase } from './people-at-a-million.ts'
import { onCpuMs } from './processes.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const rounds = 15
const warmUps = 3

interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Of the database's processor, with parsing and planning. */
  readonly ms: number
}

export async function measureLists(kind: Kind): Promise<Result[]> {
  const url = await millionDatabase(kind)
  const database = await openDatabase({ url, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  const pool = openPostgres(url, { max: 1 })
  const statements: Statement[] = []
  const { pid: backend } = (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!
  let spent = 0
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => {
      const now = onCpuMs(backend)
      statements.push({ ...query, ms: now - spent })
      spent = now
    },
  })
  try {
    const tenants = await TenantTree.load(database)
    const results: Result[] = []
    for (const each of (await listCases(db, kind)).filter(({ what }) => what.includes(process.env.BENCH_LISTS ?? ''))) {
      const ctx = contextOf(db, tenants, each.tenantId)
      const result = await measureCase(ctx, each, statements).catch((error: Error) => ({
        what: each.what,
        value: error.message,
        passes: false,
      }))
      process.stderr.write(`${result.what}: ${result.value}
`)
      results.push(result)
    }
    return results
  } finally {
    await db.destroy()
    await database.close()
  }
}

/** What lists ask their context for: the database, the scope, the tree, and a seal for cursors. */
function contextOf(db: Kysely<Tables>, tenants: TenantTree, tenantId: string | null): Context {
  const actor = {
    id: crypto.randomUUID(),
    kind: 'admin',
    tenantId,
    masks: new Map(),
    permissions: new Set(['admins.view', 'users.view', 'audit.view']),
  }
  const keys = {
    sealCursor: (text: string) => text,
    openCursor: (text: string) => text,
    opaqueIds: { decode: () => null, encode: (_kind: string, id: string) => id },
  }
  return { db, actor, service: { tenants, keys }, now: new Date() } as unknown as Context
}

async function measureCase(ctx: Context, { what, list, query, isNext, targetMs }: ListCase, statements: Statement[]): Promise<Result> {
  const first = { page: 1, pageSize: 10, sortDirection: 'desc' as const, ...query }
  const cursor = isNext ? (await (list === 'users' ? userList : adminList).read(ctx, { sortBy: 'createdAt', ...first })).nextCursor : null
  const full = { ...first, ...(cursor && { cursor }) }
  const read = async (): Promise<{ items: unknown[]; totalCount: number; isTotalCapped?: true | undefined }> =>
    list === 'audit'
      ? await auditList.read(ctx, { sortBy: 'timestamp', ...full })
      : await (list === 'users' ? userList : adminList).read(ctx, { sortBy: 'createdAt', ...full })
  const clock: number[] = []
  const whole: number[] = []
  const pages: number[] = []
  let page = await read()
  for (let round = 0; round < warmUps + rounds; round++) {
    statements.length = 0
    const begin = performance.now()
    page = await read()
    if (round < warmUps) continue
    clock.push(performance.now() - begin)
    whole.push(statements.reduce((sum, { ms }) => sum + ms, 0))
    pages.push(statements.filter(isOfPage).reduce((sum, { ms }) => sum + ms, 0))
  }
  const used = statements.filter(({ sql }) => planIn(sql) !== undefined)
  const plans = used.map(({ sql }) => planIn(sql)!)
  const scans = await wholeScans(ctx, [...statements])
  const judged = targetMs.page === undefined ? median(whole) : median(pages)
  const most = targetMs.page ?? targetMs.whole
  const total = `${page.isTotalCapped ? '>= ' : ''}${page.totalCount.toLocaleString('en')}`
  return {
    what: `${what} [${plans.join(', ')}${scans.length > 0 ? `; reads the whole of ${scans.join(', ')}` : ''}]`,
    ours: `${page.items.length} of ${total}`,
    bare: `${median(clock).toFixed(1)} by the clock`,
    value: `${judged.toFixed(2)} ms`,
    ...(most !== undefined && { target: `<= ${most} ms`, passes: judged <= most && scans.length === 0 }),
  }
}

const planIn = (sql: string) => /\/\* list: ([\w ]+) \*\//.exec(sql)?.[1]
const isOfPage = ({ sql }: Statement) => /\/\* list: (?:in order|per tenant|first tenants|walk) \*\//.test(sql)

/** The big tables that a plan of these statements reads from end to end. */
async function wholeScans(ctx: Context, statements: readonly Statement[]): Promise<string[]> {
  const found = new Set<string>()
  for (const { sql, parameters } of statements) {
    const { rows } = await ctx.db.executeQuery<{ queryPlan: string }>({
      sql: `explain ${sql}`,
      parameters,
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'explain' },
    } as never)
    for (const row of rows) {
      const table = /Seq Scan on (accounts|events_default)/.exec(Object.values(row)[0] ?? '')?.[1]
      if (table) found.add(table)
    }
  }
  return [...found]
}
