import { sql } from 'kysely'
import { after, secondsMs } from '#core/clock.ts'
import { type AppError, rateLimited } from '#core/errors.ts'
import type { PublicContext } from '#db/rows/context.ts'

/** So many in a fixed window that begins with the first: sends and guesses about one subject, whatever the client's address. */
export interface CodeBudget {
  readonly counter: string
  readonly limit: number
  readonly windowSeconds: number
}

export const hourSeconds = 3600
export const daySeconds = 24 * hourSeconds

const hex = (subjects: readonly Buffer[]) => subjects.map((subject) => subject.toString('hex'))

/**
 * Takes one from the budget of each subject that has any left, in one statement and in the order of the subjects: of any number of
 * callers no more than the limit get one, and none wait for each other in a circle. Returns those (in hex) that got one, and how
 * many each has taken. All of them get one where limits are off.
 */
export async function takeFromBudgets(
  ctx: PublicContext,
  budget: CodeBudget,
  subjects: readonly Buffer[],
): Promise<ReadonlyMap<string, number>> {
  if (!ctx.service.options.limitsEnabled) return new Map(hex(subjects).map((subject) => [subject, 1]))
  if (budget.limit < 1) return new Map()
  const { rows } = await sql<{ subject: Buffer; n: number }>`
    insert into code_limits (subject, counter, n, window_ends_at)
    select decode(s, 'hex'), ${budget.counter}, 1, ${after(ctx.now, secondsMs(budget.windowSeconds))}
    from unnest(${hex(subjects)}::text[]) as t (s) order by s
    on conflict (subject, counter) do update set
      n = case when code_limits.window_ends_at <= ${ctx.now} then 1 else code_limits.n + 1 end,
      window_ends_at = case when code_limits.window_ends_at <= ${ctx.now} then excluded.window_ends_at else code_limits.window_ends_at end
      where code_limits.window_ends_at <= ${ctx.now} or code_limits.n < ${budget.limit}
    returning subject, n`.execute(ctx.db)
  return new Map(rows.map(({ subject, n }) => [subject.toString('hex'), n]))
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
  throw await tooMany(ctx, counter, [subject])
}

/** 429 `rate_limited` for who must wait until the windows of these subjects are over. */
export async function tooMany(ctx: PublicContext, counter: string, subjects: readonly Buffer[]): Promise<AppError> {
  const { rows } = await sql<{ end: Date | null }>`
    select max(window_ends_at) as end from code_limits
    where counter = ${counter} and subject in (select decode(s, 'hex') from unnest(${hex(subjects)}::text[]) as t (s))`.execute(ctx.db)
  const left = (rows[0]?.end?.getTime() ?? 0) - ctx.now.getTime()
  return rateLimited({ retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) })
}

/**
 * Whether a job that may be run again does its work in this transaction: true for one run of it, whose transaction is committed. Holds
 * where limits are off, too.
 */
export async function takeOnce(ctx: PublicContext, counter: string, jobId: string): Promise<boolean> {
  const { rows } = await sql`
    insert into code_limits (subject, counter, n, window_ends_at)
    values (${ctx.service.keys.lookupHash('job', jobId)}, ${counter}, 1, ${after(ctx.now, secondsMs(7 * daySeconds))})
    on conflict do nothing returning n`.execute(ctx.db)
  return rows.length > 0
}

/** Seconds until the next send to the same subject; 0 where limits are off. */
export const cooldownSeconds = (ctx: PublicContext): number =>
  ctx.service.options.limitsEnabled ? ctx.service.options.codeCooldownSeconds : 0
