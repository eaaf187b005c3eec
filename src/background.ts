import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Service } from '#db/rows/context.ts'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { partitionJobs } from '#events/partitions.ts'
import { Periodic } from '#jobs/periodic.ts'
import { Worker } from '#jobs/worker.ts'
import { resetJob } from '#modules/auth/password-reset.jobs.ts'
import { cleaningJobs } from '#modules/cleaning/cleaning.jobs.ts'
import { checkJob } from '#modules/domains/domains.check.jobs.ts'
import { recheckJobs } from '#modules/domains/domains.periodic.jobs.ts'
import { mailJob } from '#modules/emails/emails.jobs.ts'
import { OutboxSweep } from '#modules/emails/outbox-sweep.ts'
import { erasureJob, recycleBinJobs, sweepJob } from '#modules/recycle-bin/recycle-bin.jobs.ts'
import { proofFinder } from '#outside/dns/domain-proof.ts'
import { openMailTransport } from '#outside/mail/transport.ts'
import { lockMails } from '#sign-in/lock-mails.ts'
import type { Config } from './config.ts'

/** What runs beside the requests: the fan-out of events, the job worker, the periodic jobs. */
export function startBackground(service: Service, config: Config, log: Logger): { stop(deadlineMs: number): Promise<void> } {
  const outboxDirectory = join(config.dataDirectory, 'outbox')
  const transport = openMailTransport(config.mail.url, { outboxDirectory })
  const outbox = new OutboxSweep(service, outboxDirectory, log)
  service.checks.set('email', async () => {
    await transport.check()
    return { status: 'ok' }
  })
  const findProof = proofFinder({ servers: config.dnsServers })
  const jobs = [resetJob, mailJob(transport), checkJob(findProof), erasureJob(() => outbox.sweep()), sweepJob]
  const worker = new Worker(service, jobs, log)
  const periodic = new Periodic(service, [...partitionJobs, ...cleaningJobs, ...recheckJobs(findProof), ...recycleBinJobs], log)
  const fanOut = new FanOut(service, log, { targets: [...fanOutTargets, lockMails(service)] })
  worker.start()
  periodic.start()
  fanOut.start()
  outbox.start()
  return {
    async stop(deadlineMs) {
      await Promise.all([worker.stop(deadlineMs), periodic.stop(deadlineMs), fanOut.stop(deadlineMs), outbox.stop(deadlineMs)])
      await transport.close()
    },
  }
}
