/** The audit log as a file (the PDF is measured in `export-pdf.ts`): as CSV how fast, how soon it begins, and what it needs of memory. */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Service } from '../test/rig/service.ts'
import { fillEntries } from './audit-entries.ts'
import { ownDatabase } from './database.ts'
import { measurePdfExport } from './export-pdf.ts'
import { cpuSecondsOf, residentMegabytes } from './processes.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

/** A million with `BENCH_EXPORT=1000000`. */
const count = Number(process.env.BENCH_EXPORT ?? 100_000)
/** With room for more, V8 keeps some 250 MB of what nobody holds any more before it looks: what is asked is how much an export needs. */
const smallHeap = '--max-old-space-size=128 --max-semi-space-size=8'
const wanted = { perCoreSecond: 20_000, firstByteSeconds: 1, memoryMb: 64 }

export async function measureExport(): Promise<Result[]> {
  return [...(await measureCsvExport()), ...(await measurePdfExport())]
}

async function measureCsvExport(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await (await startOurs({ databaseUrl, core: null })).kill('SIGTERM')
  await fillEntries(databaseUrl, count)
  await using service = await startOurs({ databaseUrl, core: null, env: { NODE_OPTIONS: smallHeap } })
  const { accessToken: token } = await signIn(service, superAdmin)
  await exported(service, token, '?entityType=Nothing')
  await sleep(3000)
  const restMb = residentMegabytes(service.pid)
  const { entries, firstSeconds, seconds, coreSeconds, peakMb } = await exported(service, token, '')
  if (entries < count) throw new Error(`only ${entries} entries were exported`)
  const rate = entries / coreSeconds
  const moreMb = peakMb - restMb
  await service.kill('SIGTERM')
  return [
    {
      what: `Audit export, CSV of ${entries} entries: a second of a core`,
      value: rate.toFixed(0),
      target: `>= ${wanted.perCoreSecond}`,
      passes: rate >= wanted.perCoreSecond,
    },
    { what: '  a second by the clock', value: (entries / seconds).toFixed(0) },
    {
      what: '  first byte after, s',
      value: firstSeconds.toFixed(2),
      target: `<= ${wanted.firstByteSeconds}`,
      passes: firstSeconds <= wanted.firstByteSeconds,
    },
    { what: '  memory above rest, MB', value: moreMb.toFixed(0), target: `<= ${wanted.memoryMb}`, passes: moreMb <= wanted.memoryMb },
  ]
}

async function exported(service: Service, token: string, query: string) {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const begin = performance.now()
  const coreBefore = cpuSecondsOf(service.pid)
  let [firstSeconds, entries, peakMb] = [0, -1, 0]
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, residentMegabytes(service.pid))
  }, 100)
  const headers = { authorization: `Bearer ${token}` }
  request(`${service.url}/api/v1/audit/export${query}`, { headers }, (incoming) => {
    if (incoming.statusCode !== 200) reject(new Error(`the export answered ${incoming.statusCode}`))
    incoming.on('data', (part: Buffer) => {
      firstSeconds ||= (performance.now() - begin) / 1000
      for (const byte of part) if (byte === 10) entries++
    })
    incoming.on('end', resolve).on('error', reject)
  })
    .on('error', reject)
    .end()
  await promise
  clearInterval(watch)
  return { entries, firstSeconds, seconds: (performance.now() - begin) / 1000, coreSeconds: cpuSecondsOf(service.pid) - coreBefore, peakMb }
}
