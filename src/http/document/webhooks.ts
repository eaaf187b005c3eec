import type { JsonSchema } from './json-schema.ts'

/** What is to be known of one kind of request that the service sends to whoever subscribed. */
export interface SentEvent {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inWildcard: boolean
  readonly pairOf: string | null
  readonly isSubscribable: boolean
  /** Of the whole body. */
  readonly schema: JsonSchema
  readonly example: unknown
}

type Json = Record<string, unknown>

const headers: Readonly<Record<string, readonly [name: string, description: string]>> = {
  WebhookSignature: [
    'X-Webhook-Signature',
    '`sha256=` with the HMAC-SHA256 of the raw body in 64 hex digits, keyed with the secret; two, the present first, while a former secret is still good',
  ],
  WebhookId: ['X-Webhook-Id', 'Of the delivery: the same on every attempt and replay, so that a receiver can tell what it has had'],
  WebhookTimestamp: ['X-Webhook-Timestamp', 'Of this attempt, ISO 8601 in UTC; `timestamp` in the body is when it happened'],
}

/** The headers of every such request, for the components of the document. */
export const webhookParameters: Json = Object.fromEntries(
  Object.entries(headers).map(([key, [name, description]]) => [
    key,
    { name, in: 'header', required: true, description, schema: { type: 'string' } },
  ]),
)

/** The `webhooks` of the document, by the name of the event (OpenAPI 3.1, "Webhooks"). */
export const webhooksOf = (events: readonly SentEvent[]): Json =>
  Object.fromEntries(events.map((event) => [event.name, { post: webhookOf(event) }]))

function webhookOf({ title, description, inWildcard, pairOf, isSubscribable, schema, example }: SentEvent): Json {
  const { $schema, ...body } = schema
  const twin = pairOf && ` The same occurrence is also told as \`${pairOf}\`.`
  return {
    summary: title,
    description: `${description}${twin ?? ''}${isSubscribable && !inWildcard ? ' Wildcards do not stand for it.' : ''}`,
    security: [],
    parameters: Object.keys(headers).map((key) => ({ $ref: `#/components/parameters/${key}` })),
    requestBody: { required: true, content: { 'application/json': { schema: body, example } } },
    responses: {
      '2XX': { description: 'Taken' },
      '410': { description: 'Never again: the subscription is switched off' },
      default: { description: 'Not taken: it is sent again' },
    },
  }
}
