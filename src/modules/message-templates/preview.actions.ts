import type { z } from 'zod'
import { brandOf } from '#accounts/account-mail.ts'
import { mailVariableExamples, ownNames } from '#core/mail-template-facts.ts'
import { tenantName } from '#db/live/tenant-names.ts'
import type { Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { readingMask, viewOf } from '#db/rows/reading-mask.ts'
import { findTemplate } from './message-templates.queries.ts'
import type { PreviewBody, RenderBody, RenderedMessage, TemplatePreview } from './preview.schema.ts'
import { renderTexts } from './rendered-texts.ts'
import { answered, turnMs, turnOf } from './template-check.ts'
import { defaultsOf, examplesOf, type TemplateRecord, textsIn, type WrittenTexts } from './template-record.ts'

type Preview = z.output<typeof PreviewBody>

/**
 * How a template would look, with whatever is sent in place of its texts and its variables; nothing is kept. Without a template the texts are
 * those of the draft alone.
 * @throws AppError 400 like `answered`, 404, 503 when too many wait
 */
export async function previewTemplate(
  ctx: Context,
  id: string | null,
  { variables = {}, locale = null, draft, recipientId }: Preview,
): Promise<z.input<typeof TemplatePreview>> {
  const record = id === null ? null : await findTemplate(ctx, id)
  const mail = recipientId === undefined ? null : await asMail(ctx, record, recipientId)
  const texts = withDraft(record && textsIn(record, locale ?? mail?.language ?? null), draft)
  const given = { ...mail?.defaults, ...variables }
  const examples = { ...(await ownExamples(ctx, record)), ...(record && examplesOf(record)), ...(mail && { tenant: mail.tenant }) }
  const task = { kind: 'preview', texts, variables: given, examples } as const
  const { missingVariables, unknownVariables, ...shown } = answered(await ctx.service.renderer.ask(turnOf(ctx), task, turnMs))
  // a default that the texts don't ask for, nobody gave
  const unknown = unknownVariables.filter((name) => Object.hasOwn(variables, name))
  return { ...shown, missingVariables: [...missingVariables], unknownVariables: unknown }
}

/** What a mail of the caller has besides what is given; its reader is an example where `variables` has none. */
const asMail = async (ctx: Context, record: TemplateRecord | null, recipientId: string | null) => ({
  language: await readingLanguage(ctx, recipientId),
  tenant: { name: brandOf(ctx, ctx.actor.tenantId) },
  defaults: record ? defaultsOf(record) : {},
})

/**
 * What a mail of the caller is written in, where they choose no language. The reader's own is taken only where the caller could send them that mail and
 * read it: anybody else is told no more than of an address of nobody's.
 */
async function readingLanguage(ctx: Context, recipientId: string | null): Promise<'en' | 'ar'> {
  const { actor, service } = ctx
  const mayRead = actor.permissions.has('emails.send') && actor.permissions.has('emails.view')
  for (const kind of mayRead && recipientId !== null ? (['admin', 'user'] as const) : []) {
    if (readingMask(actor, viewOf(accountDoors[kind])).includes('email')) continue
    const row = await select(ctx, accountDoors[kind]).select('accounts.language').where('accounts.id', '=', recipientId).executeTakeFirst()
    if (row?.language) return row.language
  }
  return service.settings.of(actor.tenantId).language
}

/**
 * What is given, with all that the texts of a template ask for besides, in any of its languages: from examples, else a name in brackets.
 * @throws AppError 400 like `answered`, 503 when too many wait
 */
export async function filledVariables(
  ctx: Context,
  record: TemplateRecord,
  variables: Readonly<Record<string, unknown>>,
): Promise<Record<string, unknown>> {
  let filled: Record<string, unknown> = { ...(await ownExamples(ctx, record)), ...examplesOf(record), ...variables }
  for (const language of [null, ...(Object.keys(record.translations) as (keyof typeof record.translations)[])]) {
    const task = { kind: 'preview', texts: textsIn(record, language), variables, examples: filled } as const
    const { variablesUsed } = answered(await ctx.service.renderer.ask(turnOf(ctx), task, turnMs))
    filled = { ...filled, ...variablesUsed }
  }
  // one that is required may stand in no text
  return { ...Object.fromEntries(record.variables.map((name) => [name, `[${name}]`])), ...filled }
}

/** Half-written texts are what a preview is for: what is missing is empty. A draft of the HTML alone has its own plain text. */
function withDraft(texts: WrittenTexts | null, draft: Preview['draft']): WrittenTexts {
  const {
    subject = '',
    bodyHtml = '',
    bodyText = null,
  } = { ...texts, ...(draft?.bodyHtml !== undefined && { bodyText: null }), ...given(draft) }
  return { subject, bodyHtml, bodyText: bodyText?.trim() ? bodyText : null }
}

const given = (draft: Preview['draft']): Partial<WrittenTexts> =>
  Object.fromEntries(Object.entries(draft ?? {}).filter(([, value]) => value !== undefined))

/** What every mail has, and what the mail of the service has that the template writes. */
async function ownExamples(ctx: Context, record: TemplateRecord | null): Promise<Record<string, unknown>> {
  const { recipient, tenant, ...special } = mailVariableExamples
  const name = await tenantName(ctx, record === null || record.isSystem ? ctx.actor.tenantId : record.tenantId)
  const names = ownNames(record?.code ?? null)
  return {
    recipient,
    tenant: { name: name ?? ctx.service.options.serviceName },
    ...Object.fromEntries(Object.entries(special).filter(([each]) => names.includes(each))),
  }
}

/**
 * A template with these variables, as it would be sent; those of the recipient are examples where they are not given.
 * @throws AppError 400 `template_variables_missing` with all of them, and like `answered`, 404, 503 when too many wait
 */
export async function renderTemplate(
  ctx: Context,
  id: string,
  body: z.output<typeof RenderBody>,
): Promise<z.input<typeof RenderedMessage>> {
  const { variables = {}, locale = null, strict } = body
  const record = await findTemplate(ctx, id)
  const { recipient, tenant } = await ownExamples(ctx, record)
  const scope = { recipient, tenant, ...defaultsOf(record), ...variables }
  const { subject, html, text } = await renderTexts(ctx, { template: record, texts: textsIn(record, locale), variables: scope, strict })
  return { subject, html, text }
}
