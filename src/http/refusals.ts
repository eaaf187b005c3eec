import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { after, minutesMs } from '#core/clock.ts'
import type { AppError } from '#core/errors.ts'
import { isUuid } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { transact } from '#db/rows/transact.ts'
import { emit, type Json } from '#events/emit.ts'

const counter = 'refusal'

/**
 * A refusal (403, or 404 for an id that was given) is a security event, at most one a minute for the same caller and operation,
 * over all processes: the row of the counter decides. The id is written as it was sent; nothing is looked up. What was sent in its place and
 * is no id is not written at all: it may be anybody's address, which no erasure would find. Beside the code stands why: the missing
 * permission, the excess, the rule, the restricted fields.
 */
export async function recordRefusal(ctx: Context, operation: string, id: string | null, error: AppError): Promise<void> {
  const subject = createHash('sha256').update(`${ctx.actor.id}\n${operation}`).digest()
  await transact(ctx, async (ctx) => {
    const { rows } = await sql`
      insert into code_limits (subject, counter, n, window_ends_at) values (${subject}, ${counter}, 1, ${after(ctx.now, minutesMs(1))})
      on conflict (subject, counter) do update set window_ends_at = excluded.window_ends_at where code_limits.window_ends_at <= ${ctx.now}
      returning n`.execute(ctx.db)
    if (rows.length === 0) return
    await emit(ctx, 'access.denied', {
      tenantId: ctx.actor.tenantId,
      entityId: id !== null && isId(ctx, id) ? id : null,
      entityName: operation,
      data: { operation, status: error.status, code: error.code, ...whyOf(error) },
    })
  })
}

const mostFields = 20

function whyOf({ status, details }: AppError): Record<string, Json> {
  const told = Object.entries(details.extra ?? {}).filter(([name]) => ['requiredPermission', 'excess', 'reason'].includes(name))
  const fields = status === 403 ? (details.fields ?? []).slice(0, mostFields).map(({ field }) => field) : []
  return { ...(Object.fromEntries(told) as Record<string, Json>), ...(fields.length > 0 && { fields }) }
}

const isId = ({ service }: Context, text: string): boolean =>
  isUuid(text) || (['tenant', 'group'] as const).some((kind) => service.keys.opaqueIds.decode(kind, text) !== null)
