import { outcomeOfAnswer, outcomeOfFault } from './gateway-outcome.ts'
import { type GatewayLimits, postToGateway, reachGateway } from './gateway-post.ts'
import type { OutgoingText, TextOutcome, TextTransport } from './sms.ts'

/** Texts through any gateway: a POST of `{ to, body }` as JSON. A text has the same `Idempotency-Key` in every attempt. */
export class GatewayTransport implements TextTransport {
  readonly name = 'http'
  readonly #url: URL
  readonly #headers: Record<string, string>
  readonly #limits: GatewayLimits

  constructor({ url, authorization }: { url: URL; authorization: string | null }, limits: GatewayLimits) {
    this.#url = url
    this.#headers = { 'content-type': 'application/json', accept: 'application/json', ...(authorization !== null && { authorization }) }
    this.#limits = limits
  }

  async send({ id, to, body }: OutgoingText, signal?: AbortSignal): Promise<TextOutcome> {
    try {
      const headers = { ...this.#headers, 'idempotency-key': id }
      const answer = await postToGateway({ url: this.#url, headers, body: JSON.stringify({ to, body }), limits: this.#limits, signal })
      return outcomeOfAnswer(answer, id)
    } catch (error) {
      return outcomeOfFault(error)
    }
  }

  check = (): Promise<void> => reachGateway(this.#url, this.#limits)

  async close(): Promise<void> {}
}
