import { performance } from 'node:perf_hooks'
import type { Health, HealthCheck, PublicContext, Service } from '#db/rows/context.ts'
import { backlog } from '#events/backlog.ts'

export interface CheckResult extends Health {
  readonly latencyMs: number
}

/** A part that does not answer within this time counts as down. */
const patienceMs = 2000
/** `/health` is public and uncounted, and `/api/v1/health` any caller's: no part is asked more often than this. */
const cachedForMs = 1000
const clockToleranceMs = 2000
/** Events wait for fractions of a second; this long means that nobody fans them out. */
const lateEventSeconds = 60

type Answer<T> = WeakMap<Service, { readonly at: number; readonly result: Promise<T> }>

/** One question a second at most, whoever asks and however many. */
function onceASecond<T>(answers: Answer<T>, service: Service, ask: () => Promise<T>): Promise<T> {
  const known = answers.get(service)
  if (known && performance.now() - known.at < cachedForMs) return known.result
  const result = ask()
  answers.set(service, { at: performance.now(), result })
  return result
}

const ofDatabase: Answer<CheckResult> = new WeakMap()
const ofAll: Answer<Record<string, CheckResult>> = new WeakMap()

/** Whether the database answers, and takes writes. */
export function databaseHealth(service: Service): Promise<CheckResult> {
  return onceASecond(ofDatabase, service, () =>
    look(async () => {
      await service.database.ping()
      return service.database.takesWrites() ? { status: 'ok' } : { status: 'degraded', note: 'takes no writes' }
    }),
  )
}

/** Every part of this process. The ones that a part of the process fills in (limiter, email) are there where it runs. */
export function allHealth({ service, now }: PublicContext): Promise<Record<string, CheckResult>> {
  const own: Record<string, HealthCheck> = {
    jobs: () => jobsHealth(service, now),
    storage: async () => {
      await service.objects.check()
      return { status: 'ok' }
    },
    clock: () => clockHealth(service),
    ...Object.fromEntries(service.checks),
  }
  return onceASecond(ofAll, service, async () => {
    const database = await databaseHealth(service)
    const others = await Promise.all(Object.entries(own).map(async ([name, check]) => [name, await look(check)] as const))
    return { database, ...Object.fromEntries(others) }
  })
}

/** Without the database there is no service; any other fault leaves a service that does less. */
export const overall = (checks: Record<string, Health>): Health['status'] =>
  checks.database?.status === 'down' ? 'down' : Object.values(checks).every(({ status }) => status === 'ok') ? 'ok' : 'degraded'

async function jobsHealth(service: Service, now: Date): Promise<Health> {
  const { outbox, poisoned, deadJobs, oldestSeconds } = await backlog(service.database.kysely, now)
  const notes = [
    ...(deadJobs > 0 ? [`${deadJobs} dead jobs`] : []),
    ...(poisoned > 0 ? [`${poisoned} events set aside`] : []),
    ...(oldestSeconds > lateEventSeconds ? [`${outbox} events wait, the oldest for ${oldestSeconds} s`] : []),
  ]
  return notes.length > 0 ? { status: 'degraded', note: notes.join('; ') } : { status: 'ok' }
}

function clockHealth(service: Service): Health {
  const offsetMs = (service.clock as { offsetMs?: number }).offsetMs ?? 0
  return Math.abs(offsetMs) > clockToleranceMs
    ? { status: 'degraded', note: `${Math.round(offsetMs)} ms from the database` }
    : { status: 'ok' }
}

async function look(check: HealthCheck): Promise<CheckResult> {
  const start = performance.now()
  const { promise: late, resolve } = Promise.withResolvers<Health>()
  const timer = setTimeout(() => resolve({ status: 'down', note: 'no answer' }), patienceMs)
  const asked = Promise.resolve()
    .then(check)
    .catch((): Health => ({ status: 'down' }))
  const health = await Promise.race([asked, late])
  clearTimeout(timer)
  return { ...health, latencyMs: Math.round((performance.now() - start) * 10) / 10 }
}
