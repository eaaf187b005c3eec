import { crashPoint } from '#core/crash-points.ts'
import type { PublicContext } from './context.ts'
import { sendWakes } from './wakes.ts'

/**
 * Runs `work` in a transaction of its own, or in the one that is open already. Once it is committed, what it took away holds
 * on this process before the caller is answered, and the other processes are woken. Only SQL inside: no hashing, no network,
 * no disk (the embedded database has one connection).
 *
 * Of a signed-in caller nothing is committed that was not judged again under its locks (`Standing`), whatever the action forgot.
 *
 * A retried transaction (serialization failure, deadlock) begins with a fresh context, so no event or revocation counts twice.
 */
export async function transact<C extends PublicContext, T>(ctx: C, work: (ctx: C) => Promise<T>): Promise<T> {
  if (ctx.inTransaction) return await work(ctx)
  let inner = ctx
  const result = await ctx.service.database.transaction(async (db) => {
    inner = { ...ctx, db, inTransaction: true, emitted: [], revoked: [], wakes: new Set() }
    await judge(inner, 'first')
    const result = await work(inner)
    if (inner.emitted.length > 0 || inner.revoked.length > 0) await judge(inner, 'last')
    return result
  })
  crashPoint('request.after-commit')
  ctx.emitted.push(...inner.emitted)
  sendWakes(ctx.service.database, inner.wakes)
  if (inner.revoked.length > 0) await ctx.service.live.committed(inner.revoked)
  return result
}

/** Judges the caller now: where what is locked next is not to wait for anything. Nothing to do where nobody is signed in. */
export const judgeCaller = (ctx: PublicContext): Promise<void> => judge(ctx, 'last')

async function judge(ctx: PublicContext, when: 'first' | 'last'): Promise<void> {
  const { standing } = ctx
  if (!standing) return
  if (when === 'first') standing.caller = null
  if (standing.caller === null) await standing.judge(ctx, when)
}
