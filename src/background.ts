import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Service } from '#db/rows/context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { partitionJobs } from '#events/partitions.ts'
import { Periodic } from '#jobs/periodic.ts'
import { Worker } from '#jobs/worker.ts'
import { codeJobs } from '#modules/auth/code.jobs.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { checkJob } from '#modules/domains/domains.check.jobs.ts'
import { recheckJobs } from '#modules/domains/domains.periodic.jobs.ts'
import { bulkMailJob, mailJob } from '#modules/emails/emails.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { OutboxSweep } from '#modules/emails/outbox-sweep.ts'
import { backlogMeasures } from '#modules/health/health.measures.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { notificationJobs } from '#modules/notifications/notifications.jobs.ts'
import { erasureJob, recycleBinJobs, sweepJob } from '#modules/recycle-bin/recycle-bin.jobs.ts'
import { TextState } from '#modules/texts/text-state.ts'
import { textJob } from '#modules/texts/texts.jobs.ts'

import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'

import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'

import { proofFinder } from '#outside/dns/domain-proof.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import type { Config } from './config.ts'

/** What runs beside the requests: the fan-out of events, the job worker, the periodic jobs. */
export function startBackground(service: Service, config: Config, log: Logger): { stop(deadlineMs: number): Promise<void> } {
  const outboxDirectory = join(config.dataDirectory, 'outbox')
  const transport = openMailTransport(config.mail.url, { outboxDirectory, ca: config.mail.ca })
  const mails = new MailState(log)
  const outbox = new OutboxSweep(service, outboxDirectory, log)
  service.checks.set('email', () => mails.health(transport, service.clock.now()))
  const showsCodes = config.environment === 'development'
  const gateway = openTextTransport(config.sms.url, { outboxDirectory, log, showsCodes, twilioApi: config.sms.twilioApi })
  const texts = new TextState(log)
  service.checks.set('sms', () => texts.health(gateway, service.clock.now()))
  const findProof = proofFinder({ servers: config.dnsServers })
  const jobs = [
    ...codeJobs,
    mailJob(transport, mails),
    bulkMailJob(transport, mails),
    textJob(gateway, texts),
    checkJob(findProof),
    erasureJob(() => outbox.sweep()),
    sweepJob,
  ]
  const worker = new Worker(service, jobs, log)
  const backlog = backlogMeasures(
    service,
    jobs.map(({ kind }) => kind),
  )
  const dispatcher = new Dispatcher(service, log)
  for (const [name, measure] of Object.entries({
    ...mails.measures(),
    ...texts.measures(),
    ...backlog,
    ...worker.measures(),
    ...dispatcher.measures(),
  }))
    service.measures.set(name, measure)
  const periodicJobs = [
    ...partitionJobs,
    ...cleaningJobs,
    ...recheckJobs(findProof),
    ...recycleBinJobs,
    ...notificationJobs,
    ...webhookDeliveryJobs,
  ]
  const periodic = new Periodic(service, periodicJobs, log)
  const targets = [...fanOutTargets, lockMails(service), webhookDeliveries(service), notificationTarget(service)]
  const fanOut = new FanOut(service, log, { targets })
  worker.start()
  periodic.start()
  fanOut.start()
  outbox.start()
  dispatcher.start()
  return {
    async stop(deadlineMs) {
      const parts = [worker, periodic, fanOut, outbox, dispatcher]
      await Promise.all(parts.map((part) => part.stop(deadlineMs)))
      await Promise.all([transport.close(), gateway.close()])
    },
  }
}
