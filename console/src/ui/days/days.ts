/** Days of a time zone (IANA). */

/** By how many milliseconds the clocks of a zone are ahead of UTC at a time. */
function aheadAt(at: number, zone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = part
  // not by Date.UTC, to which the years up to 99 are those of the last century
  const shown = new Date(0).setUTCFullYear(year, month - 1, day) + ((hour * 60 + minute) * 60 + second) * 1000
  return shown - Math.floor(at / 1000) * 1000
}

/** Days that somebody may mean: what a field has while a year is typed is before them. */
export const firstDay = '1970-01-01'
export const lastDay = '9998-12-31'

/** When a day begins in a zone. @param day `2026-11-24` */
export const dayStart = (day: string, zone: string): Date => timeIn(`${day}T00:00`, zone)

const dayMs = 86_400_000

/**
 * When the clocks of a zone show a time: for the first time where they are put back over it, and where they are put forward over it the time that they
 * show instead, as much later.
 * @param local `2026-11-24T10:30`
 */
export function timeIn(local: string, zone: string): Date {
  const wanted = Date.parse(`${local}Z`)
  // by how the clocks stood the day before, and stand the day after
  const both = [-dayMs, dayMs].map((away) => wanted - aheadAt(wanted + away, zone))
  const shown = both.filter((at) => at + aheadAt(at, zone) === wanted)
  return new Date(shown.length > 0 ? Math.min(...shown) : Math.max(...both))
}

/** The last millisecond of a day in a zone. */
export const dayEnd = (day: string, zone: string): Date => new Date(dayStart(dayAfter(day, 1), zone).getTime() - 1)

/** The day that it is in a zone. */
export const dayOf = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at)

/** So many days after a day, or before it. */
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** When so many days began, today among them. */
export const daysAgo = (days: number, zone: string): Date => dayStart(dayAfter(dayOf(new Date(), zone), 1 - days), zone)
