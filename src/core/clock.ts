/** The one source of time: that of the database, as it was measured and by what went by since. Tests turn it. */
export interface Clock {
  now(): Date
}

/**
 * The process clock; from the first `follow` on another one, whose time goes on by the monotonic clock: whoever turns the clock of this machine,
 * by hand or to the right time, moves nothing here.
 */
export class ServiceClock implements Clock {
  /** The followed time when the monotonic clock was at 0; null while the process clock rules. */
  #beganMs: number | null = null
  #measuredMs = 0

  now(): Date {
    return new Date(this.#beganMs === null ? Date.now() : Math.floor(this.#beganMs + performance.now()))
  }

  /** Follows the clock that was measured to be so many milliseconds away from the process clock just now. */
  follow(offsetMs: number): void {
    this.#measuredMs = offsetMs
    this.#beganMs = Date.now() + offsetMs - performance.now()
  }

  /** The followed time minus that of the process, in milliseconds; 0 while none is followed. */
  get offsetMs(): number {
    return this.#beganMs === null ? 0 : this.#beganMs + performance.now() - Date.now()
  }

  /**
   * How far the process clock has left the monotonic one since the last `follow`, in milliseconds: somebody turned it, or the machine slept
   * and the monotonic clock stood still. Either way it is time to measure again.
   */
  get jumpedMs(): number {
    return this.#beganMs === null ? 0 : this.#measuredMs - this.offsetMs
  }
}

/** What this machine takes the time to be, in milliseconds: only to see that it slept. Whatever has a meaning to others asks a `Clock`. */
export const machineTimeMs = (): number => Date.now()

/** Durations in milliseconds, and a time so many milliseconds away from another. */
export const secondsMs = (seconds: number) => seconds * 1000
export const minutesMs = (minutes: number) => minutes * 60_000
export const daysMs = (days: number) => days * 86_400_000
/** The date of a moment in UTC: `2026-11-23`. */
export const utcDate = (time: Date): string => time.toISOString().slice(0, 10)
export const after = (time: Date, ms: number) => new Date(time.getTime() + ms)
export const before = (time: Date, ms: number) => new Date(time.getTime() - ms)
