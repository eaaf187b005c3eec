import type { z } from 'zod'
import { denied, notFound } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { select } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { onceKeyOf } from '#http/once/once-key.ts'
import type { Exchange } from '#http/route.ts'
import { lockGrantor } from '#rights/grantor.ts'
import { type Addressee, addresseesOf, addressKey, stranger } from './addressees.ts'
import { holdKey, mailMadeBy } from './idempotency.ts'
import { departureAt, queueMails, sealMail } from './new-emails.ts'
import type { AcceptedEmail, NewEmail } from './send.schema.ts'
import { usableTemplate, writeMail } from './written-mail.ts'

type Answer = z.input<typeof AcceptedEmail>

/**
 * Queues one mail from a template, in the name of the caller's tenant. Not in a transaction: it is written first. With an `Idempotency-Key` the
 * same call within a day is the same mail.
 * @throws AppError 400 a bad address, time or variables; 403 with `emails.external` for an address of nobody in scope; 404 `template_not_found`, or
 * the recipient; 409 `template_inactive`, `idempotency_key_reused`; 503 when too many wait to be written
 */
export async function sendEmail(ctx: Context, wanted: z.output<typeof NewEmail>, exchange: Exchange): Promise<Answer> {
  const { to: address, recipientId = null, templateId, priority, subject = null, variables = {}, locale = null } = wanted
  const once = onceKeyOf(exchange, wanted)
  const made = once && (await mailMadeBy(ctx, once))
  if (made) return await accepted(ctx, made.id)
  const scheduledAt = departureAt(ctx, wanted.scheduledAt)
  const template = await usableTemplate(ctx, templateId)
  const to = await addresseeOf(ctx, address, recipientId)
  if (to === null && recipientId !== null) throw notFound('recipientId')
  if (to === null && !ctx.actor.permissions.has('emails.external')) throw denied({ requiredPermission: 'emails.external' })
  // as it was typed: of two spellings only their mail server knows whether they are one
  const addressee = { ...(to ?? stranger(address)), address }
  const written = await writeMail(ctx, { template, subject, variables, locale }, addressee)
  const mail = await sealMail(ctx, addressee, written, wanted.toName ?? null)
  return await transact(ctx, async (ctx) => {
    const { permissions } = await lockGrantor(ctx, { grantsOf: [ctx.actor.tenantId] })
    const before = once && (await holdKey(ctx, once, { id: mail.id, planned: null }))
    if (before) return await accepted(ctx, before.id)
    await usableTemplate(ctx, templateId)
    const isStill = to !== null && (await addresseeOf(ctx, address, to.id))?.id === to.id
    if (!isStill && !permissions.has('emails.external')) throw denied({ requiredPermission: 'emails.external' })
    await queueMails(ctx, [mail], template, { priority, scheduledAt }, null)
    await emit(ctx, 'email.queued', {
      tenantId: ctx.actor.tenantId,
      entityId: mail.id,
      data: { templateId, priority, scheduledAt: scheduledAt?.toISOString() ?? null },
    })
    return await accepted(ctx, mail.id)
  })
}

async function addresseeOf(ctx: Context, address: string, id: string | null): Promise<Addressee | null> {
  const key = addressKey(address)
  return (await addresseesOf(ctx, [address], new Map(id === null ? [] : [[key, id]]))).get(key) ?? null
}

async function accepted(ctx: Context, id: string): Promise<Answer> {
  const row = await select(ctx, 'emails').selectAll('emails').where('emails.id', '=', id).executeTakeFirst()
  if (!row) throw notFound()
  const { status, recipientAddress: to, subject, templateId, priority, scheduledAt, createdAt, recipientType, tellsRecipient } = row
  // the last two tell the shape what to hide, and leave no answer
  const told = { id, status, to, subject, templateId, priority, scheduledAt, createdAt, recipientType, tellsRecipient }
  return told
}
