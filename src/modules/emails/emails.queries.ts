import { sql } from 'kysely'
import type { z } from 'zod'
import { peopleInScope } from '#accounts/people-in-scope.ts'
import { notFound } from '#core/errors.ts'
import { tenantNames } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { mostTenantMailAttempts } from '#jobs/outgoing-records.ts'
import type { Email, EmailDetail } from './emails.schema.ts'
import { openContent } from './mail-content.ts'
import { failureMoment, hiddenOfMail } from './recipient-mask.ts'

/** With what the shape is told to hide it by, which leaves no answer. */
type Shown = z.input<typeof Email> & { readonly tellsRecipient: boolean }

const rowsOf = (ctx: Context, ids: readonly string[]) =>
  select(ctx, 'emails').selectAll('emails').where(sql<boolean>`emails.id = any(${ids}::uuid[])`).execute()
type Row = Awaited<ReturnType<typeof rowsOf>>[number]

/** The mails of these ids that are in the caller's scope, in any order. */
export const loadEmails = async (ctx: Context, ids: readonly string[]): Promise<Shown[]> => await shownMails(ctx, await rowsOf(ctx, ids))

async function shownMails(ctx: Context, rows: readonly Row[]): Promise<Shown[]> {
  const nameOf = await tenantNames(
    ctx,
    rows.map(({ tenantId }) => tenantId),
  )
  const people = await peopleInScope(
    ctx,
    rows.map(({ createdBy }) => createdBy),
  )
  return rows.map((row) => {
    const { recipientAddress: to, recipientName: toName, template: templateName, content, variables, messageId, language, ...shown } = row
    const isKnown = row.createdBy !== null && people.has(row.createdBy)
    return {
      ...shown,
      to,
      toName,
      templateName,
      failedAt: row.failedAt && shownFailure(ctx, row, row.failedAt),
      tenantName: nameOf(row.tenantId),
      queuedAt: row.queuedAt ?? (row.scheduledAt === null ? row.createdAt : null),
      maxAttempts: row.templateId === null ? null : mostTenantMailAttempts,
      createdBy: isKnown ? row.createdBy : null,
      createdByName: isKnown ? (people.get(row.createdBy as string) ?? null) : null,
    }
  })
}

const isHidden = (ctx: Context, { recipientType }: Row) => hiddenOfMail({ recipientType }, ctx.actor).length > 0
const shownFailure = (ctx: Context, row: Row, at: Date) => (isHidden(ctx, row) ? failureMoment(row, at) : at)

/** One mail with what it says and what became of it; 404 for an unknown and a foreign one alike. */
export async function getEmail(ctx: Context, id: string): Promise<z.input<typeof EmailDetail>> {
  const [row] = await rowsOf(ctx, [id])
  if (!row) throw notFound()
  const [shown] = await shownMails(ctx, [row])
  const content = row.content === null ? null : openContent(ctx.service, row.id, row.content)
  return { ...(shown as Shown), html: content?.html ?? null, text: content?.text ?? null, events: await eventsOf(ctx, row) }
}

const mostEvents = 100

type EmailEvent = z.input<typeof EmailDetail>['events'][number] & { readonly recipientType: Row['recipientType'] }

/** Its own row tells its beginning and its end, the history what lay between. */
async function eventsOf(ctx: Context, row: Row): Promise<EmailEvent[]> {
  const { id, recipientType, scheduledAt, createdAt, queuedAt, sentAt, cancelledAt } = row
  const between = await ctx.db
    .selectFrom('emailEvents')
    .select(['at', 'type', 'detail'])
    .where('emailId', '=', id)
    .orderBy('emailEvents.id', 'desc')
    .limit(mostEvents)
    .execute()
  const event = (type: EmailEvent['type'], at: Date | null, detail: string | null = null) =>
    at === null ? [] : [{ at, type, detail, recipientType }]
  const first = scheduledAt === null ? event('queued', createdAt) : event('scheduled', createdAt)
  const queued = scheduledAt === null || row.resendCount > 0 ? [] : event('queued', queuedAt)
  const history = between
    // that it came back is told with the address alone
    .filter(({ type }) => type !== 'bounced' || !isHidden(ctx, row))
    .flatMap(({ type, at, detail }) => event(type, at, detail))
  const all = [...first, ...queued, ...history.reverse(), ...event('sent', sentAt), ...event('cancelled', cancelledAt)]
  const inOrder = all.sort((a, b) => a.at.getTime() - b.at.getTime()).slice(-mostEvents)
  if (!isHidden(ctx, row)) return inOrder
  // never before what it came after
  return inOrder.map((told, at) =>
    told.type === 'failed' ? { ...told, at: failureMoment({ createdAt, queuedAt: inOrder[at - 1]?.at ?? null }, told.at) } : told,
  )
}
