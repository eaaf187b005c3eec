import { brandOf } from '#accounts/account-mail.ts'
import { AppError, stateConflict, validationFailed } from '#core/errors.ts'
import type { Context } from '#db/rows/context.ts'
import { findTemplate } from '#modules/message-templates/message-templates.queries.ts'
import { renderTexts } from '#modules/message-templates/rendered-texts.ts'
import { defaultsOf, type TemplateRecord, textsIn } from '#modules/message-templates/template-record.ts'
import { headerText } from '#outside/mail/address.ts'
import type { Addressee } from './addressees.ts'
import type { MailContent } from './mail-content.ts'
import { shownRecipients } from './recipient-mask.ts'
import { tellsOf } from './subject-tells.ts'

/** What mails are made of. */
export interface Writing {
  readonly template: TemplateRecord
  /** In Liquid, in place of the template's. */
  readonly subject: string | null
  readonly variables: Readonly<Record<string, unknown>>
  readonly locale: 'en' | 'ar' | null
}

export interface WrittenMail {
  readonly content: MailContent
  readonly language: 'en' | 'ar'
  /** The subject may show more of the recipient than a name. */
  readonly tellsRecipient: boolean
}

/** A template that mails may be made from. Throws 404 `template_not_found`, the same for unknown and foreign, 409 `template_inactive`. */
export async function usableTemplate(ctx: Context, id: string): Promise<TemplateRecord> {
  const template = await findTemplate(ctx, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error
    throw new AppError(404, 'template_not_found', { fields: [{ field: 'templateId', code: 'not_found' }] })
  })
  if (!template.isActive) throw stateConflict('template_inactive')
  return template
}

/**
 * Writes a mail for its recipient, in a thread: not in a transaction. The address itself is among the variables only where the caller may see it.
 * @throws AppError 400 `template_variables_missing` with all that are, or with the code of what else is wrong; 503 when too many wait
 */
export async function writeMail(ctx: Context, { template, subject, variables, locale }: Writing, to: Addressee): Promise<WrittenMail> {
  const { tenantId } = ctx.actor
  const language = locale ?? to.language ?? ctx.service.settings.of(tenantId).language
  const texts = { ...textsIn(template, language), ...(subject !== null && { subject }) }
  const email = shownRecipients(ctx.actor).includes(to.type) ? to.address : ''
  const scope: Record<string, unknown> = {
    ...defaultsOf(template),
    ...variables,
    recipient: { firstName: to.firstName, lastName: to.lastName, email },
    tenant: { name: brandOf(ctx, tenantId) },
  }
  const { html, text, subject: written } = await renderTexts(ctx, { template, texts, variables: scope, strict: true })
  const line = headerText(written)
  if (line === '') throw validationFailed([{ field: 'subject', code: 'required' }])
  return { content: { subject: line, html, text }, language, tellsRecipient: tellsOf(to.address, texts.subject, line) }
}
