import { minutesMs } from '#core/clock.ts'
import type { Measures } from '#core/measures.ts'
import type { Health } from '#db/rows/context.ts'
import type { JobLog } from '#jobs/job.ts'
import type { DeliveryOutcome, Transport } from '#outside/delivery.ts'
import { relayReason } from '#outside/mail/relay-reason.ts'
import { RelayBreaker } from './relay-breaker.ts'

/** What may happen to a message that somebody should hear of. */
type Trouble = 'postponed' | 'refused' | 'given_up'

/** How log, health and metrics call what is delivered. */
export interface DeliveryWords {
  /** `mails`, `texts`: what sentences begin with, and the metric is called after. */
  readonly plural: string
  /** `the last mail`. */
  readonly last: string
  readonly sentences: Readonly<Record<Trouble, string>>
  /** Of the gauge that is 1 while there is nobody to hand anything to, and what it says. */
  readonly awayMetric: string
  readonly awayHelp: string
  readonly totalHelp: string
}

/** Health speaks of what was refused for so long. */
const shownMs = minutesMs(60)

/** How the mails or texts of this process fare: told to the log once a change and not once each, to health, and counted. */
export class DeliveryState {
  #breaker = new RelayBreaker()
  readonly #log: JobLog
  readonly #words: DeliveryWords
  readonly #counts = { sent: 0, postponed: 0, refused: 0, given_up: 0 }
  /** What the log has been told since one was last taken. */
  readonly #told = new Set<Trouble>()
  #fault: { note: string; at: number } | null = null
  /** Why the relay is held to be away. */
  #away = ''

  constructor(log: JobLog, words: DeliveryWords) {
    this.#log = log
    this.#words = words
  }

  /** Another relay or gateway: what was held against the one before says nothing of it. */
  begin(): void {
    this.#breaker = new RelayBreaker()
    this.#told.clear()
    this.#fault = null
    this.#away = ''
  }

  /** Whether one may be tried now; if not, for how long it waits. Whoever may must call `tried`. */
  ask(now: Date): { waitMs: number } | 'try' {
    return this.#breaker.ask(now)
  }

  /** What became of an attempt; null when none was made after all. */
  tried(outcome: DeliveryOutcome | null, now: Date): void {
    const isUnknown = outcome === null || (outcome.kind === 'temporary' && outcome.relay === 'unknown')
    const isAway = outcome?.kind === 'temporary' && outcome.relay === 'away'
    if (isAway) this.#away = outcome.reason
    const change = this.#breaker.report(isUnknown ? null : !isAway, now)
    if (change === 'opened' && isAway) this.#log.warn({ reason: outcome.error }, `${this.#words.plural} can not be handed over: they wait`)
    if (change === 'closed') this.#log.info({}, `${this.#words.plural} can be handed over again`)
    if (outcome?.kind === 'sent') this.#sent()
    else if (outcome?.kind === 'permanent') this.#troubled('refused', outcome.error, outcome.atRecipient ? null : outcome.reason, now)
    else if (outcome?.kind === 'temporary') this.#troubled('postponed', outcome.error, null, now)
  }

  /** One that nobody took in time. */
  gaveUp(error: string, now: Date): void {
    this.#troubled('given_up', error, 'nobody took it in time', now)
  }

  /** @param transport asked whether anything could be handed over now */
  async health(transport: Transport<never>, now: Date): Promise<Health> {
    const { plural } = this.#words
    if (this.#breaker.isOpen) return { status: 'down', note: `${plural} can not be handed over: ${this.#away}` }
    try {
      await transport.check()
    } catch (error) {
      return { status: 'down', note: `${plural} can not be handed over: ${relayReason(error)}` }
    }
    const fault = this.#fault
    return fault !== null && now.getTime() - fault.at < shownMs ? { status: 'degraded', note: fault.note } : { status: 'ok' }
  }

  measures(): Measures {
    const { plural, totalHelp, awayMetric, awayHelp } = this.#words
    return {
      [`tenantry_${plural}_total`]: {
        type: 'counter',
        help: totalHelp,
        read: () => Object.entries(this.#counts).map(([outcome, value]) => ({ labels: { outcome }, value })),
      },
      [awayMetric]: {
        type: 'gauge',
        help: awayHelp,
        read: () => [{ labels: {}, value: this.#breaker.isOpen ? 1 : 0 }],
      },
    }
  }

  #sent(): void {
    this.#counts.sent++
    this.#fault = null
    if (this.#told.size > 0) this.#log.info({}, `${this.#words.plural} are taken again`)
    this.#told.clear()
  }

  /** @param shown what health says of it; null for what says nothing of the others: one address, one attempt */
  #troubled(trouble: Trouble, error: string, shown: string | null, now: Date): void {
    this.#counts[trouble]++
    if (shown !== null)
      this.#fault = { note: `${this.#words.last} was ${trouble === 'refused' ? 'refused' : 'given up'}: ${shown}`, at: now.getTime() }
    if (this.#told.has(trouble)) return
    this.#told.add(trouble)
    this.#log.warn({ reason: error }, this.#words.sentences[trouble])
  }
}
