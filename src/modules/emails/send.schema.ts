import { z } from 'zod'
import { ExpectedCount } from '#http/bulk/bulk.ts'
import { exampleIds } from '#http/example-values.ts'
import { oneLine } from '#http/person-fields.ts'
import { Id, named, shapeAbout, Timestamp } from '#http/shapes.ts'
import { isAddrSpec } from '#outside/mail/address.ts'
import { emailPriorities } from './emails.schema.ts'
import { hiddenOfMail } from './recipient-mask.ts'

/** Bounded so that a thread that renders is not handed a book. */
const mostCharacters = 100_000
const Variables = z
  .record(z.string().max(100), z.unknown())
  .refine((given) => JSON.stringify(given).length <= mostCharacters, { params: { code: 'too_big' } })
  .meta({ description: 'By name, in HTML shown as text; 100,000 characters as JSON at most' })

const Subject = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .nullable()
  .optional()
  .meta({ description: 'In place of that of the template, and like it a text in Liquid' })
const ScheduledAt = z.iso
  .datetime({ offset: true })
  .nullable()
  .optional()
  .meta({ description: 'Not before; a year ahead at most, and what is past means now' })
const Locale = z
  .enum(['en', 'ar'])
  .nullable()
  .optional()
  .meta({ description: "Of the translation; the recipient's language when left out" })
const Priority = z
  .enum(emailPriorities)
  .default('normal')
  .meta({ description: 'Among mails that admins send; codes and links go before all' })

/** Exactly one address: no list, group, comment, quoted part or line break. */
const Address = z
  .string()
  .max(254)
  .refine(isAddrSpec, { params: { code: 'format' } })

export const NewEmail = named(
  'NewEmail',
  z.strictObject({
    to: Address,
    toName: oneLine(100).nullable().optional().meta({ description: 'Left out, the name of the account that has the address' }),
    recipientId: Id.nullable().optional().meta({ description: 'Of the account that has the address, where several have it' }),
    subject: Subject,
    templateId: Id,
    variables: Variables.optional(),
    priority: Priority,
    scheduledAt: ScheduledAt,
    locale: Locale,
  }),
  { to: 'lina@acme.example', templateId: exampleIds.template, variables: { orderNumber: 'A-1042' }, priority: 'high', scheduledAt: null },
)

export const AcceptedEmail = named(
  'AcceptedEmail',
  shapeAbout(
    {
      id: Id,
      status: z.enum(['queued', 'scheduled', 'sent', 'failed', 'cancelled']),
      to: z.string().optional().meta({ description: 'Left out where the caller may not see such addresses' }),
      subject: z.string().nullable().optional(),
      templateId: z.string().nullable(),
      priority: z.enum(emailPriorities),
      scheduledAt: Timestamp.nullable(),
      createdAt: Timestamp,
    },
    hiddenOfMail,
  ),
)

export const mostRecipients = 1000
export const mostMatching = 10_000

const BulkRecipient = named(
  'BulkEmailRecipient',
  z.strictObject({
    to: z.string().max(1000),
    recipientId: Id.nullable().optional().meta({ description: 'Of the account that has the address, where several have it' }),
    variables: Variables.optional().meta({ description: 'Beside those of all, and before them' }),
  }),
)
const BulkFilter = named(
  'BulkEmailFilter',
  z.strictObject({
    target: z.enum(['admins', 'users', 'all']),
    tenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; on the platform all" }),
    includeDescendants: z.boolean().default(false).meta({ description: 'The tenants below it, too' }),
    search: z.string().trim().min(1).max(100).optional(),
    isActive: z.boolean().optional().meta({ description: 'True when left out' }),
    roleId: Id.nullable().optional().meta({ description: 'Admins of this role; no users then' }),
    groupId: z.string().max(100).nullable().optional().meta({ description: 'Admins of this group; no users then' }),
    emailVerified: z.boolean().nullable().optional().meta({ description: 'Users alone; no admins then' }),
    ids: z.array(Id).max(mostRecipients).optional().meta({ description: 'These alone; none given means no such bound' }),
    excludeIds: z.array(Id).max(mostRecipients).optional(),
  }),
)

export const NewEmails = named(
  'NewEmails',
  z
    .strictObject({
      templateId: Id,
      subject: Subject,
      variables: Variables.optional(),
      priority: Priority,
      scheduledAt: ScheduledAt,
      locale: Locale,
      dryRun: z.boolean().default(false).meta({ description: 'Only tells who it would go to; answers 200' }),
      expectedCount: ExpectedCount,
      recipients: z.array(BulkRecipient).min(1).optional().meta({ description: 'A thousand at most: more are 400 `bulk_too_large`' }),
      filter: BulkFilter.optional(),
    })
    .refine(({ recipients, filter }) => (recipients === undefined) !== (filter === undefined), {
      path: ['recipients'],
      params: { code: 'required' },
    }),
  { templateId: exampleIds.template, recipients: [{ to: 'lina@acme.example', variables: { name: 'Lina' } }], dryRun: true },
)

export const SkippedRecipient = named(
  'SkippedEmailRecipient',
  z.object({
    to: z
      .string()
      .meta({ description: 'The address as it was sent; of an account that a filter found its id where the caller may not see it' }),
    reason: z.enum(['duplicate', 'invalid_address', 'suppressed', 'not_allowed']),
  }),
)

const SampleRecipient = named(
  'SampleEmailRecipient',
  shapeAbout(
    {
      to: z.string().optional(),
      toName: z.string().nullable(),
      recipientType: z.enum(['admin', 'user', 'external']),
      recipientId: z.string().nullable(),
    },
    hiddenOfMail,
  ),
)

export const AcceptedEmails = named(
  'AcceptedEmails',
  z.object({
    batchId: z.string().nullable().meta({ description: 'Null of a dry run' }),
    total: z.int().meta({ description: 'Recipients that were named or matched; as many as were `planned` where the call was made before' }),
    planned: z.int().meta({
      description:
        'Mails that were to be made, or would be. Where fewer are queued and scheduled the call broke off, or some were left out in the middle',
    }),
    queued: z.int(),
    scheduled: z.int(),
    skipped: z.array(SkippedRecipient).meta({ description: 'The first thousand' }),
    sample: z.array(SampleRecipient).optional().meta({ description: 'Of a dry run: five of whom it would go to' }),
    message: z.string(),
  }),
)
