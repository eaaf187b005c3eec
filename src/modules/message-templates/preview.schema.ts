import { z } from 'zod'
import { Id, named } from '#http/shapes.ts'

/** Text of any size that a body may have: what is too much for a template is said where it is stored. */
const Draft = named(
  'TemplateDraft',
  z.strictObject({
    subject: z.string().max(2000).optional(),
    bodyHtml: z.string().max(200_000).optional(),
    bodyText: z.string().max(100_000).nullable().optional(),
  }),
)

const Values = z.record(z.string().max(100), z.unknown()).meta({ description: 'By name; whole objects and lists, too' })
const Locale = z.enum(['en', 'ar']).nullable().optional().meta({ description: 'The translation to take, where there is one' })

export const PreviewBody = named(
  'TemplatePreviewRequest',
  z.strictObject({
    variables: Values.optional(),
    locale: Locale,
    draft: Draft.optional().meta({ description: 'In place of what is stored; nothing is saved' }),
    recipientId: Id.nullable().optional().meta({
      description:
        "As a mail of the caller to this account, or with null to an address of nobody's: in the language and the name that it would leave with, and with defaults in place of examples. Who reads it stands in `variables.recipient`, else an example does",
    }),
  }),
  { variables: { orderNumber: 'A-1042' }, locale: 'ar' },
)

export const RenderBody = named(
  'TemplateRenderRequest',
  z.strictObject({
    variables: Values.optional(),
    locale: Locale,
    strict: z.boolean().default(true).meta({ description: 'Whether a variable that is not given is an error or renders as nothing' }),
  }),
  { variables: { orderNumber: 'A-1042' } },
)

const rendered = {
  subject: z.string(),
  html: z.string(),
  text: z.string(),
}

export const RenderedMessage = named('RenderedMessage', z.object(rendered))

export const TemplatePreview = named(
  'TemplatePreview',
  z.object({
    ...rendered,
    variablesUsed: z.record(z.string(), z.unknown()).meta({ description: 'With the values that were shown' }),
    missingVariables: z.array(z.string()).meta({ description: 'Asked for and not given: shown by an example, else by their name' }),
    unknownVariables: z.array(z.string()).meta({ description: 'Given and asked for nowhere' }),
  }),
)
