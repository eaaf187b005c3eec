import type { DeliveryOutcome, Transport } from './delivery.ts'

interface Way<Message> {
  readonly transport: Transport<Message>
  sending: number
  isLeft: boolean
}

/**
 * A way out that can be opened anew while it is in use: what is being handed over goes on by the old one, which is closed after its last
 * message; whatever comes next goes by the new one.
 */
export class RenewedTransport<Message> implements Transport<Message> {
  #way: Way<Message>
  /** Closings that nobody has waited for yet. */
  readonly #closing = new Set<Promise<void>>()

  constructor(transport: Transport<Message>) {
    this.#way = { transport, sending: 0, isLeft: false }
  }

  get name(): string {
    return this.#way.transport.name
  }

  /** From now on by this one. */
  renew(transport: Transport<Message>): void {
    const old = this.#way
    this.#way = { transport, sending: 0, isLeft: false }
    old.isLeft = true
    this.#closeIfDone(old)
  }

  async send(message: Message, aborted?: AbortSignal): Promise<DeliveryOutcome> {
    const way = this.#way
    way.sending++
    try {
      return await way.transport.send(message, aborted)
    } finally {
      way.sending--
      this.#closeIfDone(way)
    }
  }

  async check(): Promise<void> {
    await this.#way.transport.check()
  }

  async close(): Promise<void> {
    await Promise.all([this.#way.transport.close(), ...this.#closing])
  }

  #closeIfDone({ isLeft, sending, transport }: Way<Message>): void {
    if (!isLeft || sending > 0) return
    const closing = transport.close().catch(() => undefined)
    this.#closing.add(closing)
    void closing.then(() => this.#closing.delete(closing))
  }
}
