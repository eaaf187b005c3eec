import { sql } from 'kysely'
import { after, daysMs } from '#core/clock.ts'
import { crashPoint } from '#core/crash-points.ts'
import { uniqueViolation } from '#db/database-errors.ts'
import { revoke } from '#db/live/revocations.ts'
import type { PublicContext, Service } from '#db/rows/context.ts'
import { isShut } from '#db/rows/shut-tenants.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import type { ProofOutcome } from '#outside/dns/domain-proof.ts'

/** How long the proof of a claim is looked for before it counts as failed. */
export const provedWithinMs = daysMs(3)
/** After so many checks in a row without the proof a verified domain is none any more. */
const mostFailures = 3
/** A name can pass to another owner; a look-up a week is little. */
const recheckedAfterMs = daysMs(7)

/** A claim as it was when the look-up began. */
export interface Claim {
  readonly id: string
  readonly tenantId: string
  readonly tenantName: string
  readonly name: string
  readonly token: string
  /** Of a pending one. */
  readonly requestedAt: Date | null
  /** Of a verified one: until when the check has it for itself. */
  readonly nextCheckAt: Date | null
}

/** `stale`: it was changed, deleted or replaced meanwhile, and the look-up says nothing of what is there now. */
export type Outcome = 'verified' | 'pending' | 'failed' | 'stale'
export type CheckResult = ProofOutcome | { readonly isProved: false; readonly error: 'domain_taken' | 'tenant_deleted' }

/** Records what a look-up of a pending claim found. Of two tenants that prove one name, the second fails with `domain_taken`. */
export async function applyProof(service: Service, claim: Claim, result: CheckResult): Promise<Outcome> {
  crashPoint('domain.before-apply')
  if ('error' in result) return await inTransaction(service, (ctx) => applyMiss(ctx, claim, result.error))
  try {
    return await inTransaction(service, (ctx) => applyHit(ctx, claim))
  } catch (error) {
    if (uniqueViolation(error)?.constraint !== 'tenant_domains_verified') throw error
    return await inTransaction(service, (ctx) => applyMiss(ctx, claim, 'domain_taken'))
  }
}

/** Records what a look-up of a verified domain found. */
// unscoped: a job, by the domain it looked up
export async function applyRecheck(service: Service, claim: Claim, result: CheckResult): Promise<Outcome> {
  crashPoint('domain.before-apply')
  return await inTransaction(service, async (ctx) => {
    const next = after(ctx.now, recheckedAfterMs)
    const error = 'error' in result ? result.error : null
    const { rows } = await sql<{ status: 'verified' | 'failed' }>`
      update tenant_domains d set last_checked_at = ${ctx.now}, last_error = ${error}, failures = n.failures,
        status = case when n.failures >= ${mostFailures} then 'failed' else 'verified' end,
        is_primary = is_primary and n.failures < ${mostFailures},
        next_check_at = case when n.failures < ${mostFailures} then ${next}::timestamptz end
      from (select case when ${result.isProved}::boolean then 0 else failures + 1 end as failures from tenant_domains
        where id = ${claim.id}) n
      where ${sameAs(claim)} and d.status = 'verified' and d.next_check_at = ${claim.nextCheckAt}
      returning d.status`.execute(ctx.db)
    const status = rows[0]?.status ?? 'stale'
    if (status === 'failed') await tell(ctx, claim, 'tenant.domain_failed', error)
    return status
  })
}

/** The row, and the very claim that was looked up: a new one of the same name has another id and another token. */
const sameAs = ({ id, name, token }: Claim) => sql`d.id = ${id} and d.name = ${name} and d.token = ${token}`

// unscoped: a job, by the domain it looked up
async function applyHit(ctx: PublicContext, claim: Claim): Promise<Outcome> {
  const { numAffectedRows } = await sql`
    update tenant_domains d set status = 'verified', verified_at = ${ctx.now}, last_checked_at = ${ctx.now}, last_error = null, failures = 0,
      requested_at = null, next_check_at = ${after(ctx.now, recheckedAfterMs)}
    where ${sameAs(claim)} and d.status = 'pending' and d.requested_at = ${claim.requestedAt}
      and exists (select from tenants t where t.id = d.tenant_id and t.deleted_at is null and not ${isShut(sql`t.id`)})`.execute(ctx.db)
  if (!numAffectedRows) return 'stale'
  await tell(ctx, claim, 'tenant.domain_verified', null)
  return 'verified'
}

// unscoped: a job, by the domain it looked up
async function applyMiss(ctx: PublicContext, claim: Claim, error: string): Promise<Outcome> {
  // taken is final: another proof of the same would be refused as well
  const isOver = error === 'domain_taken' || ctx.now.getTime() - claim.requestedAt!.getTime() >= provedWithinMs
  const { numAffectedRows } = await sql`
    update tenant_domains d set last_checked_at = ${ctx.now}, last_error = ${error},
      status = ${isOver ? 'failed' : 'pending'}, requested_at = case when ${isOver}::boolean then null else d.requested_at end
    where ${sameAs(claim)} and d.status = 'pending' and d.requested_at = ${claim.requestedAt}`.execute(ctx.db)
  if (!numAffectedRows) return 'stale'
  if (isOver) await tell(ctx, claim, 'tenant.domain_failed', error)
  return isOver ? 'failed' : 'pending'
}

async function tell(
  ctx: PublicContext,
  claim: Claim,
  name: 'tenant.domain_verified' | 'tenant.domain_failed',
  error: string | null,
): Promise<void> {
  await revoke(ctx, 'domains', claim.tenantId)
  await emit(ctx, name, {
    tenantId: claim.tenantId,
    entityId: claim.tenantId,
    entityName: claim.tenantName,
    data: {
      domainId: claim.id,
      domainName: claim.name,
      formerStatus: claim.requestedAt ? 'pending' : 'verified',
      ...(error !== null && { error }),
    },
  })
}

const inTransaction = <T>(service: Service, work: (ctx: PublicContext) => Promise<T>): Promise<T> => transact(systemContext(service), work)
