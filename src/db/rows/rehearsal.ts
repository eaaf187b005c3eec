import type { Context } from './context.ts'
import { transact } from './transact.ts'

/** Thrown to have everything taken back; nobody else sees it. */
const takenBack = new Error('a rehearsal is over')

/**
 * Does `work` in a transaction and, where it is a rehearsal, takes all of it back: whoever asks is judged, refused and answered as if it were
 * meant, under the same locks, and nothing is written, told or ended. Not in a transaction.
 */
export async function rehearsedOrDone<T>(ctx: Context, isRehearsal: boolean | undefined, work: (ctx: Context) => Promise<T>): Promise<T> {
  if (!isRehearsal) return await transact(ctx, work)
  let answer: { readonly of: T } | null = null
  try {
    await transact(ctx, async (inner) => {
      answer = { of: await work(inner) }
      throw takenBack
    })
  } catch (error) {
    if (error !== takenBack) throw error
  }
  return (answer as unknown as { readonly of: T }).of
}
