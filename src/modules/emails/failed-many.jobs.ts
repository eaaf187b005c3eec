import { sql } from 'kysely'
import { before } from '#core/clock.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { emitAll } from '#events/emit.ts'
import { failureWindowMs } from '#jobs/mail-ends.ts'
import type { PeriodicJob } from '#jobs/periodic.ts'

/** So many mails of a tenant that failed by one cause within an hour are many. */
export const manyFailures = 10
const atOnce = 500

interface Failures {
  readonly tenantId: string | null
  readonly code: string
  readonly failed: number
}

/** Tells of tenants whose mails fail in numbers: of each cause once an hour at most. */
const tellOfFailures: PeriodicJob = {
  name: 'emails.failed-many',
  everySeconds: 60,
  async run(service, _now, signal) {
    for (let isLast = false; !isLast; ) {
      signal.throwIfAborted()
      const told = await transact(systemContext(service), tellSome)
      isLast = told < atOnce
      await service.database.giveWay()
    }
  },
}

/** Marks some as told and tells of them: of two processes that see the same one does. @returns how many */
// unscoped: a job over all tenants
async function tellSome(ctx: PublicContext): Promise<number> {
  const earliest = before(ctx.now, failureWindowMs)
  const { rows } = await sql<Failures>`
    update email_failures set told_at = ${ctx.now} where ctid = any(array(
      select ctid from email_failures
      where since > ${earliest} and failed >= ${manyFailures} and (told_at is null or told_at <= ${earliest})
      order by tenant_id, code limit ${atOnce} for update skip locked))
    returning tenant_id, code, failed`.execute(ctx.db)
  await emitAll(
    ctx,
    'email.failed_many',
    rows.map(({ tenantId, code, failed }) => ({ tenantId, data: { errorCode: code, failed } })),
  )
  return rows.length
}

export const emailJobs: readonly PeriodicJob[] = [tellOfFailures]
