import { z } from 'zod'
import { Id, named, PersonNameShown, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

export const retryPolicies = ['persistent', 'exponential'] as const

/** As many as one subscription may list. */
const mostEvents = 50
/** What is longer is refused by its own code; this only bounds what is looked at. */
const mostLooked = 10_000

const url = z.string().max(mostLooked).meta({
  description: 'https, without user and fragment, 2048 characters at most; where its name is known it must lead to the public Internet',
})
const events = z
  .array(z.string().min(1).max(100))
  .min(1)
  .max(mostEvents)
  .transform((all) => [...new Set(all)])
  .meta({ description: 'Names of `GET /event-types`, `*`, or `prefix.*`; the same name twice counts once' })
const secret = z.string().max(mostLooked)
const secretText = '16 to 256 printable ASCII characters; every signature is keyed with all of it as it is written'
const description = z.string().trim().max(500)
const isActive = z.boolean()
const retryPolicy = z.enum(retryPolicies).meta({ description: '`persistent`: six attempts in 15 hours; `exponential`: four in 4 minutes' })
const includeDescendants = z.boolean().meta({ description: 'Whether it is told of all tenants below its own, too' })

export const NewWebhook = named(
  'NewWebhook',
  z.strictObject({
    url,
    events,
    secret: secret
      .nullable()
      .optional()
      .meta({ description: `${secretText}; made when left out` }),
    isActive: isActive.optional(),
    description: description.optional(),
    retryPolicy: retryPolicy.optional(),
    includeDescendants: includeDescendants.optional(),
  }),
  { url: 'https://hooks.acme.example/in', events: ['admin.created', 'tenant.*'], description: 'Our directory' },
)

export const WebhookChange = named(
  'WebhookChange',
  z.strictObject({
    url: url.optional(),
    events: events.optional(),
    secret: secret.optional().meta({ description: `${secretText}; the present one is over at once` }),
    isActive: isActive.optional().meta({ description: 'true also forgets the failures so far' }),
    description: description.optional(),
    retryPolicy: retryPolicy.optional(),
    includeDescendants: includeDescendants.optional(),
    version: BodyVersion,
  }),
  { isActive: false, version: 3 },
)

const Recent = z
  .object({
    total: z.int(),
    delivered: z.int(),
    failed: z.int(),
    successRate: z.number().nullable().meta({ description: 'Percent of those that ended; null where none did' }),
  })
  .meta({ id: 'WebhookRecentDeliveries' })

const fields = {
  id: Id,
  tenantId: Id.nullable().meta({ description: 'Whose events it is told; null: of the platform, which are those of all' }),
  tenantName: TenantName,
  url: z.string(),
  events: z.array(z.string()),
  isActive: z.boolean(),
  description: z.string(),
  secretHint: z.string().meta({ description: 'The last characters of its secret' }),
  hasPreviousSecret: z.boolean().meta({ description: 'Whether the secret before signs along still' }),
  previousSecretExpiresAt: Timestamp.nullable(),
  retryPolicy: z.enum(retryPolicies),
  includeDescendants: z.boolean(),
  disabledAt: Timestamp.nullable(),
  disabledReason: z.enum(['consecutive_failures', 'gone', 'manual']).nullable(),
  consecutiveFailures: z.int().meta({ description: 'Attempts without a success between them' }),
  failingSince: Timestamp.nullable(),
  lastDeliveryAt: Timestamp.nullable(),
  lastStatus: z.string().nullable(),
  stats24h: Recent,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  createdBy: z.string().nullable().meta({ description: 'Id of the admin; null for who is out of scope' }),
  createdByName: PersonNameShown,
  version: z.int(),
}

export const Webhook = named('Webhook', z.object(fields))

const ownSecret = z.string().meta({ description: 'Shown now, and by `GET /{id}/secret`' })
export const CreatedWebhook = named('CreatedWebhook', z.object({ ...fields, secret: ownSecret }))
export const WebhookSecret = named('WebhookSecret', z.object({ secret: z.string() }))

/** A week. */
const longestGrace = 604_800

export const SecretRotation = named(
  'WebhookSecretRotation',
  z.strictObject({
    secret: secret
      .nullable()
      .optional()
      .meta({ description: `${secretText}; made when null or left out` }),
    gracePeriodSeconds: z
      .int()
      .min(0)
      .max(longestGrace)
      .optional()
      .meta({ description: 'How long the present secret signs along; a day when left out. What was there before that is over at once' }),
  }),
  { secret: null, gracePeriodSeconds: 86_400 },
)

export const RotatedSecret = named(
  'RotatedWebhookSecret',
  z.object({
    secret: z.string(),
    previousSecretExpiresAt: Timestamp.nullable().meta({ description: 'Until when both sign; null: only this one does' }),
  }),
)

export const WebhookEventType = named(
  'WebhookEventType',
  z.object({
    name: z.string().meta({ description: 'Exactly as a subscription lists it' }),
    title: z.string(),
    description: z.string(),
    category: z.string(),
    inWildcard: z.boolean().meta({ description: 'Whether `*` and `prefix.*` stand for it, too' }),
    pairOf: z.string().nullable().meta({ description: 'The event that tells of the same occurrence under its other name' }),
    deprecated: z.boolean(),
    schemaVersion: z.int(),
    schema: z.looseObject({}).meta({ description: 'JSON Schema 2020-12 of the whole body' }),
    example: z.looseObject({}).meta({ description: 'A whole body' }),
  }),
)
