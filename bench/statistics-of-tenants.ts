/** (g) What the numbers of a subtree cost in the database, from a leaf up to the root of ten thousand tenants. */
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { TenantTree } from '#db/live/tenant-tree.ts'
import type { Context } from '#db/rows/context.ts'
import { countsBelow, statisticsOf } from '#modules/tenants/tenants.statistics.queries.ts'
import { ownDatabase } from './database.ts'
import { startOurs } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'
import { fillTenants } from './tenants.ts'

const rounds = 30
const warmUps = 10
const mostMs = 8

export async function measureStatisticsOfTenants(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  {
    await using service = await startOurs({ databaseUrl, core: null, env: { BCRYPT_COST: '4' } })
    await service.kill('SIGTERM')
  }
  const tenants = await fillTenants(databaseUrl)
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  // the statements ask their context for the database, and for whether anybody is shut from above
  const ctx = { db: database.reader, service: { tenants: await TenantTree.load(database) } } as unknown as Context
  try {
    const results: Result[] = []
    for (const level of [0, 1, 2, 4]) {
      const { id } = tenants.find((tenant) => tenant.level === level)!
      const { descendantCount } = await countsBelow(ctx, id)
      const below = `${(descendantCount + 1).toLocaleString('en')} tenants`
      results.push(judged(`statistics of ${below}`, await middle(() => statisticsOf(ctx, id))))
      results.push(judged(`  descendants of ${below}`, await middle(() => countsBelow(ctx, id))))
    }
    return results
  } finally {
    await database.close()
  }
}

const judged = (what: string, ms: number): Result => ({
  what,
  value: `${ms.toFixed(2)} ms`,
  target: `<= ${mostMs} ms`,
  passes: ms <= mostMs,
})

async function middle(ask: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < warmUps + rounds; round++) {
    const begin = performance.now()
    await ask()
    if (round >= warmUps) times.push(performance.now() - begin)
  }
  return median(times)
}
