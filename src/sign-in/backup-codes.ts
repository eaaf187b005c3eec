import { newBackupCodes } from '#core/secrets/one-time-code.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { PublicContext } from '#db/rows/context.ts'

/**
 * What is stored of a backup code. Eight digits are found behind any hash, salted and slow ones too, by whoever has the rows:
 * a hundred million guesses. So the hash is keyed, under a key that never lies in the database unwrapped, and bound to the
 * account (its salt). It is found by equality: checking costs the same for one code as for ten, whatever its position.
 */
const storedForm = (ctx: PublicContext, accountId: string, code: string): string =>
  ctx.service.keys.lookupHash('backup code', accountId, code).toString('base64url')

/** Takes every backup code of an account away. */
// unscoped: by the caller's own account
export async function deleteBackupCodes(ctx: PublicContext, accountId: string): Promise<void> {
  await ctx.db.deleteFrom('credentials').where('accountId', '=', accountId).where('kind', '=', 'backup_code').execute()
}

/** Ten new backup codes in place of those there were. They are returned this once; only their hashes are kept. */
// unscoped: by the caller's own account
export async function replaceBackupCodes(ctx: PublicContext, accountId: string): Promise<string[]> {
  await deleteBackupCodes(ctx, accountId)
  const codes = newBackupCodes()
  await ctx.db
    .insertInto('credentials')
    .values(
      codes.map((code) => ({
        id: uuidv7(ctx.now),
        accountId,
        kind: 'backup_code' as const,
        secret: storedForm(ctx, accountId, code),
        createdAt: ctx.now,
      })),
    )
    .execute()
  return codes
}

/** Uses a backup code (eight digits) up; false when it is none of this account's, or was used. One statement: no two can use it. */
// unscoped: by the account that is signing in, or the caller's own
export async function useBackupCode(ctx: PublicContext, accountId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await ctx.db
    .deleteFrom('credentials')
    .where('accountId', '=', accountId)
    .where('kind', '=', 'backup_code')
    .where('secret', '=', storedForm(ctx, accountId, code))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
