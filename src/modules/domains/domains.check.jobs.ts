import { sql } from 'kysely'
import { z } from 'zod'
import { after, minutesMs, secondsMs } from '#core/clock.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { type JobKind, JobPostponed, JobRefused } from '#jobs/job.ts'
import { enqueue } from '#jobs/queue.ts'
import type { FindProof } from '#outside/dns/domain-proof.ts'
import { challengeOf } from './domains.challenge.ts'
import { applyProof, type Claim, provedWithinMs } from './domains.outcome.ts'

const kind = 'domain.verify'
const payload = z.object({ domainId: z.uuid() })

/** However often it is asked for, a domain is not looked up again sooner. */
const leastGapMs = secondsMs(5)
const longestGapMs = minutesMs(60)
/** What it waits for is no failure; those that are (a database that is away) must not end it within its three days. */
const maxAttempts = 1000

/** Has a pending claim looked up as soon as may be; one that is queued already comes forward. */
export async function queueCheck(ctx: PublicContext, domain: { readonly id: string; readonly lastCheckedAt: Date | null }): Promise<void> {
  const { id, lastCheckedAt } = domain
  const earliest = lastCheckedAt === null ? ctx.now : after(lastCheckedAt, leastGapMs)
  const runAt = earliest > ctx.now ? earliest : ctx.now
  await enqueue(ctx, { kind, key: id, payload: { domainId: id }, runAt, maxAttempts })
}

/** Looks for the proof of pending claims, outside any transaction, until it is found or three days are over. */
export function checkJob(findProof: FindProof): JobKind {
  return {
    kind,
    // each is a socket or two that waits
    concurrency: 20,
    leaseSeconds: 15,
    maxSeconds: 60,
    async run(job, service) {
      const { data } = payload.safeParse(job.payload)
      if (!data) throw new JobRefused('the payload names no domain')
      const claim = await pendingClaim(service, data.domainId)
      if (!claim) return
      const waitMs = claim.lastCheckedAt === null ? 0 : claim.lastCheckedAt.getTime() + leastGapMs - service.clock.now().getTime()
      if (waitMs > 0) throw new JobPostponed('looked up a moment ago', Math.min(waitMs, leastGapMs), false)
      const wanted = challengeOf(claim, service.options.publicUrl)
      const result = claim.isLiving ? await findProof(wanted) : ({ isProved: false, error: 'tenant_deleted' } as const)
      const outcome = await applyProof(service, claim, result)
      if (outcome === 'pending') throw new JobPostponed('not proved yet', gapMs(service, claim.requestedAt), false)
    },
  }
}

/** Half as long as it has waited so far, and never past the end: who has just set the record sees it soon, who forgot costs little. */
function gapMs(service: Service, requestedAt: Date): number {
  const waitedMs = service.clock.now().getTime() - requestedAt.getTime()
  const gap = Math.max(leastGapMs, Math.min(longestGapMs, waitedMs / 2))
  return Math.max(leastGapMs, Math.min(gap, provedWithinMs - waitedMs))
}

interface PendingClaim extends Claim {
  readonly requestedAt: Date
  readonly lastCheckedAt: Date | null
  readonly isLiving: boolean
}

// unscoped: a job, by the domain it was queued for
async function pendingClaim(service: Service, id: string): Promise<PendingClaim | undefined> {
  const { rows } = await sql<PendingClaim>`
    select d.id, d.tenant_id, t.name as tenant_name, d.name, d.token, d.requested_at, d.next_check_at, d.last_checked_at,
      t.deleted_at is null and not ${isShut(sql`t.id`)} as is_living
    from tenant_domains d join tenants t on t.id = d.tenant_id
    where d.id = ${id} and d.status = 'pending'`.execute(service.database.reader)
  return rows[0]
}
