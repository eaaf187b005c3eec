/** The proof of an audit log against its seals: how many entries a second, while nothing else runs. */
import { randomBytes } from 'node:crypto'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import { KeyRing } from '#db/keys/keys.ts'
import type { Service } from '#db/rows/context.ts'
import { backfillSeals } from '#events/seals/backfill.ts'
import { verifyLog } from '#events/seals/verify.ts'
import { fillEntries } from './audit-entries.ts'
import { ownDatabase } from './database.ts'
import { startOurs } from './servers.ts'
import { median } from './statistics.ts'
import type { Result } from './table.ts'

const count = Number(process.env.BENCH_VERIFY ?? 100_000)
const rounds = 5
const wanted = 50_000

export async function measureVerify(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  // in this process, which must open what the service sealed
  const masterSecret = randomBytes(32).toString('base64')
  await (await startOurs({ databaseUrl, core: null, env: { MASTER_SECRET: masterSecret } })).kill('SIGTERM')
  await fillEntries(databaseUrl, count)
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  try {
    const service = { database, keys: await KeyRing.open(database, [masterSecret], new Date()) } as unknown as Service
    const began = performance.now()
    const sealed = await backfillSeals(service, new Date(), new AbortController().signal)
    const sealing = sealed / ((performance.now() - began) / 1000)
    const rates: number[] = []
    const cores: number[] = []
    for (let round = 0; round <= rounds; round++) {
      const [begin, used] = [performance.now(), process.cpuUsage()]
      const { checked, firstBreak } = await verifyLog(service, null, { most: Number.MAX_SAFE_INTEGER })
      if (firstBreak !== null || checked < count) throw new Error(`${checked} entries proved, first break ${JSON.stringify(firstBreak)}`)
      // the first is for code to be compiled and pages to be read
      if (round === 0) continue
      const { user, system } = process.cpuUsage(used)
      rates.push(checked / ((performance.now() - begin) / 1000))
      cores.push(checked / ((user + system) / 1e6))
    }
    const rate = median(rates)
    return [
      { what: `audit/verify of ${count} entries: a second`, value: rate.toFixed(0), target: `>= ${wanted}`, passes: rate >= wanted },
      { what: '  a second of a core of the service', value: median(cores).toFixed(0) },
      { what: '  sealed by the job, a second', value: sealing.toFixed(0) },
    ]
  } finally {
    await database.close()
  }
}
