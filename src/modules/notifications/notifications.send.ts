import { sql } from 'kysely'
import type { z } from 'zod'
import { notFound } from '#core/errors.ts'
import type { AccountKind, Context } from '#db/rows/context.ts'
import { accountDoors, select } from '#db/rows/owned.ts'
import { emit } from '#events/emit.ts'
import { onceKeyOf } from '#http/once/once-key.ts'
import type { Exchange } from '#http/route.ts'
import { addNotifications } from './new-notifications.ts'
import type { AffectedRecipients, NewNotification } from './notifications.schema.ts'
import { holdKey, keepAffected } from './sent-once.ts'

interface Target {
  readonly id: string
  readonly kind: AccountKind
  readonly tenantId: string | null
}

/**
 * Tells accounts in scope something in the caller's own words, each once however often it is named. The text is in nobody's log: only that
 * and how many were told. With an `Idempotency-Key` the same call within a day tells nobody again.
 * @throws AppError 404 `targets` where one is unknown, deleted or foreign; then nobody is told; 409 `idempotency_key_reused`
 */
export async function sendNotification(
  ctx: Context,
  wanted: z.output<typeof NewNotification>,
  exchange: Pick<Exchange, 'header'>,
): Promise<z.input<typeof AffectedRecipients>> {
  const once = onceKeyOf(exchange, wanted)
  const before = once && (await holdKey(ctx, once))
  if (before !== null) return { affected: before }
  const affected = await tellAll(ctx, wanted)
  if (once) await keepAffected(ctx, once, affected)
  return { affected }
}

async function tellAll(ctx: Context, { targets, title, body, severity, link }: z.output<typeof NewNotification>): Promise<number> {
  const eventId = await emit(ctx, 'notification.sent', {
    tenantId: ctx.actor.tenantId,
    data: { affected: new Set(targets.map(({ id }) => id)).size, severity },
  })
  const found: Target[] = []
  for (const kind of ['admin', 'user'] as const) {
    const ids = [...new Set(targets.flatMap((target) => (target.type === kind ? [target.id] : [])))]
    found.push(...(await targetsOf(ctx, kind, ids)))
  }
  // the words are those of who wrote them, and not of somebody they act as
  const actorId = ctx.actor.impersonatorId ?? ctx.actor.id
  const said = { type: 'message', severity, title, body, data: {}, link, actorId, eventId }
  return await addNotifications(
    ctx.db,
    ctx.now,
    found.map(({ id, kind, tenantId }) => ({ accountId: id, kind, tenantId, ...said })),
    ctx.wakes,
  )
}

async function targetsOf(ctx: Context, kind: AccountKind, ids: readonly string[]): Promise<Target[]> {
  if (ids.length === 0) return []
  const rows = await select(ctx, accountDoors[kind])
    .select(['accounts.id', 'accounts.tenantId'])
    .where(sql<boolean>`accounts.id = any(${ids}::uuid[])`)
    .orderBy('accounts.id')
    .forKeyShare()
    .execute()
  if (rows.length !== ids.length) throw notFound('targets')
  return rows.map(({ id, tenantId }) => ({ id, tenantId, kind }))
}
