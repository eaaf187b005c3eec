/** The audit log as the largest PDF there is: how long it takes, and what others wait for meanwhile. */
import type { Service } from '../test/rig/service.ts'
import { fillEntries } from './audit-entries.ts'
import { ownDatabase } from './database.ts'
import type { Load } from './plan.ts'
import { runGoodLoad } from './rounds.ts'
import { signIn, startOurs, superAdmin } from './servers.ts'
import type { Result } from './table.ts'

/** As many as a PDF holds. */
const count = 10_000
const wanted = { seconds: 60, p99Ms: 20 }
/** Of one span of the reads. The worst one is judged: over the whole a pause of a second would be no hundredth. */
const spanSeconds = 3

export async function measurePdfExport(): Promise<Result[]> {
  const databaseUrl = await ownDatabase()
  await (await startOurs({ databaseUrl, core: null })).kill('SIGTERM')
  await fillEntries(databaseUrl, count)
  await using service = await startOurs({ databaseUrl, core: null })
  const { accessToken: token } = await signIn(service, superAdmin)
  const reads = {
    url: service.url,
    pids: [service.pid],
    seconds: spanSeconds,
    connections: 2,
    pauseMs: 20,
    requests: [{ method: 'GET' as const, path: '/api/v1/Admins/me', headers: { authorization: `Bearer ${token}` } }],
  }
  await runGoodLoad(reads)
  const alone = await runGoodLoad(reads)
  let isMade = false
  const making = made(service, token).finally(() => {
    isMade = true
  })
  const spans: Load[] = []
  while (!isMade) spans.push(await runGoodLoad(reads))
  const { seconds, megabytes } = await making
  await service.kill('SIGTERM')
  const p99Ms = Math.max(...spans.map((span) => span.p99Ms))
  return [
    {
      what: `Audit export, PDF of ${count} entries (${megabytes.toFixed(1)} MB), s`,
      value: seconds.toFixed(1),
      target: `<= ${wanted.seconds}`,
      passes: seconds <= wanted.seconds,
    },
    {
      what: `  GET Admins/me beside it, p99 of the worst of ${spans.length} spans, ms`,
      value: p99Ms.toFixed(1),
      target: `< ${wanted.p99Ms}`,
      passes: p99Ms < wanted.p99Ms,
    },
    { what: '  the same without it, ms', value: alone.p99Ms.toFixed(1) },
  ]
}

/** Asks for the file, and reads it to its end. */
async function made({ url }: Service, token: string) {
  const begin = performance.now()
  const answer = await fetch(`${url}/api/v1/audit/export?format=pdf&action=admin.updated`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const seconds = (performance.now() - begin) / 1000
  if (answer.status !== 200) throw new Error(`the export answered ${answer.status}: ${bytes.toString('utf8', 0, 500)}`)
  if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw new Error('the export is no PDF')
  return { seconds, megabytes: bytes.length / 1e6 }
}
