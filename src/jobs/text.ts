import { after, minutesMs } from '#core/clock.ts'
import type { TextTemplate } from '#core/text-templates.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'
import { outgoingJobKinds } from './outgoing-records.ts'
import { enqueue } from './queue.ts'

/** The kind of job that sends one text; its payload is `{ textId }`. */
export const textJobKind = outgoingJobKinds.texts
/** For one that can't be written, maybe because its key is too new for this process; a gateway is asked for as long as the text holds. */
const maxWritings = 3
/** Above all mails: somebody waits for it with the telephone in their hand. */
const priority = 20

export interface NewText {
  template: TextTemplate
  /** In whose name it is sent; null for the platform. */
  tenantId: string | null
  /** `number` is E.164. */
  recipient: { type: AccountKind; id: string; number: string; language: 'en' | 'ar' }
  /** What the template shows: kept sealed, and erased once the text is sent or given up, which is when its code has expired. */
  variables: { code: string; brand: string; expiresInMinutes: number }
}

/** What the sealed variables of a text are bound to: in another row they never open. */
export const textVariablesContext = (textId: string) => `texts:${textId}`

/**
 * Queues a text in the transaction of what it tells about. Its id is kept over every attempt, so that a gateway can tell one that is sent
 * twice. @returns the id
 */
// unscoped: a new text, in the tenant of the action that queues it
export async function queueText(ctx: PublicContext, text: NewText): Promise<string> {
  const id = uuidv7(ctx.now)
  await ctx.db
    .insertInto('texts')
    .values({
      id,
      tenantId: text.tenantId,
      recipientNumber: text.recipient.number,
      recipientType: text.recipient.type,
      recipientId: text.recipient.id,
      template: text.template,
      language: text.recipient.language,
      variables: ctx.service.keys.sealSecret(JSON.stringify(text.variables), textVariablesContext(id)),
      status: 'queued',
      createdAt: ctx.now,
      expiresAt: after(ctx.now, minutesMs(text.variables.expiresInMinutes)),
    })
    .execute()
  await enqueue(ctx, { kind: textJobKind, payload: { textId: id }, key: id, priority, maxAttempts: maxWritings })
  return id
}
