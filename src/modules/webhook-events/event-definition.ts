import { z } from 'zod'
import { documentSchemaOf, type JsonSchema } from '#http/document/json-schema.ts'
import { exampleIds, exampleTime, moment, tenantId } from './body-shapes.ts'

export type WebhookCategory = 'admin' | 'user' | 'tenant' | 'role' | 'sign_in' | 'entity' | 'test'

/** What a receiver is sent, as JSON. */
export interface WebhookBody {
  readonly event: string
  /** When it happened, UTC with milliseconds. */
  readonly timestamp: string
  readonly tenantId: string | null
  readonly data: Readonly<Record<string, unknown>>
}

/** One kind of event that webhooks tell of. */
export interface WebhookEvent {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly category: WebhookCategory
  /** `*` and `prefix.*` stand for it. */
  readonly inWildcard: boolean
  /** The other name under which the same occurrence is told. */
  readonly pairOf: string | null
  readonly isSubscribable: boolean
  readonly deprecated: boolean
  readonly schemaVersion: number
  /** The whole body. */
  readonly body: z.ZodType<WebhookBody>
  /** JSON Schema 2020-12 of the whole body. */
  readonly schema: JsonSchema
  readonly example: WebhookBody
}

interface Definition<S extends z.ZodType> {
  readonly title: string
  readonly description: string
  readonly category: WebhookCategory
  readonly inWildcard?: boolean
  readonly pairOf?: string
  readonly isSubscribable?: boolean
  readonly data: S
  /** The `data` of the example. */
  readonly example: z.input<S>
}

/** An event of the catalogue; its schema and its example's frame are made here. */
export function webhookEvent<S extends z.ZodType>(name: string, definition: Definition<S>): WebhookEvent {
  const { data, example, inWildcard = true, isSubscribable = true, pairOf = null, ...rest } = definition
  const body = z.looseObject({ event: z.literal(name), timestamp: moment, tenantId, data })
  return {
    name,
    ...rest,
    inWildcard,
    pairOf,
    isSubscribable,
    deprecated: false,
    schemaVersion: 1,
    body: body as unknown as z.ZodType<WebhookBody>,
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...open(documentSchemaOf(body, 'output')) },
    example: { event: name, timestamp: exampleTime, tenantId: exampleIds.tenant, data: example as Record<string, unknown> },
  }
}

/** `additionalProperties: {}` as what it means, which more tools understand; of a moment its format says enough. */
function open(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key === 'additionalProperties' && value !== null && typeof value === 'object' && Object.keys(value).length === 0) return true
    if (key === 'pattern' && typeof value === 'string' && value.includes('T(?:')) return undefined
    return value
  }) as JsonSchema
}
