/** Background work in a process of its own that may be killed: `child('import "./test/jobs/background-process.ts"', options as JSON)`. */
import { setTimeout as sleep } from 'node:timers/promises'
import { armCrashPoints } from '#core/crash-points.ts'
import { emit } from '#events/emit.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { auditSeals } from '#events/seals/target.ts'
import type { JobKind } from '#jobs/job.ts'
import { Worker } from '#jobs/worker.ts'
import { mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { TextState } from '#modules/texts/text-state.ts'
import { textJob } from '#modules/texts/texts.jobs.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { openBench, type Place } from './bench.ts'

export interface ProcessOptions extends Place {
  work: 'fan-out' | 'mail' | 'text' | 'killer' | 'webhooks'
  failAt: string | null
  /** Seconds by which this process's clock is ahead. */
  ahead?: number
  /** For the fan-out: what the events are about. */
  tenantId?: string
  accountId?: string
  /** For mail. */
  mailUrl?: string
  /** For texts. */
  smsUrl?: string
}

const options = JSON.parse(process.argv[1]!) as ProcessOptions
const bench = await openBench(options)
bench.clock.turn(options.ahead ?? 0)
armCrashPoints(options.failAt)

const gatewayOptions = { log: { debug() {} }, showsCodes: false, twilioApi: 'https://api.twilio.com' }

/** Takes its process with it. */
const killer: JobKind = {
  kind: 'killer',
  concurrency: 1,
  leaseSeconds: 1,
  async run() {
    process.kill(process.pid, 'SIGKILL')
    await sleep(10_000)
  },
}

if (options.work === 'fan-out') {
  const { tenantId = null, accountId = null } = options
  const targets = [...fanOutTargets, webhookDeliveries(bench.service), auditSeals(bench.service)]
  new FanOut(bench.service, bench.log, { targets, batchSize: 3, pollMs: 5 }).start()
  for (;;) {
    const id = await bench.transact((ctx) => emit(ctx, 'auth.two_factor.enabled', { tenantId, entityId: accountId }))
    console.log(`told ${id}`)
    // the embedded database answers without ever leaving the event loop free for timers
    await sleep(2)
  }
} else if (options.work === 'webhooks') {
  new Dispatcher(bench.service, bench.log).start()
  const open = bench.database.kysely.selectFrom('webhookDeliveries').select('id').where('status', 'in', ['Pending', 'Retrying']).limit(1)
  while ((await open.execute()).length > 0) await sleep(50)
  console.log('nothing left')
  setInterval(() => {}, 1000)
} else {
  const outboxDirectory = '/nonexistent'
  const kinds = {
    mail: () => mailJob(openMailTransport(options.mailUrl!, { outboxDirectory }), new MailState(bench.log)),
    text: () => textJob(openTextTransport(options.smsUrl!, { outboxDirectory, ...gatewayOptions }), new TextState(bench.log)),
    killer: () => killer,
  }
  new Worker(bench.service, [kinds[options.work]()], bench.log).start()
  const open = bench.database.kysely.selectFrom('jobs').select('id').where('state', '<>', 'dead')
  while ((await open.execute()).length > 0) await sleep(50)
  console.log('nothing left')
  setInterval(() => {}, 1000)
}
