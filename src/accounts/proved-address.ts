import type { PublicContext } from '#db/rows/context.ts'

/** Writes that the owner of the mailbox was there. Under the account's lock only. */
// unscoped: by the account that a code or a mailed password proved, and that is locked
export async function writeProved(ctx: PublicContext, accountId: string): Promise<void> {
  await ctx.db
    .updateTable('accounts')
    .set((eb) => ({ emailVerifiedAt: ctx.now, version: eb('version', '+', 1), updatedAt: ctx.now }))
    .where('id', '=', accountId)
    .execute()
}
