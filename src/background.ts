import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Measures } from '#core/measures.ts'
import type { Service } from '#db/rows/context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { partitionJobs } from '#events/partitions.ts'
import { sealJobs } from '#events/seals/backfill.ts'
import { auditSeals } from '#events/seals/target.ts'
import { Periodic, type PeriodicJob } from '#jobs/periodic.ts'
import { Worker } from '#jobs/worker.ts'
import { exportJobs } from '#modules/audit/export/export-lease.ts'
import { codeJobs } from '#modules/auth/code.jobs.ts'
import { archiveKey } from '#modules/backup/archive-format.ts'
import { BackupState } from '#modules/backup/backup-state.ts'
import { nightlyBackup } from '#modules/backup/nightly.jobs.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { checkJob } from '#modules/domains/domains.check.jobs.ts'
import { recheckJobs } from '#modules/domains/domains.periodic.jobs.ts'
import { bulkMailJob, mailJob } from '#modules/emails/emails.jobs.ts'
import { emailJobs } from '#modules/emails/failed-many.jobs.ts'
import { MailState } from '#modules/emails/mail-state.ts'
import { OutboxSweep } from '#modules/emails/outbox-sweep.ts'
import { storageJobs } from '#modules/files/storage.sweep.jobs.ts'
import { backlogMeasures } from '#modules/health/health.measures.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { notificationJobs } from '#modules/notifications/notifications.jobs.ts'
import { erasureJob, recycleBinJobs, sweepJob } from '#modules/recycle-bin/recycle-bin.jobs.ts'
import { TextState } from '#modules/texts/text-state.ts'
import { textJob } from '#modules/texts/texts.jobs.ts'

import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { webhookDeliveryJobs } from '#modules/webhook-deliveries/webhook-deliveries.jobs.ts'

import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'

import { type FindProof, proofFinder } from '#outside/dns/domain-proof.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { RenewedTransport } from '#outside/renewed-transport.ts'
import { openTextTransport } from '#outside/sms/transport.ts'
import { openOrWait } from '#outside/unusable-way.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import { type Config, withSettings } from './config.ts'
import { presentSecrets } from './kept-secret.ts'

/** What runs beside the requests: the fan-out of events, the job worker, the periodic jobs. */
export function startBackground(service: Service, config: Config, log: Logger): { stop(deadlineMs: number): Promise<void> } {
  const outboxDirectory = join(config.dataDirectory, 'outbox')
  const { serviceSettings } = service
  const openMail = ({ mail: { url, ca } }: Config) => openOrWait('mails', log, () => openMailTransport(url, { outboxDirectory, ca }))
  const present = withSettings(config, serviceSettings.values)
  const transport = new RenewedTransport(openMail(present))
  const mails = new MailState(log)
  const outbox = new OutboxSweep(service, outboxDirectory, log)
  service.checks.set('email', () => mails.health(transport, service.clock.now()))
  const showsCodes = config.environment === 'development'
  const openTexts = ({ sms: { url, twilioApi } }: Config) =>
    openOrWait('texts', log, () => openTextTransport(url, { outboxDirectory, log, showsCodes, twilioApi }))
  const gateway = new RenewedTransport(openTexts(present))
  const texts = new TextState(log)
  service.checks.set('sms', () => texts.health(gateway, service.clock.now()))
  serviceSettings.follow((values, before) => {
    const [now, then] = [withSettings(config, values), withSettings(config, before)]
    if (now.mail.url !== then.mail.url || now.mail.ca !== then.mail.ca) {
      transport.renew(openMail(now))
      mails.begin()
    }
    if (now.sms.url !== then.sms.url || now.sms.twilioApi !== then.sms.twilioApi) {
      gateway.renew(openTexts(now))
      texts.begin()
    }
  })
  const findProof: FindProof = (wanted) => proofFinder({ servers: service.options.dnsServers })(wanted)
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
  const nightly = nightlyJobs(config, log)
  for (const [name, measure] of Object.entries({
    ...mails.measures(),
    ...texts.measures(),
    ...backlog,
    ...worker.measures(),
    ...dispatcher.measures(),
    ...nightly.measures,
  }))
    service.measures.set(name, measure)
  const periodicJobs = [
    ...partitionJobs,
    ...sealJobs,
    ...cleaningJobs,
    ...recheckJobs(findProof),
    ...recycleBinJobs,
    ...storageJobs,
    ...notificationJobs,
    ...emailJobs,
    ...webhookDeliveryJobs,
    ...exportJobs,
    ...nightly.jobs,
  ]
  const periodic = new Periodic(service, periodicJobs, log)
  const targets = [...fanOutTargets, lockMails(service), webhookDeliveries(service), notificationTarget(service), auditSeals(service)]
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

/** The embedded service backs itself up, where it is told where to. */
function nightlyJobs(config: Config, log: Logger): { jobs: PeriodicJob[]; measures: Measures } {
  const [secret] = presentSecrets(config)
  if (config.backupDirectory === null || config.databaseUrl !== null || secret === undefined) return { jobs: [], measures: {} }
  const { backupDirectory: directory, dataDirectory, storageUrl } = config
  const state = new BackupState()
  const job = nightlyBackup({ directory, dataDirectory, storageUrl, key: archiveKey(secret), log, state })
  return { jobs: [job], measures: state.measures() }
}
