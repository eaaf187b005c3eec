/** What others wait for an answer of the API while many browsers load the page. */
import type { Service } from '../../test/rig/service.ts'
import { type PacedRequest, readsOf, runPaced, startPacedLoad } from '../messaging/paced.ts'
import { isFull } from '../options.ts'
import { signIn, superAdmin } from '../servers.ts'
import { median } from '../statistics.ts'
import { type Result, ratio } from '../table.ts'
import { superAt } from './scene.ts'

const loads = isFull ? 50 : 20
const seconds = loads / 5
const rounds = isFull ? 5 : 3
const most = 1.1

export async function measurePageLoads(service: Service): Promise<Result[]> {
  const files = await filesOfPage(service)
  const { accessToken } = await signIn(service, superAdmin)
  // a process for each, so that the one that takes the files does not keep the one that reads
  const [reading, loading] = [await startPacedLoad(), await startPacedLoad()]
  const reads = async () =>
    (await runPaced(reading, { url: service.url, seconds, streams: { reads: readsOf(accessToken, 100) } })).reads!.p95Ms
  const pages = { perSecond: (loads * files.length) / seconds, connections: loads, requests: files }
  const p95: { alone: number[]; beside: number[] } = { alone: [], beside: [] }
  for (let round = -1; round < rounds; round++) {
    const alone = await reads()
    const [beside] = await Promise.all([reads(), runPaced(loading, { url: service.url, seconds, streams: { pages } })])
    if (round < 0) continue
    p95.alone.push(alone)
    p95.beside.push(beside)
  }
  await Promise.all([reading.stop(), loading.stop()])
  const value = median(p95.beside) / median(p95.alone)
  return [
    {
      what: `p95 of GET Admins/me beside ${loads} loads of ${files.length} files in ${seconds} s; bare: alone`,
      ours: `${median(p95.beside).toFixed(1)} ms`,
      bare: `${median(p95.alone).toFixed(1)} ms`,
      value: ratio(value),
      target: `<= ${most.toFixed(2)}`,
      passes: value <= most,
    },
  ]
}

/** What a browser with an empty cache asked for, from the page to the list that is shown after sign-in. */
async function filesOfPage(service: Service): Promise<PacedRequest[]> {
  const seen = new Set(['/console/admins'])
  await using guest = await superAt(service, '/admins')
  await guest.page.locator('tr[data-row]').first().waitFor()
  const names = await guest.watch.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)`)
  for (const name of names) if (name.startsWith('/console/')) seen.add(name)
  return [...seen].map((path) => ({ method: 'GET', path, headers: { 'accept-encoding': 'gzip, br', accept: '*/*' } }))
}
