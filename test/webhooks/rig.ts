/** Subscriptions for tests: rows that no request made, and the words in which requests make them. */
import { randomUUID } from 'node:crypto'
import { type PermissionName, permissionByName } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import { sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { hintOf, newSecret } from '#modules/webhooks/webhooks.secret.ts'
import { addAdmin, change } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const hooks = '/api/v1/webhooks'

/** Nobody answers there, and nobody is asked: no test sends to it. */
export const someUrl = 'https://hooks.acme.example/in'
export const wanted = (more: Record<string, unknown> = {}) => ({ url: someUrl, events: ['admin.created'], ...more })

/** A subscription of any tenant, or of the platform, as its row stands. */
export async function addWebhook(app: TestApp, tenantId: string | null, more: { url?: string; events?: string[] } = {}): Promise<string> {
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const secret = newSecret()
    const fixed = { url: someUrl, events: ['*'], description: `Of ${randomUUID()}`, secretHint: hintOf(secret) }
    const row = { id, tenantId, ...fixed, ...more, secret: sealWebhookSecret(ctx.service.keys, id, secret) }
    await ctx.db
      .insertInto('webhooks')
      .values({ ...row, createdAt: ctx.now, updatedAt: ctx.now })
      .execute()
    return id
  })
}

interface DeliveryRow {
  readonly status?: 'Pending' | 'Retrying' | 'Delivered' | 'Failed'
  readonly event?: string
  readonly body?: string
  readonly masks?: Record<string, string[]>
  readonly httpStatus?: number | null
  readonly isTest?: boolean
  readonly nextAttemptAt?: Date
  readonly createdAt?: Date
}

/** What was sent, or is still to be, as its row stands. */
export async function addDelivery(app: TestApp, webhookId: string, more: DeliveryRow = {}): Promise<string> {
  return await change(app, async (ctx) => {
    const id = uuidv7(ctx.now)
    const fixed = { event: 'admin.created', body: '{}', status: 'Delivered' as const, httpStatus: 200, createdAt: ctx.now, maxAttempts: 6 }
    await ctx.db
      .insertInto('webhookDeliveries')
      .values({ id, webhookId, ...fixed, ...more })
      .execute()
    return id
  })
}

export const idsOf = (permissions: readonly PermissionName[]) => permissions.map((name) => permissionByName(name)!.id)

/** Of an admin of the tenant whose role lists these, with the fields that they hide. */
export async function tokenWith(
  app: TestApp,
  tenantId: string | null,
  permissions: readonly PermissionName[],
  restricted: Partial<Record<PermissionName, string[]>> = {},
): Promise<string> {
  const token = await app.superToken()
  const idOf = (name: string) => permissionByName(name)!.id
  const restrictedFields = Object.fromEntries(Object.entries(restricted).map(([name, fields]) => [idOf(name), fields]))
  const body = { name: `Role ${randomUUID()}`, tenantId, permissionIds: permissions.map(idOf), restrictedFields }
  const { id: roleId } = expectStatus(await app.post('/api/v1/roles', body, { token }), 201).json
  const one = await addAdmin(app, tenantId, { roleId })
  const where = tenantId === null ? { isPlatformAdmin: true } : { tenantId }
  return (await app.signIn(one.email, one.password, where)).accessToken
}
