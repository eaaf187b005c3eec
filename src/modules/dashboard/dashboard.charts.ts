import type { z } from 'zod'
import { localDays } from '#core/local-days.ts'
import type { Context } from '#db/rows/context.ts'
import { countsOfDays, countsSince } from './dashboard.counts.ts'
import type { DashboardCharts, DaysQuery, EventDistribution, LoginActivity } from './dashboard.schema.ts'

type Asked = z.output<typeof DaysQuery>

/** Sign-ins that succeeded and failed on each day of a zone, the oldest first. */
export async function readLoginActivity(ctx: Context, { days, timeZone }: Asked): Promise<z.input<typeof LoginActivity>> {
  const shown = localDays(ctx.now, days, timeZone)
  const counts = await countsOfDays(ctx, shown, ['auth.login.succeeded', 'auth.login.failed'])
  return {
    days: shown.map(({ date }, at) => ({
      date,
      successful: counts[at]!.get('auth.login.succeeded') ?? 0,
      failed: counts[at]!.get('auth.login.failed') ?? 0,
    })),
  }
}

/** How often what happened, in so many days of a zone, the most frequent first. */
export async function readDistribution(ctx: Context, { days, timeZone }: Asked): Promise<z.input<typeof EventDistribution>> {
  const first = localDays(ctx.now, days, timeZone)[0]!
  return { items: (await countsSince(ctx, first.from)).map(({ type, n }) => ({ action: type, count: n })) }
}

/** Both at once. */
export async function readCharts(ctx: Context, asked: Asked): Promise<z.input<typeof DashboardCharts>> {
  const [loginActivity, eventDistribution] = await Promise.all([readLoginActivity(ctx, asked), readDistribution(ctx, asked)])
  return { loginActivity, eventDistribution }
}
