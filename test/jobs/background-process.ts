/** Background work in a process of its own that may be killed: `child('import "./test/jobs/background-process.ts"', options as JSON)`. */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { armCrashPoints } from '#core/crash-points.ts'
import { emit } from '#events/emit.ts'
import { FanOut } from '#events/fan-out.ts'
import type { JobKind } from '#jobs/job.ts'
import { Worker } from '#jobs/worker.ts'
import { mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { TextState } from '#modules/texts/text-state.ts'
import { textJob } from '#modules/texts/texts.jobs.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { openBench, type Place } from './bench.ts'
import { toldTargets } from './told-targets.ts'

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

/** An app that nobody signed in with before; numbers would be taken for its version. */
const newAgent = () => `App ${randomUUID().replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)]!)}`

if (options.work === 'fan-out') {
  const { tenantId = null, accountId = null } = options
  new FanOut(bench.service, bench.log, { targets: toldTargets(bench.service), batchSize: 3, pollMs: 5 }).start()
  for (let turn = 0; ; turn++) {
    const name = (['auth.two_factor.enabled', 'auth.account.locked', 'auth.login.succeeded'] as const)[turn % 3]!
    // each sign-in is with something new
    const id = await bench.transact((ctx) => emit({ ...ctx, userAgent: newAgent() }, name, { tenantId, entityId: accountId }))
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
