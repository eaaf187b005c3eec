import { sql } from 'kysely'
import { after, secondsMs } from '#core/clock.ts'
import { AppError } from '#core/errors.ts'
import type { PublicContext } from '#db/context.ts'

/** So many in a fixed window that begins with the first: sends and guesses about one subject, whatever the client's address. */
export interface CodeBudget {
  readonly counter: string
  readonly limit: number
  readonly windowSeconds: number
}

const hex = (subjects: readonly Buffer[]) => subjects.map((subject) => subject.toString('hex'))

/**
 * Takes one from the budget of each subject that has any left, in one statement and in the order of the subjects: of any number of
 * callers no more than the limit get one, and none wait for each other in a circle. Returns those (in hex) that got one. All of
 * them do where limits are off.
 */
export async function takeFromBudgets(ctx: PublicContext, budget: CodeBudget, subjects: readonly Buffer[]): Promise<Set<string>> {
  if (!ctx.service.options.limitsEnabled) return new Set(hex(subjects))
  if (budget.limit < 1) return new Set()
  const { rows } = await sql<{ subject: Buffer }>`
    insert into code_limits (subject, counter, n, window_ends_at)
    select decode(s, 'hex'), ${budget.counter}, 1, ${after(ctx.now, secondsMs(budget.windowSeconds))}
    from unnest(${hex(subjects)}::text[]) as t (s) order by s
    on conflict (subject, counter) do update set
      n = case when code_limits.window_ends_at <= ${ctx.now} then 1 else code_limits.n + 1 end,
      window_ends_at = case when code_limits.window_ends_at <= ${ctx.now} then excluded.window_ends_at else code_limits.window_ends_at end
      where code_limits.window_ends_at <= ${ctx.now} or code_limits.n < ${budget.limit}
    returning subject`.execute(ctx.db)
  return new Set(hex(rows.map(({ subject }) => subject)))
}

/** The subjects (in hex) whose budget is used up; none where limits are off. */
export async function usedUpBudgets(ctx: PublicContext, budget: CodeBudget, subjects: readonly Buffer[]): Promise<Set<string>> {
  if (!ctx.service.options.limitsEnabled) return new Set()
  const { rows } = await sql<{ subject: Buffer }>`
    select subject from code_limits
    where counter = ${budget.counter} and subject in (select decode(s, 'hex') from unnest(${hex(subjects)}::text[]) as t (s))
      and window_ends_at > ${ctx.now} and n >= ${budget.limit}`.execute(ctx.db)
  return new Set(hex(rows.map(({ subject }) => subject)))
}

/** Throws 429 `rate_limited` inside the cooldown between two sends to one subject, which is known or unknown alike. */
export async function refuseInsideCooldown(ctx: PublicContext, counter: string, subject: Buffer): Promise<void> {
  const windowSeconds = cooldownSeconds(ctx)
  if (windowSeconds < 1) return
  if ((await takeFromBudgets(ctx, { counter, limit: 1, windowSeconds }, [subject])).size > 0) return
  const row = await ctx.db
    .selectFrom('codeLimits')
    .select('windowEndsAt')
    .where('subject', '=', subject)
    .where('counter', '=', counter)
    .executeTakeFirst()
  const left = row ? row.windowEndsAt.getTime() - ctx.now.getTime() : 0
  const seconds = Math.max(1, Math.ceil(left / 1000))
  throw new AppError(429, 'rate_limited', {
    extra: { retryAfterSeconds: seconds },
    params: { seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

/** Seconds until the next send to the same subject; 0 where limits are off. */
export const cooldownSeconds = (ctx: PublicContext): number =>
  ctx.service.options.limitsEnabled ? ctx.service.options.codeCooldownSeconds : 0
