import { before, ServiceClock } from '#core/clock.ts'

/** The service's clock, some time behind the real one: it goes on by itself, is moved forwards only, and never beyond the present. */
export class DemoClock extends ServiceClock {
  #behindMs = 0

  override now(): Date {
    return before(this.present(), this.#behindMs)
  }

  present(): Date {
    return super.now()
  }

  /** Once, before anything is made. */
  startBehind(ms: number): void {
    this.#behindMs = ms
  }

  /** Waits, as it were, until then; a time that is over already changes nothing. */
  moveTo(time: Date): void {
    if (time > this.now()) this.#behindMs = Math.max(0, this.present().getTime() - time.getTime())
  }
}
