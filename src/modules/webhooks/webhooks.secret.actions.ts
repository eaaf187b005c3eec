import type { z } from 'zod'
import type { Context } from '#db/rows/context.ts'
import { update } from '#db/rows/owned.ts'
import { transact } from '#db/rows/transact.ts'
import { emit } from '#events/emit.ts'
import { openWebhookSecret, sealWebhookSecret } from '#modules/webhook-deliveries/stored-secret.ts'
import { requirePermission } from '#rights/delegation.ts'
import { factsOf } from './webhooks.actions.ts'
import { lockWebhook } from './webhooks.queries.ts'
import type { RotatedSecret, SecretRotation } from './webhooks.schema.ts'
import { hintOf, secretOf } from './webhooks.secret.ts'

const usualGraceSeconds = 86_400

/**
 * Gives a subscription another secret; for a while the present one signs along. What was there before the present one is over at once.
 * @throws AppError 400 `webhook_secret_invalid`, 404 unknown or foreign
 */
export async function rotateSecret(
  ctx: Context,
  id: string,
  { secret: given, gracePeriodSeconds = usualGraceSeconds }: z.output<typeof SecretRotation>,
): Promise<z.input<typeof RotatedSecret>> {
  const secret = secretOf(given)
  const { webhook } = await lockWebhook(ctx, id)
  const previousSecretExpiresAt = gracePeriodSeconds === 0 ? null : new Date(ctx.now.getTime() + gracePeriodSeconds * 1000)
  await update(ctx, 'webhooks')
    .set(({ eb }) => ({
      secret: sealWebhookSecret(ctx.service.keys, id, secret),
      secretHint: hintOf(secret),
      previousSecret: previousSecretExpiresAt === null ? null : webhook.secret,
      previousSecretExpiresAt,
      version: eb('version', '+', 1),
      updatedAt: ctx.now,
    }))
    .where('webhooks.id', '=', id)
    .execute()
  await emit(ctx, 'webhook.secret_rotated', { ...factsOf(webhook), data: { gracePeriodSeconds } })
  return { secret, previousSecretExpiresAt }
}

/**
 * The secret of a subscription in clear. Whoever looks at it is in the log before it is answered. Not in a transaction.
 * @throws AppError 404 unknown or foreign
 */
export async function revealSecret(ctx: Context, id: string): Promise<string> {
  return await transact(ctx, async (ctx) => {
    const { webhook, grantor } = await lockWebhook(ctx, id)
    requirePermission(grantor, 'webhooks.update')
    await emit(ctx, 'webhook.secret_viewed', factsOf(webhook))
    return openWebhookSecret(ctx.service.keys, id, webhook.secret)
  })
}
