/** The one source of time: the process clock corrected by its measured distance to the database's. Tests turn it. */
export interface Clock {
  now(): Date
}

/** The process clock, moved by the distance that was last measured. */
export class ServiceClock implements Clock {
  /** Database time minus process time, in milliseconds; measured at start and every minute. */
  offsetMs = 0

  now(): Date {
    return new Date(Date.now() + this.offsetMs)
  }
}

/** Durations in milliseconds, and a time so many milliseconds away from another. */
export const secondsMs = (seconds: number) => seconds * 1000
export const minutesMs = (minutes: number) => minutes * 60_000
export const daysMs = (days: number) => days * 86_400_000
/** The date of a moment in UTC: `2026-11-23`. */
export const utcDate = (time: Date): string => time.toISOString().slice(0, 10)
export const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
export const before = (time: Date, ms: number) => new Date(time.getTime() - ms)
