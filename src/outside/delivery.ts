/**
 * What became of one attempt to hand a mail or a text over: `temporary` may be tried again, `permanent` must not be. `error` is for the log
 * and the record; `reason` is the same in a few words that anybody may read.
 */
export type DeliveryOutcome =
  | { kind: 'sent'; providerMessageId: string }
  | {
      kind: 'temporary'
      error: string
      reason: string
      /** `away`: there is nobody to hand anything to. `answered`: it was this one that was put off. `unknown`: no answer, after a good beginning. */
      relay: 'away' | 'answered' | 'unknown'
      /** How long it asked us to wait, in milliseconds. */
      retryAfterMs?: number
    }
  /** `atRecipient`: the address or number was refused. */
  | { kind: 'permanent'; error: string; reason: string; atRecipient: boolean }

/** A way out for one kind of message. */
export interface Transport<Message> {
  /** What it is called in traces: `outbox`, `smtp`, `log`, `http`, `twilio`. */
  readonly name: string
  /** Never throws: whatever went wrong is an outcome. `aborted` ends it at once, and then nobody knows whether the message was taken. */
  send(message: Message, aborted?: AbortSignal): Promise<DeliveryOutcome>
  /** Health: throws when nothing could be handed over now. */
  check(): Promise<void>
  close(): Promise<void>
}
