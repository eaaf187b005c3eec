import { createHash, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { z } from 'zod'
import { unauthenticated } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'
import { addedCounts, dayOf } from '#jobs/mail-ends.ts'
import type { Bounce } from './emails.schema.ts'
import { lockMailbox, suppress } from './suppressions.ts'

/** So many soft bounces in a row say that there is nobody. */
const softInARow = 5
/** A later report changes what an earlier one said where it weighs more. */
const weights = { soft: 1, hard: 2, complaint: 3 } as const

/** Throws 401 unless it is the secret that the reporter and the service share; without one configured, always. */
export function requireBounceSecret({ service }: PublicContext, given: string | undefined): void {
  const secret = service.options.emailBounceSecret
  const digest = (text: string) => createHash('sha256').update(text).digest()
  if (secret === null || given === undefined || !timingSafeEqual(digest(secret), digest(given)))
    throw unauthenticated('invalid_credentials')
}

/**
 * Notes that a mail came back, or that its recipient complained. One that is unknown, or was not sent, changes nothing and is no error: the
 * report may come for a mail that is gone. By an address alone the newest mail to it is meant.
 */
// unscoped: a report of a mail system about a mail that we sent
export async function noteBounce(ctx: PublicContext, report: z.output<typeof Bounce>): Promise<void> {
  const { emailId, providerMessageId, to, type, diagnostic, occurredAt } = report
  const id = emailId ?? (providerMessageId === undefined ? null : idInMessageId(providerMessageId))
  const which =
    id !== null
      ? sql`id = ${id}`
      : providerMessageId !== undefined
        ? sql`provider_message_id = ${plainId(providerMessageId)}`
        : sql`lower(recipient_address) = ${(to as string).toLowerCase()}`
  const { rows } = await sql<{
    id: string
    tenantId: string | null
    address: string
    bounceType: keyof typeof weights | null
    sentAt: Date | null
  }>`
    select id, tenant_id, recipient_address as address, bounce_type, sent_at from emails
    where ${which} and status = 'sent' order by id desc limit 1 for update`.execute(ctx.db)
  const [mail] = rows
  if (!mail || (mail.bounceType !== null && weights[mail.bounceType] >= weights[type])) return
  // of reports at the same instant the last one must count all of them
  if (type === 'soft') await lockMailbox(ctx.db, ctx.service, mail)
  const at = occurredAt === undefined ? ctx.now : between(mail.sentAt ?? ctx.now, new Date(occurredAt), ctx.now)
  const isBounce = (one: keyof typeof weights | null) => (one === 'hard' || one === 'soft' ? 1 : 0)
  await sql`
    with noted as (
      update emails set bounce_type = ${type}, bounced_at = ${at} where id = ${mail.id} returning id, tenant_id, sent_at
    ), history as (
      insert into email_events (email_id, at, type, detail) select id, ${ctx.now}, 'bounced', ${[type, diagnostic].filter(Boolean).join(': ')} from noted
    )
    insert into email_days (tenant_id, day, bounced, complaints)
    select tenant_id, ${dayOf(sql`sent_at`)}, ${isBounce(type) - isBounce(mail.bounceType)}::integer, ${type === 'complaint' ? 1 : 0}::integer
    from noted ${addedCounts}`.execute(ctx.db)
  if (type !== 'soft' || (await isSoftInARow(ctx, mail))) await suppress(ctx.db, ctx.service, mail, type)
}

/** No mail came back before it was sent, or comes back later than now, whatever a clock elsewhere says. */
const between = (earliest: Date, at: Date, latest: Date) => (at < earliest ? earliest : at > latest ? latest : at)

/** A Message-ID is written in angle brackets where it comes from a header. */
const plainId = (text: string) => text.replace(/^<(.*)>$/, '$1')

/** Our own Message-IDs begin with the id of their mail. */
function idInMessageId(text: string): string | null {
  const [left = ''] = plainId(text).split('@', 1)
  return isUuid(left) ? left : null
}

/** Whether the last mails of this tenant to the address all bounced softly. Under `lockMailbox`, in a statement of its own. */
// unscoped: the mails of the tenant whose mail bounced
async function isSoftInARow(ctx: PublicContext, { tenantId, address }: { tenantId: string | null; address: string }): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`
    select count(*) filter (where bounce_type = 'soft')::integer as n from (
      select bounce_type from emails where lower(recipient_address) = ${address.toLowerCase()} and tenant_id is not distinct from ${tenantId}
        and status = 'sent' order by id desc limit ${softInARow}) last`.execute(ctx.db)
  return rows[0]!.n === softInARow
}
