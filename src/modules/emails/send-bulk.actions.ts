import type { z } from 'zod'
import { AppError } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { requireCount } from '#http/bulk/bulk.ts'
import { type BulkWork, mostInBatch, runBulk } from '#http/bulk/bulk-run.ts'
import { type OnceKey, onceKeyOf } from '#http/once/once-key.ts'
import type { Exchange } from '#http/route.ts'
import { lockGrantor } from '#rights/grantor.ts'
import type { Grantor } from '#rights/grantor-rights.ts'
import { stillThere } from './addressees.ts'
import { type Plan, type Planned, planOfMatching, planOfNamed } from './bulk-recipients.ts'
import { holdKey, type Made, mailMadeBy } from './idempotency.ts'
import { type LeftOut, type MailOutcome, MailTotal, namedFor } from './left-out.ts'
import { matchingAccounts } from './matching-recipients.ts'
import { type Departure, departureAt, queueMails, type SealedMail, sealMail } from './new-emails.ts'
import { type AcceptedEmails, mostRecipients, type NewEmails } from './send.schema.ts'
import { usableTemplate, type Writing, writeMail } from './written-mail.ts'

type Wanted = z.output<typeof NewEmails>
type Answer = z.input<typeof AcceptedEmails>

const sampleSize = 5
/** Of mails that are written and not queued yet, so much is held at once, in characters: what is beyond is written when its turn comes. */
const mostHeld = 16_000_000

/**
 * Queues a mail for each of many recipients, in batches, each whole and judged again under its locks. Whoever hangs up stops it after the batch
 * at hand; what is queued by then can be cancelled by its `batchId`. With an `Idempotency-Key` the same call within a day is the same batch, as
 * far as it came: it is told how many were planned, too.
 * @throws AppError 400 for variables that are missing, `bulk_too_large`; 403 for a filter by what may not be seen; 404 `template_not_found`; 409
 * `template_inactive`, `idempotency_key_reused`, and where others were expected; 503 when too many wait to be written; in the middle with what
 * was done by then
 */
export async function sendEmails(ctx: Context, wanted: Wanted, exchange: Exchange): Promise<Answer> {
  const { templateId, subject = null, locale = null, variables = {}, priority } = wanted
  if ((wanted.recipients?.length ?? 0) > mostRecipients) throw new AppError(400, 'bulk_too_large')
  const { expectedCount, ...call } = wanted
  // how many were expected may have changed before the same call is made again
  const once = wanted.dryRun ? null : onceKeyOf(exchange, call)
  const made = once && (await mailMadeBy(ctx, once))
  if (made) return await toldOfBatch(ctx, made)
  const departure: Departure = { priority, scheduledAt: departureAt(ctx, wanted.scheduledAt) }
  const template = await usableTemplate(ctx, templateId)
  const { planned, leftOut, total } = await planOf(ctx, wanted)
  const writing: Writing = { template, subject, locale, variables }
  if (wanted.dryRun) return dryAnswer(ctx, { planned, leftOut, total })
  requireCount(planned.length, expectedCount)
  const write = (some: readonly Planned[]) => writeAll(ctx, writing, some, exchange)
  const first = wanted.recipients ? await write(planned) : []
  // what is wrong with the template or the variables is said before anything is queued; names alone differ where a filter chose
  const tried = wanted.recipients ? planned.slice(first.length) : planned.slice(0, 1)
  for (const one of tried) if (!exchange.isGone()) await written(ctx, writing, one)
  const batchId = uuidv7(ctx.now)
  const done = new MailTotal(leftOut)
  try {
    await runBulk(
      ctx,
      batchWork({ template, departure, made: { id: batchId, planned: planned.length }, once }),
      batchesOf(write, planned, first),
      { total: done, exchange },
    )
  } catch (error) {
    if (error instanceof MadeBefore) return await toldOfBatch(ctx, error.made)
    throw error
  }
  const left = planned.length - done.affected
  const queued = departure.scheduledAt === null ? done.affected : 0
  return {
    batchId,
    total,
    planned: planned.length,
    queued,
    scheduled: done.affected - queued,
    // by what the caller may see last
    skipped: namedFor(ctx.standing?.caller ?? ctx.actor, done.leftOut),
    message: toldOf(ctx, done.affected, left),
  }
}

const toldOf = (ctx: Context, count: number, left: number): string =>
  message(left > 0 ? 'emails_partly_queued' : 'emails_queued', ctx.language, { count, left })

/** Another call with the same key was first. */
class MadeBefore extends Error {
  readonly made: Made

  constructor(made: Made) {
    super('The key made a batch before')
    this.made = made
  }
}

/** What there is of a batch that an earlier call made, and was to make; who was left out of it is told no second time. */
async function toldOfBatch(ctx: Context, { id: batchId, planned }: Made): Promise<Answer> {
  const { total, scheduled } = await select(ctx, 'emails')
    .where('emails.batchId', '=', batchId)
    .select(({ fn }) => [fn.countAll<string>().as('total'), fn.count<string>('emails.scheduledAt').as('scheduled')])
    .executeTakeFirstOrThrow()
  const count = Number(total)
  const wanted = planned ?? count
  return {
    batchId,
    total: wanted,
    planned: wanted,
    queued: count - Number(scheduled),
    scheduled: Number(scheduled),
    skipped: [],
    message: toldOf(ctx, count, wanted - count),
  }
}

const planOf = async (ctx: Context, { recipients, filter }: Wanted): Promise<Plan> =>
  recipients ? await planOfNamed(ctx, recipients) : await planOfMatching(ctx, await matchingAccounts(ctx, filter!))

function dryAnswer(ctx: Context, { planned, leftOut, total }: Plan): Answer {
  const sample = planned.slice(0, sampleSize).map(({ to: { type, id, address, firstName, lastName } }) => ({
    ...{ to: address, toName: `${firstName} ${lastName}`.trim() || null, recipientType: type, recipientId: id },
  }))
  const text = message('records_would_be_affected', ctx.language, { count: planned.length })
  return {
    batchId: null,
    total,
    planned: planned.length,
    queued: 0,
    scheduled: 0,
    skipped: namedFor(ctx.actor, leftOut),
    sample,
    message: text,
  }
}

const written = (ctx: Context, writing: Writing, { to, variables }: Planned) =>
  writeMail(ctx, { ...writing, variables: { ...writing.variables, ...variables } }, to)

/**
 * As many as may be held. Once the caller has hung up those that are written by then, of which none is queued any more: threads are for those
 * who wait.
 */
async function writeAll(
  ctx: Context,
  writing: Writing,
  planned: readonly Planned[],
  exchange: Pick<Exchange, 'isGone'>,
): Promise<SealedMail[]> {
  const sealed: SealedMail[] = []
  let held = 0
  for (const one of planned) {
    if (exchange.isGone() || held >= mostHeld) break
    const mail = await sealMail(ctx, one.to, await written(ctx, writing, one))
    held += mail.content.length
    sealed.push(mail)
  }
  return sealed
}

/** What one transaction queues: a mail for each, or none at all once the caller may send nothing any more. */
interface Batch {
  readonly planned: readonly Planned[]
  readonly mails: readonly SealedMail[]
  /** It holds the key for all: a second call waits for its commit, or finds the key. */
  readonly isFirst: boolean
}

/** Written when their turn comes, but for those that are already: ten thousand are more than a process should hold. */
async function* batchesOf(
  write: (some: readonly Planned[]) => Promise<SealedMail[]>,
  planned: readonly Planned[],
  first: SealedMail[],
): AsyncGenerator<Batch, void, MailOutcome> {
  let isOver = false
  for (let at = 0; at < planned.length; ) {
    const next = planned.slice(at, at + mostInBatch)
    const mails: SealedMail[] = isOver ? [] : first.length > 0 ? first.splice(0, mostInBatch) : await write(next)
    // of large ones fewer are written; of those that are left out, and of a caller who is gone, all are told together
    const batch: readonly Planned[] = mails.length > 0 ? next.slice(0, mails.length) : next
    isOver = (yield { planned: batch, mails, isFirst: at === 0 }).isOver
    at += batch.length
  }
}

interface Locked {
  readonly grantor: Grantor
}

function batchWork({
  template,
  departure,
  made,
  once,
}: {
  readonly template: Writing['template']
  readonly departure: Departure
  readonly made: Made
  readonly once: OnceKey | null
}): BulkWork<Batch, Locked, MailOutcome> {
  return {
    permissions: ['emails.send'],
    lock: async (ctx) => ({ grantor: await lockGrantor(ctx, { grantsOf: [ctx.actor.tenantId] }) }),
    read: async (_ctx, grantor) => ({ grantor }),
    async act(ctx, { grantor }, { planned, mails, isFirst }) {
      const { id: batchId } = made
      const held = once && isFirst ? await holdKey(ctx, once, made) : null
      if (held !== null && held.id !== batchId) throw new MadeBefore(held)
      await usableTemplate(ctx, template.id)
      const isAllowed = await stillAllowed(ctx, mails, grantor.permissions.has('emails.external'))
      const allowed = mails.filter(isAllowed)
      await queueMails(ctx, allowed, template, departure, batchId)
      if (allowed.length > 0) {
        const data = { batchId, templateId: template.id, count: allowed.length, priority: departure.priority }
        await emit(ctx, 'email.bulk_queued', { tenantId: ctx.actor.tenantId, entityId: batchId, data })
      }
      const leftOut = refused(planned.filter((_, at) => !isAllowed(mails[at] as SealedMail)))
      return { affected: allowed.length, skipped: [], leftOut, isOver: false }
    },
    skip: ({ planned }) => ({ affected: 0, skipped: [], leftOut: refused(planned), isOver: true }),
  }
}

const refused = (planned: readonly Planned[]): LeftOut[] => planned.map(({ who }) => ({ who, reason: 'not_allowed' }))

async function stillAllowed(ctx: Context, mails: readonly SealedMail[], mayAnywhere: boolean): Promise<(mail: SealedMail) => boolean> {
  const isThere = await stillThere(
    ctx,
    mails.map(({ to }) => to),
  )
  return ({ to }) => (to.id === null ? mayAnywhere : isThere(to))
}
