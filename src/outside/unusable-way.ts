import type { DeliveryOutcome, Transport } from './delivery.ts'

/** A way out that can't be opened as it is set: what should go by it waits until it can. */
export class UnusableWay implements Transport<never> {
  readonly name = 'none'

  async send(): Promise<DeliveryOutcome> {
    return { kind: 'temporary', error: 'the way out can not be opened as it is set', reason: 'it can not be used', relay: 'away' }
  }

  async check(): Promise<void> {
    throw new Error('the way out can not be opened as it is set')
  }

  async close(): Promise<void> {}
}

/**
 * What `open` opens, or one that has everything wait, after a word in the log. Settings are judged together when they are changed; what holds
 * later may lack a part, where an older or newer version stored it or the environment no longer has it, and the service runs all the same.
 */
export function openOrWait<Message>(
  what: string,
  log: { warn(fields: object, sentence: string): void },
  open: () => Transport<Message>,
): Transport<Message> {
  try {
    return open()
  } catch (err) {
    log.warn({ err }, `${what} wait: the way out can not be opened as it is set`)
    return new UnusableWay()
  }
}
