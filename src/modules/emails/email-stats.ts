import { sql } from 'kysely'
import type { z } from 'zod'
import { after, before, daysMs, utcDate } from '#core/clock.ts'
import { validationFailed } from '#core/errors.ts'
import { firstUuidAt } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import { scopeOf } from '#db/rows/owned.ts'
import type { EmailStats, StatsQuery } from './emails.schema.ts'
import { type RecipientType, shownRecipients } from './recipient-mask.ts'

interface DayRow {
  readonly date: string
  readonly sent: number
  readonly failed: number
  readonly cancelled: number
  readonly rejected: number
  readonly bounced: number
  readonly complaints: number
}

const mostDays = 366
/** Admins, users and others. */
const recipientKinds = 3
const startOfDay = (time: Date) => new Date(Math.floor(time.getTime() / daysMs(1)) * daysMs(1))

/** The ends of what the database takes for a day. */
const calendar = [Date.UTC(1970, 0, 1), Date.UTC(9999, 11, 31)] as const

/** The day of a moment that somebody gave. Throws 400 naming the field beyond the ends of the calendar. */
function givenDay(field: 'dateFrom' | 'dateTo', text: string): Date {
  const day = startOfDay(new Date(text))
  if (day.getTime() < calendar[0] || day.getTime() >= calendar[1]) throw validationFailed([{ field, code: 'not_allowed_value' }])
  return day
}

/**
 * What became of the mails of the caller's scope, by whole days (UTC), from kept counts; of those that wait, the ones made in the period
 * are counted. Of what came back only that of recipients whose address the caller may see: a mail that is left out of bulk counts as none, so that
 * the number would tell it from one that was refused.
 * @throws AppError 400 naming `dateFrom`: after `dateTo`, or more than a year before it; or either that is beyond the calendar
 */
export async function emailStats(ctx: Context, { dateFrom, dateTo }: z.output<typeof StatsQuery>): Promise<z.input<typeof EmailStats>> {
  const last = dateTo === undefined ? startOfDay(ctx.now) : givenDay('dateTo', dateTo)
  const first = dateFrom === undefined ? startOfDay(before(last, daysMs(29))) : givenDay('dateFrom', dateFrom)
  const days = Math.round((last.getTime() - first.getTime()) / daysMs(1)) + 1
  if (days < 1 || days > mostDays) throw validationFailed([{ field: 'dateFrom', code: 'not_allowed_value' }])
  const end = after(last, daysMs(1))
  const rows = await seenDays(ctx, await readDays(ctx, first, last), first, end)
  const { queued, scheduled } = await readWaiting(ctx, first, end)
  const sum = (name: Exclude<keyof DayRow, 'date'>) => rows.reduce((total, row) => total + row[name], 0)
  const [sent, failed, cancelled, bounced, attempted] = [sum('sent'), sum('failed'), sum('cancelled'), sum('bounced'), sum('rejected')]
  const byDay = new Map(rows.map((row) => [row.date, row]))
  const series = Array.from({ length: days }, (_, at) => {
    const date = utcDate(after(first, daysMs(at)))
    const row = byDay.get(date)
    return { date, sent: row?.sent ?? 0, failed: row?.failed ?? 0, bounced: row?.bounced ?? 0 }
  })
  return {
    ...{ sent, failed, queued, scheduled, cancelled, bounced },
    complaints: sum('complaints'),
    total: sent + failed + queued + scheduled + cancelled,
    bounceRate: sent + attempted === 0 ? 0 : Math.round((10_000 * bounced) / (sent + attempted)) / 100,
    period: { from: first, to: new Date(end.getTime() - 1) },
    series,
  }
}

// unscoped: adds the scope itself, to counts
async function readDays(ctx: Context, first: Date, last: Date): Promise<DayRow[]> {
  const scope = scopeOf(ctx.actor, 'email_days.tenant_id')
  const { rows } = await sql<DayRow>`
    select day::text as date, sum(sent)::integer as sent, sum(failed)::integer as failed, sum(cancelled)::integer as cancelled,
      sum(rejected)::integer as rejected, sum(bounced)::integer as bounced, sum(complaints)::integer as complaints
    from email_days where day between ${utcDate(first)}::date and ${utcDate(last)}::date and ${scope ?? sql`true`} group by day`.execute(
    ctx.db,
  )
  return rows
}

type Returned = Pick<DayRow, 'date' | 'rejected' | 'bounced' | 'complaints'>

/** The days with what came back of recipients that are shown. Kept counts know of no kinds: for who is not shown all, the mails are asked. */
async function seenDays(ctx: Context, rows: readonly DayRow[], first: Date, end: Date): Promise<DayRow[]> {
  const shown = shownRecipients(ctx.actor)
  if (shown.length === recipientKinds) return [...rows]
  const returned = shown.length === 0 ? [] : await readReturned(ctx, shown, first, end)
  const byDay = new Map(returned.map((row) => [row.date, row]))
  return rows.map((row) => ({ ...row, rejected: 0, bounced: 0, complaints: 0, ...byDay.get(row.date) }))
}

// unscoped: adds the scope itself
async function readReturned(ctx: Context, shown: readonly RecipientType[], first: Date, end: Date): Promise<Returned[]> {
  const scope = scopeOf(ctx.actor, 'emails.tenant_id')
  const endedAt = sql`coalesce(sent_at, failed_at)`
  const { rows } = await sql<Returned>`
    select ((${endedAt}) at time zone 'UTC')::date::text as date, count(*) filter (where status = 'failed')::integer as rejected,
      count(*) filter (where bounce_type <> 'complaint')::integer as bounced, count(*) filter (where bounce_type = 'complaint')::integer as complaints
    from emails where bounce_type is not null and recipient_type = any(${shown}::text[]) and ${endedAt} >= ${first} and ${endedAt} < ${end}
      and ${scope ?? sql`true`} group by 1`.execute(ctx.db)
  return rows
}

// unscoped: adds the scope itself
async function readWaiting(ctx: Context, first: Date, end: Date): Promise<{ queued: number; scheduled: number }> {
  const scope = scopeOf(ctx.actor, 'emails.tenant_id')
  const { rows } = await sql<{ queued: number; scheduled: number }>`
    select count(*) filter (where status = 'queued')::integer as queued, count(*) filter (where status = 'scheduled')::integer as scheduled
    from emails where status in ('queued', 'scheduled') and id >= ${firstUuidAt(first)}::uuid and id < ${firstUuidAt(end)}::uuid
      and ${scope ?? sql`true`}`.execute(ctx.db)
  return rows[0]!
}
