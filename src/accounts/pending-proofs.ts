import type { PublicContext } from '#db/rows/context.ts'

/** Makes the codes worthless that went to a phone number of an account: they must not prove another one. Under the account's lock. */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function voidPhoneCodes(ctx: PublicContext, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('oneTimeCodes').where('accountId', '=', accountId).where('purpose', '=', 'phone_verification').execute()
}

/**
 * Makes every code, link and challenge of an account worthless: after a reset, a change of password and of address. To be called
 * under the account's lock. Codes go first: whoever is just turning one into a challenge holds its row, so that the challenge is
 * there by the time challenges go.
 */
// unscoped: by the id of an account that is locked, and was judged under the lock
export async function revokePendingProofs(ctx: PublicContext, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('oneTimeCodes').where('accountId', '=', accountId).execute()
  await ctx.db.deleteFrom('challenges').where('accountId', '=', accountId).execute()
}
