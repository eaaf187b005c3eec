import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { after } from '#core/clock.ts'
import { denied, notFound, stateConflict } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { scopeOf, select } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { enqueueTenantMail } from '#jobs/mail.ts'
import { addedCounts, dayOf, endMails } from '#jobs/mail-ends.ts'
import { jobKindsOf, mailLifeMs } from '#jobs/outgoing-records.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { stillThere } from './addressees.ts'
import { getEmail } from './emails.queries.ts'
import type { EmailDetail } from './emails.schema.ts'
import { shownRecipients } from './recipient-mask.ts'

type Answer = z.input<typeof EmailDetail>

const kinds = jobKindsOf('emails')
const waits = sql<SqlBool>`status in ('queued', 'scheduled')`
/** A code, a link or a warning of the service: whoever it is for must have it, and whoever reads the queue must not keep it from them. */
const isOurs = sql<SqlBool>`(template_id is null and category = 'security')`

/**
 * Cancels a mail that waits. Whoever sends it holds its job: a job that waits is taken away with the same statement, so that a mail is either
 * cancelled or sent.
 * @throws AppError 404; 409 `email_not_cancellable` with its `status` when it is being sent, does not wait, or is a security mail of the service
 */
export async function cancelEmail(ctx: Context, id: string): Promise<Answer> {
  const known = await getEmail(ctx, id)
  const first = sql`freed as (
    delete from jobs where kind = any(${kinds}::text[]) and key = ${id} and state = 'waiting' returning key
  ),`
  const isFree = sql<SqlBool>`(exists (select from freed) or not exists (
    select from jobs where kind = any(${kinds}::text[]) and key = ${id} and state <> 'dead'))`
  const where = sql<SqlBool>`id = ${id} and ${waits} and not ${isOurs} and ${isFree}`
  const ended = await endMails(ctx.db, { status: 'cancelled', set: sql`cancelled_at = ${ctx.now}`, where, first }, ctx.now)
  // with the transaction the job is back in the queue
  if (ended.length === 0) throw stateConflict('email_not_cancellable', { status: (await statusOf(ctx, id)) ?? known.status })
  await emit(ctx, 'email.cancelled', {
    tenantId: known.tenantId,
    entityId: id,
    data: { templateId: known.templateId, batchId: known.batchId },
  })
  return await getEmail(ctx, id)
}

const statusOf = async (ctx: Context, id: string) =>
  (await select(ctx, 'emails').select('emails.status').where('emails.id', '=', id).executeTakeFirst())?.status

/**
 * Has a mail that failed tried again, as it was written, under its own id and Message-ID; what went wrong before stays in its history. It asks what
 * sending asks: an account that is in the caller's scope now and has this address still, or the right to write to anybody. An address that the
 * caller may not see is anybody's: whether it is the account's still must not be told.
 * @throws AppError 403 with `emails.external` for an address of nobody in scope; 404; 409 `email_not_resendable` with its `status` when it did not
 * fail, or its text is not kept
 */
// unscoped: a mail that was found in scope
export async function resendEmail(ctx: Context, id: string): Promise<Answer> {
  const { permissions } = await lockGrantor(ctx, { grantsOf: [ctx.actor.tenantId] })
  const known = await getEmail(ctx, id)
  const to = { type: known.recipientType, id: known.recipientId, address: known.to ?? '' }
  const isOfAccount = shownRecipients(ctx.actor).includes(to.type) && (await stillThere(ctx, [to]))(to)
  if (!isOfAccount && !permissions.has('emails.external')) throw denied({ requiredPermission: 'emails.external' })
  const { rows } = await sql<{ priority: 'low' | 'normal' | 'high' }>`
    with failed as (
      select id, tenant_id, failed_at, bounce_type from emails
      where id = ${id} and status = 'failed' and content is not null for update
    ), moved as (
      update emails set status = 'queued', attempts = 0, resend_count = resend_count + 1, queued_at = ${ctx.now}, failed_at = null,
        error = null, error_code = null, bounce_type = null, bounced_at = null, expires_at = ${after(ctx.now, mailLifeMs)}
      where id in (select id from failed) returning id, priority
    ), history as (
      insert into email_events (email_id, at, type) select id, ${ctx.now}, 'requeued' from moved
    ), days as (
      insert into email_days (tenant_id, day, failed, rejected, bounced)
      select tenant_id, ${dayOf(sql`failed_at`)}, -1, ${refusedAgain}, ${refusedAgain} from failed ${addedCounts}
    )
    select priority from moved`.execute(ctx.db)
  const [moved] = rows
  if (!moved) throw stateConflict('email_not_resendable', { status: (await statusOf(ctx, id)) ?? known.status })
  await enqueueTenantMail(ctx, id, moved.priority)
  await emit(ctx, 'email.requeued', {
    tenantId: known.tenantId,
    entityId: id,
    data: { templateId: known.templateId, batchId: known.batchId },
  })
  return await getEmail(ctx, id)
}

const refusedAgain = sql`case when bounce_type = 'hard' then -1 else 0 end`

const mostAtOnce = 500

/**
 * Cancels what waits of a batch, in as many statements as it takes. A batch of nobody, or of a foreign tenant, is one without mails.
 * @returns how many were cancelled
 * @throws AppError 404 when the caller knows of no mail of it
 */
export async function cancelBatch(ctx: Context, batchId: string): Promise<number> {
  const known = await select(ctx, 'emails').select('emails.tenantId').where('emails.batchId', '=', batchId).limit(1).executeTakeFirst()
  if (!known) throw notFound()
  let cancelled = 0
  for (let last = mostAtOnce; last === mostAtOnce; cancelled += last)
    last = await cancelSome(ctx, batchId, scopeOf(ctx.actor, 'emails.tenant_id'))
  if (cancelled > 0) await emit(ctx, 'email.cancelled', { tenantId: known.tenantId, data: { batchId, count: cancelled } })
  return cancelled
}

// unscoped: the caller gives the scope
async function cancelSome(ctx: Context, batchId: string, scope: RawBuilder<SqlBool> | null): Promise<number> {
  const first = sql`waiting as materialized (
    select j.id from emails join jobs j on j.key = emails.id::text and j.kind = any(${kinds}::text[]) and j.state = 'waiting'
    where emails.batch_id = ${batchId} and emails.${waits} and ${scope ?? sql`true`} order by j.id limit ${mostAtOnce}
    for update of j skip locked
  ), freed as (
    delete from jobs where id in (select id from waiting) returning key
  ),`
  const where = sql<SqlBool>`id = any(array(select key::uuid from freed)) and ${waits}`
  return (await endMails(ctx.db, { status: 'cancelled', set: sql`cancelled_at = ${ctx.now}`, where, first }, ctx.now)).length
}
