import { sql } from 'kysely'
import { after, before, minutesMs } from '#core/clock.ts'
import type { Service } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'
import type { FindProof } from '#outside/dns/domain-proof.ts'
import { challengeOf } from './domains.challenge.ts'
import { queueCheck } from './domains.check.jobs.ts'
import { applyRecheck, type Claim, provedWithinMs } from './domains.outcome.ts'

/** Looked up at the same time: as many as time out together delay the rest by one deadline. */
const batchSize = 20
/** For how long nobody else takes a batch; what a process leaves behind when it dies is looked at after that. */
const heldForMs = minutesMs(10)

/** Looks every week whether verified domains still show their proof. */
export function recheckJobs(findProof: FindProof): readonly PeriodicJob[] {
  const recheck: PeriodicJob = {
    name: 'domains.recheck',
    everySeconds: 600,
    async run(service, _now, signal) {
      await requeueOverdue(service)
      for (let isLast = false; !isLast; ) {
        signal.throwIfAborted()
        const claims = await claimDue(service)
        isLast = claims.length < batchSize
        await Promise.all(claims.map((claim) => recheckOne(service, claim, findProof)))
      }
    },
  }
  return [recheck]
}

async function recheckOne(service: Service, claim: Claim, findProof: FindProof): Promise<void> {
  await applyRecheck(service, claim, await findProof(challengeOf(claim, service.options.publicUrl)))
}

/**
 * Takes the next batch for itself: one process runs the tick, but one that was held to be dead may still be at it. Domains of deleted
 * tenants too: a name that its owner has taken back must not stay theirs for as long as the recycle bin keeps them.
 */
// unscoped: a job over all tenants
async function claimDue({ database, clock }: Service): Promise<Claim[]> {
  const now = clock.now()
  const { rows } = await sql<Claim>`
    update tenant_domains d set next_check_at = ${after(now, heldForMs)} from tenants t
    where t.id = d.tenant_id and d.id = any(array(
      select id from tenant_domains where status = 'verified' and next_check_at <= ${now}
      order by next_check_at limit ${batchSize} for update skip locked))
    returning d.id, d.tenant_id, t.name as tenant_name, d.name, d.token, d.requested_at, d.next_check_at`.execute(database.kysely)
  return rows
}

/** A claim whose time is over has been looked up and failed, or its job is lost: then it is queued again, and fails with that look-up. */
// unscoped: a job over all tenants
async function requeueOverdue(service: Service): Promise<void> {
  await transact(systemContext(service), async (ctx) => {
    const overdue = await ctx.db
      .selectFrom('tenantDomains')
      .select(['id', 'lastCheckedAt'])
      .where('status', '=', 'pending')
      .where('requestedAt', '<', before(ctx.now, provedWithinMs + minutesMs(10)))
      .limit(100)
      .execute()
    for (const domain of overdue) await queueCheck(ctx, domain)
  })
}
