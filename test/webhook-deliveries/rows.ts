/** Subscriptions and deliveries as rows, and a dispatcher at them. */
import { sql } from 'kysely'
import { maskableFields, maskedAreas } from '#core/permission-areas.ts'
import { uuidv7 } from '#core/uuid.ts'
import { Dispatcher } from '#modules/webhook-deliveries/dispatcher.ts'
import { sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import type { Bench } from '../jobs/bench.ts'
import { eventually } from '../rig/ports.ts'

export const secretOfRows = 'whsec_dGVzdC1zZWNyZXQtMzItYnl0ZXMtbG9uZy0xMjM0NTY='

export interface WebhookRow {
  tenantId?: string | null
  url: string
  secret?: string
  retryPolicy?: 'persistent' | 'exponential'
  isActive?: boolean
  masks?: Record<string, string[]>
  isSlow?: boolean
}

/** Has a tenant granted what it needs to have webhooks at all. */
async function grantWebhooks({ database }: Bench, tenantId: string): Promise<void> {
  await sql`insert into permissions (name, id, category) values ('webhooks.view', gen_random_uuid(), 'webhooks') on conflict do nothing`.execute(
    database.kysely,
  )
  await sql`insert into tenant_permissions (tenant_id, permission) values (${tenantId}, 'webhooks.view') on conflict do nothing`.execute(
    database.kysely,
  )
}

/** A living subscription to everything, of a tenant that may have one. @returns its id */
export async function makeWebhook(bench: Bench, row: WebhookRow): Promise<string> {
  const { database, service, clock } = bench
  const id = uuidv7(clock.now())
  const { secret = secretOfRows, tenantId = null, masks = {}, ...columns } = row
  if (tenantId !== null) await grantWebhooks(bench, tenantId)
  await database.kysely
    .insertInto('webhooks')
    .values({
      id,
      tenantId,
      events: ['*'],
      secret: sealWebhookSecret(service.keys, id, secret),
      secretHint: '…',
      masks: JSON.stringify(masks),
      createdAt: clock.now(),
      updatedAt: clock.now(),
      ...columns,
    })
    .execute()
  return id
}

/** Of a body that tells of nobody. */
const leavesAllOut = Object.fromEntries(maskedAreas.map((area) => [area, maskableFields(area)]))

/** Deliveries that are due now, in the order they are to leave; nobody is named in their bodies. @returns their ids */
export async function makeDeliveries({ database, clock }: Bench, webhookId: string, count = 1, maxAttempts = 6): Promise<string[]> {
  const now = clock.now()
  const ids = Array.from({ length: count }, () => uuidv7(now))
  await sql`
    insert into webhook_deliveries (id, webhook_id, event_id, event, body, masks, status, max_attempts, next_attempt_at, created_at)
    select id, ${webhookId}, gen_random_uuid(), 'admin.created', '{"event":"admin.created","n":"' || id || '"}',
      ${JSON.stringify(leavesAllOut)}::jsonb, 'Pending', ${maxAttempts}, ${now}, ${now} from unnest(${ids}::uuid[]) as id`.execute(
    database.kysely,
  )
  return ids
}

export const deliveryOf = ({ database }: Bench, id: string) =>
  database.kysely.selectFrom('webhookDeliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const webhookOf = ({ database }: Bench, id: string) =>
  database.kysely.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

export const attemptsOf = ({ database }: Bench, deliveryId: string) =>
  database.kysely.selectFrom('webhookAttempts').selectAll().where('deliveryId', '=', deliveryId).orderBy('number').execute()

/** How many deliveries are neither ended nor planned for later. */
export async function countDue({ database, clock }: Bench): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from webhook_deliveries
    where status in ('Pending', 'Retrying') and (next_attempt_at <= ${clock.now()} or lease_until is not null)`.execute(database.kysely)
  return rows[0]!.n
}

/** Has a dispatcher at work until `work` is done. */
export async function dispatching<T>(bench: Bench, work: (dispatcher: Dispatcher) => Promise<T>): Promise<T> {
  const dispatcher = new Dispatcher(bench.service, bench.log)
  dispatcher.start()
  try {
    return await work(dispatcher)
  } finally {
    await dispatcher.stop(1000)
  }
}

/** Tries all that is due now, and writes what came of it. */
export const deliverDue = (bench: Bench): Promise<void> =>
  dispatching(bench, async (dispatcher) => {
    dispatcher.wake()
    await eventually('what is due to be tried', async () => (await countDue(bench)) === 0)
  })
