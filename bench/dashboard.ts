/** What the dashboard costs in the database at ten thousand events and at many more, from one tenant up to the platform. */
import { randomBytes } from 'node:crypto'
import { createLogger } from '#core/log.ts'
import { permissionNames } from '#core/permissions.ts'
import type { Database } from '#db/database.ts'
import { openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import type { Context } from '#db/rows/context.ts'
import { readWorst } from '#modules/dashboard/dashboard.addresses.ts'
import { readChanges } from '#modules/dashboard/dashboard.changes.list.ts'
import { readCharts, readDistribution, readLoginActivity } from '#modules/dashboard/dashboard.charts.ts'
import { readSecurity } from '#modules/dashboard/dashboard.security.ts'
import { readSummary } from '#modules/dashboard/dashboard.summary.ts'
import { fillEvents } from './dashboard-events.ts'
import { ownDatabase } from './database.ts'
import { isFull } from './options.ts'
import { startOurs } from './servers.ts'
import { median } from './statistics.ts'
import { type Result, ratio } from './table.ts'
import { type BenchTenant, fillTenants } from './tenants.ts'

/** Of the levels of the tree; null for the platform. Each holds the next one. */
const scopes = [null, 1, 2, 4]

/** The measured process must open what the service sealed. */
const masterSecret = randomBytes(32).toString('base64')
const few = 10_000
const many = isFull ? 10_000_000 : 300_000
const rounds = 30
const warmUps = 5
const mostMs = 20
const mostRatio = 1.5

const asked = { days: 30, timeZone: 'UTC' }
const inKolkata = { days: 30, timeZone: 'Asia/Kolkata' }
const page = { page: 1, pageSize: 10, sortBy: 'timestamp', sortDirection: 'desc' } as const
const operations: Record<string, (ctx: Context) => Promise<unknown>> = {
  summary: (ctx) => readSummary(ctx, 'UTC'),
  'login-activity': (ctx) => readLoginActivity(ctx, asked),
  'login-activity of a zone': (ctx) => readLoginActivity(ctx, inKolkata),
  'recent-changes': (ctx) => readChanges(ctx, page),
  'event-distribution': (ctx) => readDistribution(ctx, asked),
  'event-distribution of a zone': (ctx) => readDistribution(ctx, inKolkata),
  charts: (ctx) => readCharts(ctx, inKolkata),
  'security-events': (ctx) => readSecurity(ctx, ctx),
  'top-blocked-ips': (ctx) => readWorst(ctx, { days: 30, limit: 10 }),
}

interface Side {
  readonly database: Database
  readonly tenants: readonly BenchTenant[]
  readonly service: Context['service']
}

/** Of each scope ten thousand events of its own tenants, and the many of all, in which it has its share: the same statements over as many tenants. */
export async function measureDashboard(): Promise<Result[]> {
  const base = await prepareTenants()
  const fewOf = new Map<number | null, Side>()
  for (const level of scopes) fewOf.set(level, await withEvents(await ownDatabase(base.databaseUrl), base, few, level))
  const all = await withEvents(base.databaseUrl, base, many, null)
  try {
    const results: Result[] = []
    for (const level of scopes) {
      for (const [name, run] of Object.entries(operations)) {
        const contexts = [fewOf.get(level)!, all].map((side) => contextOf(side, level))
        const times = contexts.map(() => [] as number[])
        for (let round = 0; round < warmUps + rounds; round++) {
          for (const [at, ctx] of contexts.entries()) {
            const begin = performance.now()
            await run(ctx)
            if (round >= warmUps) times[at]!.push(performance.now() - begin)
          }
        }
        const [bare, ours] = times.map(median) as [number, number]
        results.push({
          what: `${name} of ${level === null ? 'the platform' : scopeName(all, level)}, ms at ${many.toLocaleString('en')} events`,
          ours: ours.toFixed(2),
          bare: bare.toFixed(2),
          value: ratio(ours / bare),
          target: `<= ${mostRatio}, and <= ${mostMs} ms`,
          passes: ours <= mostMs && ours / bare <= mostRatio,
        })
      }
    }
    return results
  } finally {
    for (const { database } of [...fewOf.values(), all]) await database.close()
  }
}

const tenantAt = (tenants: readonly BenchTenant[], level: number) => tenants.find((tenant) => tenant.level === level)!

const scopeName = ({ tenants, service }: Side, level: number) => {
  const n = service.tenants.subtreeSize(tenantAt(tenants, level).id)
  return n === 1 ? 'one tenant' : `${n.toLocaleString('en')} tenants`
}

interface Prepared {
  readonly databaseUrl: string
  readonly tenants: readonly BenchTenant[]
}

async function prepareTenants(): Promise<Prepared> {
  const databaseUrl = await ownDatabase()
  await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '4', MASTER_SECRET: masterSecret } })
  await service.kill('SIGTERM')
  return { databaseUrl, tenants: await fillTenants(databaseUrl) }
}

async function withEvents(databaseUrl: string, { tenants }: Prepared, events: number, level: number | null): Promise<Side> {
  await fillEvents(databaseUrl, events, level === null ? null : tenantAt(tenants, level).id)
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  const keys = await KeyRing.open(database, [masterSecret], new Date())
  const service = { database, keys, tenants: await TenantTree.load(database) } as unknown as Context['service']
  return { database, tenants, service }
}

/** As somebody who may see everything of a tenant on that level; null for the platform. */
function contextOf({ database, tenants, service }: Side, level: number | null): Context {
  const tenantId = level === null ? null : tenantAt(tenants, level).id
  const actor = { tenantId, permissions: new Set(permissionNames), masks: new Map() }
  return { service, db: database.reader, inTransaction: false, now: new Date(), actor } as unknown as Context
}
