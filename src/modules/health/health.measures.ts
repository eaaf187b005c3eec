import { performance } from 'node:perf_hooks'
import type { Measure, Measures, Sample } from '#core/measures.ts'
import type { Service } from '#db/rows/context.ts'
import { type Backlog, backlog } from '#events/backlog.ts'
import { countFailingPeriods, countOutgoing, type QueueOfKind, readQueues } from '#jobs/queue-state.ts'
import { type DeliveryBacklog, readDeliveryBacklog } from '#modules/webhook-deliveries/delivery-backlog.ts'

interface Waiting {
  readonly events: Backlog
  readonly queues: readonly QueueOfKind[]
  readonly outgoing: { readonly mails: number; readonly texts: number }
  readonly deliveries: DeliveryBacklog
  readonly failingPeriods: number
}

const cachedForMs = 1000
/** One that scrapes gives up after some seconds; what the process itself knows must have come by then. */
const patienceMs = 2000

/**
 * What waits in the database, whoever works at it: the same from every process. Nothing of it is shown while the database can't be asked,
 * which `tenantry_database_errors_total` and the health tell.
 * @param kinds of jobs, as this version knows them
 */
export function backlogMeasures(service: Service, kinds: readonly string[]): Measures {
  let known: { readonly at: number; readonly waiting: Promise<Waiting | null> } | null = null
  /** One scrape asks once, for all of these. */
  const look = () => {
    if (known === null || performance.now() - known.at > cachedForMs)
      known = { at: performance.now(), waiting: readWaiting(service, kinds) }
    return known.waiting
  }
  const measure = (help: string, samplesOf: (waiting: Waiting) => Sample[]): Measure => ({
    type: 'gauge',
    help,
    async read() {
      const waiting = await look()
      return waiting === null ? [] : samplesOf(waiting)
    },
  })
  const one = (help: string, numberOf: (waiting: Waiting) => number) =>
    measure(help, (waiting) => [{ labels: {}, value: numberOf(waiting) }])
  return {
    tenantry_outbox_events: one('Events that are not fanned out yet, 10000 at most', ({ events }) => events.outbox),
    tenantry_fan_out_lag_seconds: one('Age of the oldest event that is not fanned out yet', ({ events }) => events.oldestSeconds),
    tenantry_poisoned_events: one('Events that could not be fanned out and were set aside, 10000 at most', ({ events }) => events.poisoned),
    tenantry_jobs: measure('Jobs by kind and state, 10000 of each at most', ({ queues }) =>
      queues.flatMap(({ kind, ...queue }) =>
        (['waiting', 'running', 'dead'] as const).map((state) => ({ labels: { kind, state }, value: queue[state] })),
      ),
    ),
    tenantry_jobs_due_seconds: measure('For how long the oldest job of a kind could have been done already', ({ queues }) =>
      queues.map(({ kind, dueSeconds }) => ({ labels: { kind }, value: dueSeconds })),
    ),
    tenantry_mails: measure('Mails by state, 10000 at most; how those end is tenantry_mails_total', ({ outgoing }) => [
      { labels: { state: 'queued' }, value: outgoing.mails },
    ]),
    tenantry_texts: measure('Texts by state, 10000 at most; how those end is tenantry_texts_total', ({ outgoing }) => [
      { labels: { state: 'queued' }, value: outgoing.texts },
    ]),
    tenantry_webhook_deliveries: measure('Deliveries of webhooks that have not ended, by state, 10000 of each at most', ({ deliveries }) =>
      (['pending', 'retrying'] as const).map((state) => ({ labels: { state }, value: deliveries[state] })),
    ),
    tenantry_webhook_deliveries_due_seconds: one(
      'For how long the oldest delivery could have been tried already, of subscriptions whose endpoints answer in time; of 1000 that have any open',
      ({ deliveries }) => deliveries.dueSeconds,
    ),
    tenantry_periodic_jobs_failing: one('Periodic jobs that failed when they were last done', ({ failingPeriods }) => failingPeriods),
  }
}

async function readWaiting({ database, clock }: Service, kinds: readonly string[]): Promise<Waiting | null> {
  const { reader } = database
  const asked = Promise.all([
    backlog(reader, clock.now()),
    readQueues(reader, kinds, clock.now()),
    countOutgoing(reader),
    readDeliveryBacklog(reader, clock.now()),
    countFailingPeriods(reader),
  ]).then(
    ([events, queues, outgoing, deliveries, failingPeriods]) => ({ events, queues, outgoing, deliveries, failingPeriods }),
    () => null,
  )
  const late = new Promise<null>((resolve) => setTimeout(resolve, patienceMs, null).unref())
  return await Promise.race([asked, late])
}
