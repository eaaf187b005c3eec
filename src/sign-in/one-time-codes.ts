import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { daySeconds, takeFromBudgets, usedUpBudgets } from '#accounts/code-limits.ts'
import { after, minutesMs } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import { newCode, sameBytes } from '#core/secrets/one-time-code.ts'
import { loginKey } from '#core/text/login-name.ts'
import type { AccountKind, PublicContext } from '#db/rows/context.ts'

export type CodePurpose = 'password_reset' | 'email_verification' | 'phone_verification'

const attempts = 3
/** Wrong codes of one account and purpose; past them no guess is looked at any more. */
const wrongCounter = (ctx: PublicContext, purpose: CodePurpose) => ({
  counter: `wrong:${purpose}`,
  limit: ctx.service.options.wrongCodesPerDay,
  windowSeconds: daySeconds,
})

/** Minutes a code is good for, judged when it is used. */
export const codeMinutes: Record<CodePurpose, number> = { password_reset: 15, email_verification: 15, phone_verification: 10 }

/** Where the code of an account lies; there is one per purpose, whichever way it was asked for. */
export const accountSubject = (ctx: PublicContext, accountId: string): Buffer => ctx.service.keys.lookupHash('code of account', accountId)

/**
 * What is answered about an address, in one tenant, on the platform (null), or without a tenant ('any'): a record like that of a
 * code, with attempts and an end, but without an account. It is made for every address that is asked for, and what it says follows
 * from the requests alone, so that no answer tells whether there is an account.
 */
export const addressSubject = (ctx: PublicContext, kind: AccountKind, tenant: string | null | 'any', address: string): Buffer =>
  ctx.service.keys.lookupHash('code of address', kind, tenant ?? 'platform', loginKey(address))

/** @param sentTo where the code goes, for one that is to prove that: shown for another address or number it is wrong */
const hashOf = (ctx: PublicContext, purpose: CodePurpose, subject: Buffer, code: string, sentTo: string | undefined) =>
  ctx.service.keys.lookupHash('code', purpose, subject.toString('hex'), code, ...(sentTo === undefined ? [] : [sentTo]))

/**
 * New codes in place of the earlier ones: one for each account, by account id, and a record without a code for each address
 * subject. One statement, whether there are accounts or not.
 * @param sentTo binds the codes to where they go, so that they die when the account has another address or number
 */
// unscoped: by accounts whose owner asks without being signed in; before that nobody has a scope
export async function issueCodes(
  ctx: PublicContext,
  purpose: CodePurpose,
  accountIds: readonly string[],
  addresses: readonly Buffer[],
  sentTo?: string,
): Promise<Map<string, string>> {
  const codes = new Map(accountIds.map((id) => [id, newCode()]))
  const rows = [
    ...addresses.map((subject) => ({ subject, accountId: null, codeHash: randomBytes(32) })),
    ...[...codes].map(([accountId, code]) => {
      const subject = accountSubject(ctx, accountId)
      return { subject, accountId, codeHash: hashOf(ctx, purpose, subject, code, sentTo) }
    }),
  ].sort((one, other) => one.subject.compare(other.subject))
  await ctx.db
    .insertInto('oneTimeCodes')
    .values(
      rows.map((row) => ({
        ...row,
        purpose,
        attemptsLeft: attempts,
        createdAt: ctx.now,
        expiresAt: after(ctx.now, minutesMs(codeMinutes[purpose])),
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['subject', 'purpose']).doUpdateSet((eb) => ({
        accountId: eb.ref('excluded.accountId'),
        codeHash: eb.ref('excluded.codeHash'),
        attemptsLeft: eb.ref('excluded.attemptsLeft'),
        createdAt: eb.ref('excluded.createdAt'),
        expiresAt: eb.ref('excluded.expiresAt'),
        usedAt: null,
      })),
    )
    .execute()
  return codes
}

interface CodeRow {
  readonly subject: Buffer
  readonly accountId: string | null
  readonly codeHash: Buffer
  readonly attemptsLeft: number
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly usedAt: Date | null
}

/** A right code, not used up yet. */
export interface RightCode {
  readonly subject: Buffer
  readonly accountId: string
  readonly codeHash: Buffer
}

/**
 * Tries a code against those of `accountIds`. Every guess at a code takes one of its attempts, under its row's lock: of any number
 * of guesses at once no more than three are looked at. Returns `otp_invalid`, `otp_expired` or `otp_exhausted` with
 * `attemptsRemaining` from the newest of the address records alone (of two alike the last one given); to be returned on, so that the
 * attempt stays taken.
 */
export async function tryCode(
  ctx: PublicContext,
  purpose: CodePurpose,
  given: { code: string; accountIds: readonly string[]; addresses: readonly Buffer[]; sentTo?: string },
): Promise<RightCode | AppError> {
  const accounts = given.accountIds.map((id) => accountSubject(ctx, id))
  const rows = await lockRows(ctx, purpose, [...accounts, ...given.addresses])
  const live = rows.filter((row) => refusedAs(row, ctx.now) === null)
  const spent = await usedUpBudgets(ctx, wrongCounter(ctx, purpose), accounts)
  const right = live.find(
    (row) =>
      row.accountId !== null &&
      !spent.has(row.subject.toString('hex')) &&
      sameBytes(row.codeHash, hashOf(ctx, purpose, row.subject, given.code, given.sentTo)),
  )
  if (right) return { subject: right.subject, accountId: right.accountId as string, codeHash: right.codeHash }
  await takeAttempts(ctx, purpose, live)
  const told = newestOf(rows, given.addresses)
  const code = told ? (refusedAs(told, ctx.now) ?? 'otp_invalid') : 'otp_invalid'
  const attemptsRemaining = told && code === 'otp_invalid' && told.usedAt === null ? told.attemptsLeft - 1 : 0
  return new AppError(400, code, { extra: { attemptsRemaining } })
}

/** The newest record of an address; of two made by one request the one named last, so that it is always the same one. */
function newestOf(rows: readonly CodeRow[], addresses: readonly Buffer[]): CodeRow | undefined {
  const found = addresses.flatMap((address) => rows.find(({ subject }) => subject.equals(address)) ?? [])
  return found.reduce<CodeRow | undefined>((newest, row) => (newest && newest.createdAt > row.createdAt ? newest : row), undefined)
}

/** Why a code can't be tried any more; null when it can. */
function refusedAs(row: CodeRow, now: Date): 'otp_invalid' | 'otp_expired' | 'otp_exhausted' | null {
  if (row.usedAt !== null) return 'otp_invalid'
  if (row.attemptsLeft < 1) return 'otp_exhausted'
  return row.expiresAt <= now ? 'otp_expired' : null
}

const bytes = (subjects: readonly Buffer[]) =>
  sql`(select decode(s, 'hex') from unnest(${subjects.map((subject) => subject.toString('hex'))}::text[]) as t (s))`

// unscoped: by accounts whose owner shows a code; before that nobody has a scope
async function lockRows(ctx: PublicContext, purpose: CodePurpose, subjects: readonly Buffer[]): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select subject, account_id, code_hash, attempts_left, created_at, expires_at, used_at from one_time_codes
    where purpose = ${purpose} and subject in ${bytes(subjects)} order by subject for update`.execute(ctx.db)
  return rows
}

// unscoped: by accounts whose owner shows a code; before that nobody has a scope
async function takeAttempts(ctx: PublicContext, purpose: CodePurpose, live: readonly CodeRow[]): Promise<void> {
  const subjects = live.map(({ subject }) => subject)
  await sql`update one_time_codes set attempts_left = attempts_left - 1
    where purpose = ${purpose} and subject in ${bytes(subjects)}`.execute(ctx.db)
  await takeFromBudgets(
    ctx,
    wrongCounter(ctx, purpose),
    live.filter(({ accountId }) => accountId !== null).map(({ subject }) => subject),
  )
}

/** Uses a right code up; false when somebody did, when it was replaced, or when its time came meanwhile. One statement. */
// unscoped: by an account whose owner shows a code; before that nobody has a scope
export async function useCode(ctx: PublicContext, purpose: CodePurpose, { subject, codeHash }: RightCode): Promise<boolean> {
  const { numUpdatedRows } = await ctx.db
    .updateTable('oneTimeCodes')
    .set({ usedAt: ctx.now })
    .where('subject', '=', subject)
    .where('purpose', '=', purpose)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .where('attemptsLeft', '>', 0)
    .where('expiresAt', '>', ctx.now)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
