/** What reads wait while somebody has templates rendered that never end. */
import { isFull, onEachDatabase } from '../options.ts'
import { type Result, whole } from '../table.ts'
import { readsOf, runPaced, startPacedLoad } from './paced.ts'
import { openScene, superToken } from './scene.ts'

const mostMs = 20
/** The first is ended by its own limit; the second is one call that no limit sees, whose thread is killed. */
const endless = {
  loop: { perSecond: 8, bodyHtml: '{% for i in (1..3000) %}{% for j in (1..3000) %}a{% endfor %}{% endfor %}' },
  'one long call': { perSecond: 1, bodyHtml: '<a <a '.repeat(30_000) },
}

export const measureEndlessTemplates = (): Promise<Result[]> => onEachDatabase(measure)

async function measure(kind: 'embedded' | 'PostgreSQL'): Promise<Result[]> {
  const scene = await openScene(kind)
  const load = await startPacedLoad()
  await using service = await scene.start()
  const token = await superToken(service)
  const reads = readsOf(token)
  const seconds = isFull ? 60 : 12
  await runPaced(load, { url: service.url, seconds: 4, streams: { reads: readsOf(token, 500) } })
  const without = (await runPaced(load, { url: service.url, seconds, streams: { reads } })).reads!
  const results: Result[] = []
  for (const [what, { perSecond, bodyHtml }] of Object.entries(endless)) {
    const body = JSON.stringify({ draft: { subject: 'Endless', bodyHtml } })
    const requests = [
      { method: 'POST' as const, path: '/api/v1/message-templates/preview', headers: { authorization: `Bearer ${token}` }, body },
    ]
    // as many as can be rendered: the next one mostly waits
    const streams = { reads, previews: { perSecond, connections: 2, requests } }
    const paced = await runPaced(load, { url: service.url, seconds, streams }, ['previews'])
    const { p99Ms, maxMs } = paced.reads!
    results.push({
      what: `GET Admins/me beside a template without end (${what}), ${kind}: p99, longest, ms`,
      value: `${p99Ms.toFixed(1)}, ${maxMs.toFixed(0)}`,
      target: `< ${mostMs}`,
      passes: p99Ms < mostMs,
    })
    const ends = Object.entries(paced.previews!.statuses).map(([status, n]) => `${n} × ${status}`)
    results.push({ what: '  how the previews ended', value: ends.join(', ') })
  }
  await service.kill('SIGTERM')
  await load.stop()
  return [
    ...results,
    {
      what: `  the same reads without it, of ${whole(without.answers)}`,
      value: `${without.p99Ms.toFixed(1)}, ${without.maxMs.toFixed(0)}`,
    },
  ]
}
