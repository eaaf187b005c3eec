import { z } from 'zod'
import { isTimeZone } from '#core/local-days.ts'
import { wholeNumber } from '#db/lists/list-query.ts'
import { Within } from '#db/lists/list-within.ts'
import { named, Timestamp } from '#http/shapes.ts'
import { auditList } from '#modules/audit/audit.list.ts'

/** How far back the dashboard looks, in days: so long numbers are kept by quarters of an hour, and addresses at all. */
export const mostDays = 90

const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { params: { code: 'format' } })
  .default('UTC')
  .meta({ description: 'IANA name of the zone whose days are meant, as `Asia/Kolkata`' })
const Days = wholeNumber(mostDays)
  .default(30)
  .meta({ description: `So many days, today among them: 1 to ${mostDays}` })

export const TodayQuery = z.strictObject({ timeZone: TimeZone, within: Within })
export const DaysQuery = z.strictObject({ days: Days, timeZone: TimeZone, within: Within })
export const WorstQuery = z.strictObject({
  days: Days.meta({ description: `So many days (UTC), today among them: 1 to ${mostDays}` }),
  limit: wholeNumber(100).default(10).meta({ description: 'So many addresses at most, 1 to 100' }),
  within: Within,
})
export const WithinQuery = z.strictObject({ within: Within })

const count = z.int()
const active = count.meta({ description: 'Active, and not blocked' })

export const DashboardSummary = named(
  'DashboardSummary',
  z.object({
    admins: z.object({ total: count, active, blocked: count }),
    users: z.object({ total: count, active, verified: count.meta({ description: 'Whose address is proved' }) }),
    tenants: z.object({ total: count, active: count.meta({ description: 'Whose own status is Active' }) }),
    loginsToday: count.meta({ description: 'Sign-ins that succeeded since the day began in `timeZone`' }),
    storageBytes: count.meta({ description: 'Files, logos and avatars, those in the recycle bin included; for the platform its own too' }),
  }),
  {
    admins: { total: 48, active: 45, blocked: 1 },
    users: { total: 12_400, active: 12_310, verified: 11_873 },
    tenants: { total: 12, active: 11 },
    loginsToday: 1204,
    storageBytes: 52_428_800,
  },
)

export const LoginActivity = named(
  'LoginActivity',
  z.object({ days: z.array(z.object({ date: z.iso.date(), successful: count, failed: count })) }),
  { days: [{ date: '2026-11-22', successful: 1204, failed: 37 }] },
)

export const EventDistribution = named('EventDistribution', z.object({ items: z.array(z.object({ action: z.string(), count })) }), {
  items: [
    { action: 'auth.login.succeeded', count: 36_021 },
    { action: 'admin.updated', count: 214 },
  ],
})

export const DashboardCharts = named('DashboardCharts', z.object({ loginActivity: LoginActivity, eventDistribution: EventDistribution }))

export const SecurityEvents = named(
  'SecurityEvents',
  z.object({
    bruteForceAttempts: count.meta({ description: 'Failed sign-ins and wrong codes of the last 24 hours' }),
    lockedAccounts: count.meta({ description: 'Accounts that wrong passwords keep locked now; counting ends at 10000' }),
    blockedIps: count.meta({ description: 'Addresses that failed ten times or more in the last 24 hours; counting ends at 1000' }),
    recent: z.array(auditList.itemSchema).meta({ description: 'The newest ten failures and refusals of the last 30 days' }),
  }),
)

export const TopBlockedIps = named(
  'TopBlockedIps',
  z.object({
    items: z.array(
      z.object({
        ipAddress: z.string().meta({ description: 'IPv6 by its /64' }),
        attempts: count,
        lastAttemptAt: Timestamp,
      }),
    ),
    otherAttempts: count.meta({ description: 'Of addresses that were too many in a day to be kept apart' }),
  }),
  { items: [{ ipAddress: '203.0.113.7', attempts: 412, lastAttemptAt: '2026-11-22T09:30:00.000Z' }], otherAttempts: 0 },
)
