import { daysMs, utcDate } from './clock.ts'

/** A quarter of an hour, in milliseconds: the clocks of all zones differ from UTC by whole ones (the last that did not, in 1972). */
export const quarterMs = 15 * 60_000
const dayMs = daysMs(1)

/** Which quarter of an hour of its day (UTC) a moment lies in, the first being 0: so numbers of a day are kept (`event_counts.quarters`). */
export const quarterOf = (at: Date): number => Math.floor((at.getTime() % dayMs) / quarterMs)

/** A day of a zone, from its first moment to that of the next, which is not always 24 hours later. */
export interface LocalDay {
  /** `2026-11-23` */
  readonly date: string
  readonly from: Date
  readonly to: Date
}

/** Formatters are dear to make and cost memory; those of the zones that were asked for last are kept. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const mostFormatters = 50

/**
 * Whether a text names a zone of the IANA database, in any case of letters, that this process knows. An offset (`+05:30`) is no zone: it
 * knows nothing of changes of clocks.
 */
export function isTimeZone(text: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(text)) return false
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}

/**
 * The day of a zone that `now` lies in and those before it, `count` together, the oldest first; none is left out and none overlap. A date that a
 * zone skipped (Apia had no 30 December 2011) is a day of no length.
 * @throws RangeError for a text that names no zone
 */
export function localDays(now: Date, count: number, timeZone: string): LocalDay[] {
  const today = dateIn(timeZone, now.getTime())
  const days: LocalDay[] = []
  let to = startOf(timeZone, today + dayMs, null)
  for (let date = today; days.length < count; date -= dayMs) {
    const from = startOf(timeZone, date, to)
    days.push({ date: utcDate(new Date(date)), from: new Date(from), to: new Date(to) })
    to = from
  }
  return days.reverse()
}

/**
 * The first quarter of an hour of a zone's date. Most days are 24 hours long, which is tried first; else it is looked for among all quarters at which
 * that date can begin, for a zone is less than a day away from UTC.
 */
function startOf(timeZone: string, date: number, next: number | null): number {
  const isStart = (at: number) => dateIn(timeZone, at) >= date && dateIn(timeZone, at - quarterMs) < date
  if (next !== null && isStart(next - dayMs)) return next - dayMs
  let before = date - dayMs
  let since = date + dayMs
  while (since - before > quarterMs) {
    const middle = before + Math.floor((since - before) / quarterMs / 2) * quarterMs
    if (dateIn(timeZone, middle) >= date) since = middle
    else before = middle
  }
  return since
}

/** The date of a zone at a moment, as the UTC midnight of the same date, in milliseconds. */
function dateIn(timeZone: string, at: number): number {
  const parts = formatterOf(timeZone).formatToParts(at)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value)
  return Date.UTC(of('year'), of('month') - 1, of('day'))
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  if (formatters.size >= mostFormatters) formatters.delete(formatters.keys().next().value!)
  formatters.set(timeZone, made)
  return made
}
