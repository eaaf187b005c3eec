import type { z } from 'zod'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { changesBetween } from '#events/changes.ts'
import { emit } from '#events/emit.ts'
import { requireVersion } from '#http/version.ts'
import { openWebhookSecret, sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { hostOf } from '#modules/webhook-deliveries/webhook-target.ts'
import { factsOf, switchedOff } from './webhooks.actions.ts'
import { masksOf } from './webhooks.masks.ts'
import { findWebhook, getWebhook, lockWebhook, type ShownWebhook, type WebhookRow } from './webhooks.queries.ts'
import type { WebhookChange } from './webhooks.schema.ts'
import { hintOf, secretOf } from './webhooks.secret.ts'
import { requireKnownEvents } from './webhooks.subscribed.ts'
import { requireTarget } from './webhooks.target.ts'

type Wanted = Omit<z.output<typeof WebhookChange>, 'version'>

/**
 * Changes what was sent of a subscription. From then on it tells no more than whoever changed it may read. A secret that is sent takes the
 * place of the present one at once; `isActive` true forgets the failures so far. Not in a transaction: the address is looked up first.
 * @throws AppError 400 like `createWebhook`, 404 unknown or foreign, 409 `version_conflict`
 */
export async function updateWebhook(ctx: Context, id: string, wanted: Wanted, version: number | undefined): Promise<ShownWebhook> {
  await findWebhook(ctx, id)
  if (wanted.events !== undefined) requireKnownEvents(wanted.events)
  const secret = wanted.secret === undefined ? undefined : secretOf(wanted.secret)
  if (wanted.url !== undefined) await requireTarget(ctx.service, wanted.url)
  return await transact(ctx, (ctx) => change(ctx, id, { ...wanted, secret }, version))
}

async function change(ctx: Context, id: string, { secret, ...columns }: Wanted, version: number | undefined): Promise<ShownWebhook> {
  const { webhook, grantor } = await lockWebhook(ctx, id)
  requireVersion(webhook, version)
  const changes = changesBetween({ ...webhook } as Record<string, unknown>, columns)
  const isOtherSecret = secret !== undefined && openWebhookSecret(ctx.service.keys, id, webhook.secret) !== secret
  const isNothing = Object.keys(changes).length === 0 && !isOtherSecret && !(columns.isActive === true && isFailing(webhook))
  if (isNothing) return await getWebhook(ctx, id)
  const masks = masksOf(grantor)
  await update(ctx, 'webhooks')
    .set(({ eb }) => ({
      ...columns,
      ...(isOtherSecret && newSecretOf(ctx, id, secret)),
      ...(columns.isActive === true && begunAnew),
      ...(changes.isActive && columns.isActive === false && switchedOff(ctx)),
      masks,
      version: eb('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('webhooks.id', '=', id)
    .execute()
  if (changes.url) changes.url = { before: hostOf(webhook.url), after: hostOf(columns.url!) }
  const facts = factsOf({ ...webhook, url: columns.url ?? webhook.url })
  await emit(ctx, 'webhook.updated', { ...facts, changes: { ...changes, ...changesBetween({ masks: webhook.masks }, { masks }) } })
  if (isOtherSecret) await emit(ctx, 'webhook.secret_rotated', { ...facts, data: { gracePeriodSeconds: 0 } })
  return await getWebhook(ctx, id)
}

const isFailing = ({ consecutiveFailures, failingSince }: WebhookRow) => consecutiveFailures > 0 || failingSince !== null

/** As if it had never failed. */
const begunAnew = {
  disabledAt: null,
  disabledReason: null,
  consecutiveFailures: 0,
  failingSince: null,
  warnedAt: null,
  failureToldAt: null,
}

const newSecretOf = (ctx: Context, id: string, secret: string) => ({
  secret: sealWebhookSecret(ctx.service.keys, id, secret),
  secretHint: hintOf(secret),
  previousSecret: null,
  previousSecretExpiresAt: null,
})
