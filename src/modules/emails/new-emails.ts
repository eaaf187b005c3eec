import { after, daysMs } from '#core/clock.ts'
import { validationFailed } from '#core/errors.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { rowInsert } from '#db/rows/insert-rows.ts'
import { enqueueTenantMails, type MailPriority, messageIdOf } from '#jobs/mail.ts'
import { mailLifeMs } from '#jobs/outgoing-records.ts'
import type { TemplateRecord } from '#modules/message-templates/template-record.ts'
import type { Addressee } from './addressees.ts'
import { sealContent } from './mail-content.ts'
import type { WrittenMail } from './written-mail.ts'

/** When mails are to leave. */
export interface Departure {
  readonly priority: MailPriority
  /** Null: at once. */
  readonly scheduledAt: Date | null
}

/** A mail that is written and sealed, under the id that it will have. */
export interface SealedMail extends Omit<WrittenMail, 'content'> {
  readonly id: string
  readonly to: Addressee
  readonly toName: string | null
  readonly subject: string
  readonly content: string
}

const furthestMs = daysMs(366)

/** The moment that was asked for; null for now and for what is past. Throws 400 for one more than a year ahead. */
export function departureAt(ctx: Context, scheduledAt: string | null | undefined): Date | null {
  if (scheduledAt == null) return null
  const at = new Date(scheduledAt)
  if (at.getTime() - ctx.now.getTime() > furthestMs) throw validationFailed([{ field: 'scheduledAt', code: 'not_allowed_value' }])
  return at > ctx.now ? at : null
}

/** Not in a transaction. */
export async function sealMail(ctx: Context, to: Addressee, written: WrittenMail, toName: string | null = null): Promise<SealedMail> {
  const id = uuidv7(ctx.now)
  const { content, ...rest } = written
  const name = toName ?? (`${to.firstName} ${to.lastName}`.trim() || null)
  return { ...rest, id, to, toName: name, subject: content.subject, content: await sealContent(ctx.service, id, content) }
}

// unscoped: new mails of the caller's own tenant
const insertRows = rowInsert('emails', {
  id: 'uuid',
  tenantId: 'uuid',
  recipientAddress: 'text',
  recipientName: 'text',
  recipientType: 'text',
  recipientId: 'uuid',
  template: 'text',
  templateId: 'uuid',
  category: 'text',
  language: 'text',
  subject: 'text',
  content: 'text',
  tellsRecipient: 'boolean',
  priority: 'text',
  status: 'text',
  messageId: 'text',
  scheduledAt: 'timestamptz',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
  createdBy: 'uuid',
  batchId: 'uuid',
  attempts: 'integer',
  resendCount: 'integer',
})

/** Queues mails in the name of the caller's tenant, with their jobs: two statements, however many. In a transaction. */
export async function queueMails(
  ctx: Context,
  mails: readonly SealedMail[],
  template: Pick<TemplateRecord, 'id' | 'name' | 'category'>,
  { priority, scheduledAt }: Departure,
  batchId: string | null,
): Promise<void> {
  const leavesAt = scheduledAt ?? ctx.now
  const rows = mails.map(({ id, to, toName, subject, content, language, tellsRecipient }) => ({
    ...{ id, subject, content, language, tellsRecipient, priority, batchId, scheduledAt },
    tenantId: ctx.actor.tenantId,
    recipientAddress: to.address,
    recipientName: toName,
    recipientType: to.type,
    recipientId: to.id,
    template: template.name,
    templateId: template.id,
    category: template.category,
    status: scheduledAt === null ? ('queued' as const) : ('scheduled' as const),
    messageId: messageIdOf(ctx, id),
    createdAt: ctx.now,
    expiresAt: after(leavesAt, mailLifeMs),
    createdBy: ctx.actor.id,
    attempts: 0,
    resendCount: 0,
  }))
  await insertRows(ctx.db, rows)
  await enqueueTenantMails(
    ctx,
    mails.map(({ id }) => id),
    priority,
    leavesAt,
  )
}
