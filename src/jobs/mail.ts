import { after, minutesMs } from '#core/clock.ts'
import { mailCategories, type SystemTemplate } from '#core/mail-templates.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { rowInsert } from '#db/rows/insert-rows.ts'
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

// unscoped: new mails, in the tenant of what they tell about
const insertMails = rowInsert('emails', {
  id: 'uuid',
  tenantId: 'uuid',
  recipientAddress: 'text',
  recipientName: 'text',
  recipientType: 'text',
  recipientId: 'uuid',
  template: 'text',
  category: 'text',
  language: 'text',
  variables: 'text',
  priority: 'text',
  status: 'text',
  messageId: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
})

/**
 * Queues a built-in mail in the transaction of what it tells about. Its Message-ID is made here and kept over every attempt, so
 * that a mail that is sent twice is seen to be one (RFC 5322, section 3.6.4).
 * @returns its id.
 */
export async function queueMail(ctx: PublicContext, mail: NewMail): Promise<string> {
  const [id] = await queueMails(ctx, [mail])
  return id!
}

/** Queues many built-in mails in the transaction of what they tell about: two statements, however many. @returns their ids, in the order given */
export async function queueMails(ctx: PublicContext, mails: readonly NewMail[]): Promise<string[]> {
  const rows = mails.map((mail) => rowOf(ctx, mail))
  await insertMails(ctx.db, rows)
  await enqueueNew(
    ctx,
    rows.map(({ id, priority }) => ({
      kind: mailJobKind,
      payload: { emailId: id },
      key: id,
      priority: jobPriorities[priority],
      maxAttempts: maxWritings,
    })),
  )
  return rows.map(({ id }) => id)
}

function rowOf(ctx: PublicContext, { template, tenantId, recipient, variables, priority }: NewMail) {
  const id = uuidv7(ctx.now)
  const category = mailCategories[template]
  return {
    ...{ id, tenantId, template, category },
    recipientAddress: recipient.address,
    recipientName: recipient.name,
    recipientType: recipient.type,
    recipientId: recipient.id,
    language: recipient.language,
    variables: ctx.service.keys.sealSecret(JSON.stringify(variables), mailVariablesContext(id)),
    priority: priority ?? (category === 'security' ? 'high' : 'normal'),
    status: 'queued' as const,
    messageId: messageIdOf(ctx, id),
    createdAt: ctx.now,
    expiresAt: after(ctx.now, Math.min(mailLifeMs, lifeMs(variables))),
  }
}

/** Of mails that admins send: below everything that the service itself sends, of whatever priority. */
const bulkPriorities: Record<MailPriority, number> = { high: -1, normal: -2, low: -3 }

/** Queues the job of a mail that admins send, in the transaction of the mail; `runAt`: not before. */
export async function enqueueTenantMail(ctx: PublicContext, id: string, priority: MailPriority, runAt: Date = ctx.now): Promise<void> {
  await enqueue(ctx, tenantMailJob(id, priority, runAt))
}

/** Queues the jobs of new mails that admins send, in one statement; `runAt`: not before. */
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
