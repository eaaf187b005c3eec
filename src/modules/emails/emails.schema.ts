import { z } from 'zod'
import { Within } from '#db/lists/list-within.ts'
import { exampleIds } from '#http/example-values.ts'
import { Id, named, PersonNameShown, shapeAbout, TenantName, Timestamp } from '#http/shapes.ts'
import { hiddenOfMail } from './recipient-mask.ts'

export const emailStatuses = ['queued', 'scheduled', 'sent', 'failed', 'cancelled'] as const
export const emailPriorities = ['low', 'normal', 'high'] as const
export const bounceTypes = ['hard', 'soft', 'complaint'] as const

const moment = Timestamp.nullable()
const RecipientType = z.enum(['admin', 'user', 'external']).meta({ description: '`external`: an address that nobody here is known by' })

const fields = {
  id: Id,
  tenantId: z.string().nullable(),
  tenantName: TenantName,
  to: z.string().optional().meta({ description: 'Left out where the caller may not see the addresses of such people' }),
  toName: z.string().nullable(),
  recipientType: RecipientType,
  recipientId: z.string().nullable(),
  subject: z.string().nullable().optional().meta({ description: 'Of a built-in mail null until it has left' }),
  templateId: z.string().nullable().meta({ description: 'Null for a built-in mail' }),
  templateName: z.string(),
  category: z.string(),
  priority: z.enum(emailPriorities),
  status: z.enum(emailStatuses),
  scheduledAt: moment,
  createdAt: Timestamp,
  queuedAt: moment,
  sentAt: moment,
  failedAt: moment.meta({ description: 'To the minute where `to` is left out' }),
  cancelledAt: moment,
  expiresAt: moment.meta({ description: 'Not tried any longer than that' }),
  attempts: z.int().meta({ description: 'Since it was sent, or sent again; of a mail from a template those at which there was a relay' }),
  maxAttempts: z.int().nullable().meta({ description: 'Of a mail from a template 3; null for a built-in one: tried until `expiresAt`' }),
  nextAttemptAt: moment,
  errorCode: z.string().nullable().meta({
    description:
      'What went wrong last: `relay_away`, `relay_deferred`, `relay_refused`, `recipient_refused`, `expired`, `tenant_inactive`, `unwritable`, `job_lost`',
  }),
  error: z.string().nullable().optional().meta({ description: 'The same in the words of the relay; left out like `to`' }),
  providerMessageId: z.string().nullable(),
  batchId: z.string().nullable(),
  resendCount: z.int(),
  bounceType: z.enum(bounceTypes).nullable().optional().meta({ description: 'Of one that came back; left out like `to`' }),
  bouncedAt: moment.optional(),
  createdBy: z.string().nullable().meta({ description: 'Who sent it; null for the service itself and for somebody from above' }),
  createdByName: PersonNameShown,
}

/** One mail. What its recipient's mask hides is left out by the shape. */
export const Email = named('Email', shapeAbout(fields, hiddenOfMail))

const EmailEvent = named(
  'EmailEvent',
  shapeAbout(
    {
      at: Timestamp,
      type: z.enum(['queued', 'scheduled', 'deferred', 'sent', 'failed', 'cancelled', 'requeued', 'bounced']),
      detail: z.string().nullable().optional(),
    },
    hiddenOfMail,
  ),
)

const body = z.string().nullable().optional()
export const EmailDetail = named(
  'EmailDetail',
  shapeAbout(
    {
      ...fields,
      html: body.meta({ description: 'Kept 30 days; null for a built-in mail, always: it may hold a code, a link or a password' }),
      text: body,
      events: z.array(EmailEvent).meta({ description: 'What became of it, oldest first; the last hundred' }),
    },
    hiddenOfMail,
  ),
)

const Day = z.union([z.iso.datetime({ offset: true }), z.iso.date()])
export const StatsQuery = z.strictObject({
  dateFrom: Day.optional().meta({ description: 'Its day (UTC) and all after it; 30 days before `dateTo` when left out' }),
  dateTo: Day.optional().meta({ description: 'To the end of its day (UTC); today when left out. A year after `dateFrom` at most' }),
  within: Within,
})

const counted = z.int().nonnegative()
export const EmailStats = named(
  'EmailStats',
  z.object({
    sent: counted,
    failed: counted,
    queued: counted.meta({ description: 'Of those made in the period: how many wait now' }),
    scheduled: counted,
    cancelled: counted,
    bounced: counted.meta({
      description:
        'Hard and soft, recipients that were refused at once among them; of those whose address the caller may see, as `complaints`',
    }),
    complaints: counted,
    total: counted,
    bounceRate: z.number().meta({
      description:
        'Percent of what was sent or refused at once; 0 where nothing was. Too low for who may not see every address: what came back of hidden ones is not counted',
    }),
    period: named('StatsPeriod', z.object({ from: Timestamp, to: Timestamp })),
    series: z.array(named('StatsDay', z.object({ date: z.iso.date(), sent: counted, failed: counted, bounced: counted }))),
  }),
)

/** As the mask of its kind shows it. */
export const Recipient = named(
  'Recipient',
  shapeAbout(
    {
      id: Id,
      type: z.enum(['admin', 'user']),
      email: z.string().optional(),
      name: z.string(),
      firstName: z.string(),
      lastName: z.string(),
      tenantId: z.string().nullable(),
      tenantName: TenantName,
      avatarUrl: z.string().nullable(),
    },
    ({ type }, actor) => (hiddenOfMail({ recipientType: type }, actor).length > 0 ? ['email'] : []),
  ),
)
export const Recipients = named('Recipients', z.object({ items: z.array(Recipient), totalCount: z.int() }))

const anyText = (most: number) =>
  z
    .string()
    .min(1)
    .max(most)
    .refine((text) => !text.includes('\0') && text.isWellFormed(), { params: { code: 'nul_character' } })

export const Bounce = named(
  'EmailBounce',
  z
    .strictObject({
      emailId: Id.optional(),
      providerMessageId: anyText(500).optional().meta({ description: 'As the relay gave it, or the Message-ID of the mail' }),
      to: anyText(254).optional().meta({ description: 'The newest mail to this address, where neither id is known' }),
      type: z
        .enum(bounceTypes)
        .meta({ description: '`hard`: nobody is there; `soft`: not now; `complaint`: the recipient called it spam' }),
      diagnostic: anyText(500).optional().meta({ description: 'In the words of who sent it back' }),
      occurredAt: z.iso.datetime({ offset: true }).optional(),
    })
    .refine(({ emailId, providerMessageId, to }) => [emailId, providerMessageId, to].some((one) => one !== undefined), {
      path: ['emailId'],
      params: { code: 'required' },
    }),
  { emailId: exampleIds.email, type: 'hard', diagnostic: '550 5.1.1 unknown user' },
)

export const ByBatch = z.object({ batchId: Id })
export const CancelledBatch = named('CancelledEmailBatch', z.object({ affected: z.int(), message: z.string() }))
