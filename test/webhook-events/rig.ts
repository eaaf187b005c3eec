/** Subscriptions as rows, what the fan-out owes them, and the judge of every body. */
import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { uuidv7 } from '#core/uuid.ts'
import { FanOut } from '#events/fan-out.ts'
import { sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { type WebhookBody, webhookEvents } from '#modules/webhook-events/catalogue.ts'
import { webhookDeliveries } from '#modules/webhook-events/webhook-deliveries.target.ts'
import type { TestApp } from '../harness.ts'

export interface Listening {
  readonly tenantId: string | null
  readonly events: readonly string[]
  readonly includeDescendants?: boolean
  readonly isActive?: boolean
  readonly retryPolicy?: 'persistent' | 'exponential'
  readonly masks?: Record<string, string[]>
  /** Where it is sent, and what signs it; unless given nothing can be sent. */
  readonly receiver?: { readonly url: string; readonly secret: string }
}

/** A subscription, whose id comes back. */
export async function listen({ open: { service } }: Pick<TestApp, 'open'>, wanted: Listening): Promise<string> {
  const now = service.clock.now()
  const id = uuidv7(now)
  const { events, masks = {}, receiver, ...rest } = wanted
  await service.database.kysely
    .insertInto('webhooks')
    .values({
      id,
      ...rest,
      events: [...events],
      masks: JSON.stringify(masks),
      url: receiver?.url ?? 'https://hooks.example.test/in',
      secret: receiver ? sealWebhookSecret(service.keys, id, receiver.secret) : 'sealed',
      secretHint: '',
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return id
}

/** Everything that happened until now is told. */
export async function tell({ open: { service } }: Pick<TestApp, 'open'>): Promise<void> {
  const failures: unknown[] = []
  const log = {
    ...createLogger({ level: 'silent' }),
    warn: (fault: unknown) => failures.push(fault),
    error: (fault: unknown) => failures.push(fault),
  }
  await new FanOut(service, log as never, { targets: [webhookDeliveries(service)] }).drain()
  assert.deepEqual(failures, [])
}

export interface Delivery {
  readonly id: string
  readonly webhookId: string
  readonly eventId: string
  readonly event: string
  readonly text: string
  readonly body: WebhookBody
  readonly masks: Record<string, string[]>
  readonly status: string
  readonly maxAttempts: number
  /** What really happened, as our own catalogue calls it. */
  readonly type: string
}

/** What a subscription is owed, in the order in which it happened. */
export async function owedTo({ open: { service } }: Pick<TestApp, 'open'>, webhookId: string): Promise<Delivery[]> {
  const { rows } = await sql<Omit<Delivery, 'body'>>`
    select d.id, d.webhook_id, d.event_id, d.event, d.body as text, d.masks, d.status, d.max_attempts, e.type
    from webhook_deliveries d join events e on e.id = d.event_id
    where d.webhook_id = ${webhookId} order by d.event_id, d.event`.execute(service.database.kysely)
  return rows.map((row) => ({ ...row, body: JSON.parse(row.text) as WebhookBody }))
}

const judge = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
;(addFormats as unknown as (ajv: Ajv2020) => void)(judge)
const judges = new Map(webhookEvents.map(({ name, schema }) => [name, judge.compile(schema)]))

/** Fails unless a body fits the schema of its name, and holds nothing that the schema does not promise. */
export function assertFits({ event, body, text, type }: Delivery): void {
  const validate = judges.get(event)
  assert.ok(validate, event)
  assert.ok(validate(body), `${event} from ${type}: ${judge.errorsText(validate.errors)} in ${text}`)
  assert.deepEqual(Object.keys(body), ['event', 'timestamp', 'tenantId', 'data'])
  assert.equal(body.event, event)
  const { schema } = webhookEvents.find(({ name }) => name === event)!
  const { data } = schema.properties as { data: { properties: Record<string, unknown> } }
  for (const field of Object.keys(body.data)) assert.ok(field in data.properties, `${event} says ${field}`)
}
