import type { DeliveryOutcome, Transport } from '#outside/delivery.ts'

/** One finished text to one number. */
export interface OutgoingText {
  /** Unique and kept over attempts, so that a gateway can tell a repeated one. */
  id: string
  /** E.164. */
  to: string
  body: string
  /** The body without its code, for a log. */
  shownBody: string
}

/** What became of one attempt at a text. */
export type TextOutcome = DeliveryOutcome

/** A way out for texts: the outbox folder and the log (`log`), any gateway over HTTP (`http`), or Twilio (`twilio`). */
export type TextTransport = Transport<OutgoingText>
