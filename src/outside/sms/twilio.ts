import { outcomeOfAnswer, outcomeOfFault } from './gateway-outcome.ts'
import { type GatewayAnswer, type GatewayLimits, postToGateway, reachGateway } from './gateway-post.ts'
import type { OutgoingText, TextOutcome, TextTransport } from './sms.ts'

/**
 * Codes of Twilio (https://www.twilio.com/docs/api/errors) that speak about the number texts come from, or about the account: they hold for
 * every text, and may be put right. 20003 not authenticated, 20005 account not active, 21212 no valid sender, 21603 no sender, 21606 a sender
 * that can't send texts, 21659 a sender that is not the account's, 21660 one of another account.
 */
const aboutUs: ReadonlySet<number> = new Set([20003, 20005, 21212, 21603, 21606, 21659, 21660])

/**
 * Texts through Twilio's API for messages. That knows no idempotency key: a text whose answer is lost may come twice, with the same code.
 */
export class TwilioTransport implements TextTransport {
  readonly name = 'twilio'
  readonly #url: URL
  readonly #from: string
  readonly #headers: Record<string, string>
  readonly #limits: GatewayLimits

  /** @param api without the version, such as `https://api.twilio.com` */
  constructor({ account, authorization, from }: { account: string; authorization: string; from: string }, api: URL, limits: GatewayLimits) {
    this.#url = new URL(`${api.href.replace(/\/$/, '')}/2010-04-01/Accounts/${account}/Messages.json`)
    this.#from = from
    this.#headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', authorization }
    this.#limits = limits
  }

  async send({ id, to, body }: OutgoingText, signal?: AbortSignal): Promise<TextOutcome> {
    try {
      const form = new URLSearchParams({ To: to, From: this.#from, Body: body }).toString()
      const headers = { ...this.#headers, 'idempotency-key': id }
      const answer = await postToGateway({ url: this.#url, headers, body: form, limits: this.#limits, signal })
      return this.#outcome(answer, id)
    } catch (error) {
      return outcomeOfFault(error)
    }
  }

  check = (): Promise<void> => reachGateway(this.#url, this.#limits)

  async close(): Promise<void> {}

  #outcome(answer: GatewayAnswer, id: string): TextOutcome {
    const { sid, code } = readBody(answer.body)
    const outcome = outcomeOfAnswer(answer, sid ?? id, code)
    if (outcome.kind !== 'permanent' || code === null || !aboutUs.has(code)) return outcome
    return { kind: 'temporary', error: outcome.error, reason: `${outcome.reason}, code ${code}`, relay: 'away' }
  }
}

function readBody(text: string): { sid: string | null; code: number | null } {
  try {
    const { sid, code } = JSON.parse(text) as { sid?: unknown; code?: unknown }
    return {
      sid: typeof sid === 'string' && /^[A-Za-z0-9]{1,64}$/.test(sid) ? sid : null,
      code: typeof code === 'number' && Number.isSafeInteger(code) ? code : null,
    }
  } catch {
    return { sid: null, code: null }
  }
}
