import { z } from 'zod'
import { longestNameKey, nameKey } from '#core/text/name-key.ts'
import { oneLine, plainLine } from '#http/person-fields.ts'
import { Id, named, PersonNameShown, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

/** Longest texts: of HTML and plain text in bytes of UTF-8, as they are kept. */
export const longestTexts = { subject: 300, bodyHtml: 200_000, bodyText: 100_000 } as const
const mostVariables = 100

const atMost = (bytes: number) =>
  z
    .string()
    .max(bytes)
    .refine((text) => Buffer.byteLength(text) <= bytes, { params: { code: 'too_long', maximum: bytes } })

const Subject = plainLine(longestTexts.subject).meta({ description: 'Liquid, one line' })
const BodyHtml = atMost(longestTexts.bodyHtml).min(1).meta({ description: 'Liquid; what variables hold is escaped' })
const BodyText = atMost(longestTexts.bodyText).meta({ description: 'Liquid; null or empty: made from the HTML at each rendering' })

const Name = oneLine(100)
  .refine((name) => nameKey(name) !== '', { params: { code: 'format' } })
  .refine((name) => nameKey(name).length <= longestNameKey, { params: { code: 'too_long', maximum: longestNameKey } })
  .meta({ description: 'Unique among the templates of a tenant' })
const Code = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,49}$/)
  .nullable()
  .meta({ description: 'That of a mail of the service writes that mail, for the tenant and all below it; unique in the tenant' })
const Category = z.string().regex(/^[a-z0-9_-]{1,50}$/)
const VariableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,49}$/)
const Variables = z.array(VariableName).max(mostVariables)
const Value = z.union([z.string().max(1000), z.number(), z.boolean()])

const Definition = named(
  'TemplateVariable',
  z.strictObject({
    name: VariableName,
    required: z.boolean().default(false).meta({ description: 'A rendering without it is refused, though it may be in no text' }),
    default: Value.nullable().optional().meta({ description: 'Stands where none is given' }),
    example: Value.nullable().optional().meta({ description: 'Stands in previews' }),
    description: z.string().max(500).nullable().optional(),
  }),
)
const Definitions = z
  .array(Definition)
  .max(mostVariables)
  .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, { params: { code: 'conflict' } })

const Translation = named(
  'TemplateTranslation',
  z.strictObject({ subject: Subject, bodyHtml: BodyHtml, bodyText: BodyText.nullable().optional() }),
)
const Translations = z
  .strictObject({ en: Translation.optional(), ar: Translation.optional() })
  .meta({ description: 'By language; of another the texts beside it are taken' })

const Engine = z.literal('liquid')

export const NewMessageTemplate = named(
  'NewMessageTemplate',
  z.strictObject({
    name: Name,
    code: Code.optional(),
    subject: Subject,
    bodyHtml: BodyHtml,
    bodyText: BodyText.nullable().optional(),
    engine: Engine.default('liquid'),
    category: Category,
    variables: Variables.default([]),
    variableDefinitions: Definitions.default([]),
    translations: Translations.default({}),
    isActive: z.boolean().default(true),
    tenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; a platform admin's is the platform" }),
  }),
  {
    name: 'Order shipped',
    subject: 'Your order {{ orderNumber }} is on its way',
    bodyHtml: '<p>Hello {{ recipient.firstName }}, your order {{ orderNumber }} left today.</p>',
    category: 'notification',
    variables: ['orderNumber'],
    variableDefinitions: [{ name: 'orderNumber', required: true, example: 'A-1042' }],
    translations: { ar: { subject: 'طلبك {{ orderNumber }} في الطريق', bodyHtml: '<p dir="rtl">طلبك {{ orderNumber }} في الطريق.</p>' } },
  },
)

export const MessageTemplateChange = named(
  'MessageTemplateChange',
  z.strictObject({
    name: Name.optional(),
    code: Code.optional(),
    subject: Subject.optional(),
    bodyHtml: BodyHtml.optional(),
    bodyText: BodyText.nullable().optional(),
    engine: Engine.optional(),
    category: Category.optional(),
    variables: Variables.optional(),
    variableDefinitions: Definitions.optional(),
    translations: Translations.optional(),
    isActive: z.boolean().optional(),
    version: BodyVersion,
  }),
  { subject: 'Order {{ orderNumber }} has left', version: 1 },
)

const head = {
  id: Id,
  name: z.string(),
  code: z.string().nullable(),
  engine: Engine,
  category: z.string(),
  variables: z.array(z.string()).meta({ description: 'Those that were declared, and those that the texts ask for' }),
  isActive: z.boolean(),
  isSystem: z.boolean().meta({ description: 'Comes with the service: read-only' }),
  tenantId: Id.nullable(),
  tenantName: TenantName,
  version: z.int(),
  usageCount30d: z.int().meta({
    description:
      'Mails of the last 30 days that it wrote, of those that come with the service the ones of the own scope; counted up to 100,000',
  }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  updatedBy: Id.nullable().meta({ description: 'Null for the service itself, and for who is out of scope' }),
  updatedByName: PersonNameShown,
}

/** As lists show them: without their texts. */
export const ListedTemplate = named('ListedMessageTemplate', z.object({ ...head, subject: z.string() }))

const ShownTranslation = z.object({ subject: z.string(), bodyHtml: z.string(), bodyText: z.string().nullable() })

export const MessageTemplate = named(
  'MessageTemplate',
  z.object({
    ...head,
    subject: z.string(),
    bodyHtml: z.string(),
    bodyText: z.string().nullable().meta({ description: 'Null: made from the HTML at each rendering' }),
    variableDefinitions: z.array(
      z.object({
        name: z.string(),
        required: z.boolean(),
        default: z.unknown(),
        example: z.unknown(),
        description: z.string().nullable(),
      }),
    ),
    translations: z.object({ en: ShownTranslation.optional(), ar: ShownTranslation.optional() }),
    warnings: z
      .array(named('TemplateWarning', z.object({ code: z.enum(['UNDECLARED_VARIABLE', 'UNUSED_VARIABLE']), name: z.string() })))
      .optional()
      .meta({ description: 'Where it was written: what was declared and what the texts ask for are not the same' }),
  }),
)
