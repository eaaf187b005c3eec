import { after, minutesMs } from '#core/clock.ts'
import { mailCategories, type SystemTemplate } from '#core/mail-templates.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { bulkMailJobKind, mailLifeMs, outgoingJobKinds } from './outgoing-records.ts'
import { enqueue, enqueueNew, type NewJob } from './queue.ts'

/** The kind of job that sends one mail; its payload is `{ emailId }`. */
export const mailJobKind = outgoingJobKinds.emails
/** For one that can't be written, maybe because its key is too new for this process; a relay is asked for as long as the mail holds. */
const maxWritings = 3

export type MailPriority = 'low' | 'normal' | 'high'

export interface NewMail {
  template: SystemTemplate
  /** In whose name it is sent; null for the platform. */
  tenantId: string | null
  recipient: { type: AccountKind; id: string; address: string; name: string | null; language: 'en' | 'ar' }
  /**
   * What the template shows, codes and links included: kept sealed and erased once the mail is sent or given up, which is when what it
   * says has expired (`expiresInMinutes`) or a day has gone by.
   */
  variables: Record<string, unknown>
  /** `high` for security mails unless given, so that codes leave before everything else. */
  priority?: MailPriority
}

const jobPriorities: Record<MailPriority, number> = { high: 10, normal: 0, low: -10 }

/** What the sealed variables of a mail are bound to: in another row they never open. */
export const mailVariablesContext = (emailId: string) => `emails:${emailId}`

/**
 * Queues a built-in mail in the transaction of what it tells about. Its Message-ID is made here and kept over every attempt, so
 * that a mail that is sent twice is seen to be one (RFC 5322, section 3.6.4).
 * @returns its id.
 */
// unscoped: a new mail, in the tenant of the action that queues it
export async function queueMail(ctx: PublicContext, mail: NewMail): Promise<string> {
  const id = uuidv7(ctx.now)
  const category = mailCategories[mail.template]
  const priority = mail.priority ?? (category === 'security' ? 'high' : 'normal')
  await ctx.db
    .insertInto('emails')
    .values({
      id,
      tenantId: mail.tenantId,
      recipientAddress: mail.recipient.address,
      recipientName: mail.recipient.name,
      recipientType: mail.recipient.type,
      recipientId: mail.recipient.id,
      template: mail.template,
      category,
      language: mail.recipient.language,
      variables: ctx.service.keys.sealSecret(JSON.stringify(mail.variables), mailVariablesContext(id)),
      priority,
      status: 'queued',
      messageId: messageIdOf(ctx, id),
      createdAt: ctx.now,
      expiresAt: after(ctx.now, Math.min(mailLifeMs, lifeMs(mail.variables))),
    })
    .execute()
  await enqueue(ctx, {
    kind: mailJobKind,
    payload: { emailId: id },
    key: id,
    priority: jobPriorities[priority],
    maxAttempts: maxWritings,
  })
  return id
}

/** Of mails that admins send: below everything that the service itself sends, of whatever priority. */
const bulkPriorities: Record<MailPriority, number> = { high: -1, normal: -2, low: -3 }

/** Queues the job of a mail that admins send, in the transaction of the mail; `runAt`: not before. */
export async function enqueueTenantMail(ctx: PublicContext, id: string, priority: MailPriority, runAt: Date = ctx.now): Promise<void> {
  await enqueue(ctx, tenantMailJob(id, priority, runAt))
}

/** The same for many mails that are new, in one statement. */
export async function enqueueTenantMails(ctx: PublicContext, ids: readonly string[], priority: MailPriority, runAt: Date): Promise<void> {
  await enqueueNew(
    ctx,
    ids.map((id) => tenantMailJob(id, priority, runAt)),
  )
}

const tenantMailJob = (id: string, priority: MailPriority, runAt: Date): NewJob => ({
  kind: bulkMailJobKind,
  payload: { emailId: id },
  key: id,
  priority: bulkPriorities[priority],
  maxAttempts: maxWritings,
  runAt,
})

const lifeMs = ({ expiresInMinutes }: Record<string, unknown>) =>
  typeof expiresInMinutes === 'number' ? minutesMs(expiresInMinutes) : mailLifeMs

/** The right side of a Message-ID: an IPv6 address has no brackets and colons there. */
const messageHost = (publicUrl: string) => new URL(publicUrl).hostname.replace(/^\[|\]$/g, '').replaceAll(':', '-')

/** The Message-ID of a mail, for every attempt at it. */
export const messageIdOf = ({ service }: Pick<PublicContext, 'service'>, id: string): string =>
  `${id}@${messageHost(service.options.publicUrl)}`
