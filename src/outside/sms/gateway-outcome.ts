import { secondsMs } from '#core/clock.ts'
import { errorText } from '#outside/mail/message.ts'
import { relayReason } from '#outside/mail/relay-reason.ts'
import { type GatewayAnswer, GatewayFault } from './gateway-post.ts'
import type { TextOutcome } from './sms.ts'

/** Who may send, and where to: nothing that another text would change. */
const aboutUs = new Set([401, 403, 404, 405, 407, 410])
/** To be sent again though it is no fault of the gateway's: request timeout, too early, too many. */
const later = new Set([408, 425, 429])

/**
 * What an answer says of a text by its status alone. What a gateway writes beside it is shown nowhere: it may repeat the text with its code.
 * @param code what the gateway calls the fault, where it says so in digits
 */
export function outcomeOfAnswer({ status, headers }: GatewayAnswer, sentAs: string, code: number | null = null): TextOutcome {
  if (status >= 200 && status < 300) return { kind: 'sent', providerMessageId: sentAs }
  const what = { error: `the gateway answered ${status}${code === null ? '' : `, code ${code}`}`, reason: `it answered ${status}` }
  const isFinal = status >= 400 && status < 500 && !aboutUs.has(status) && !later.has(status)
  if (isFinal) return { kind: 'permanent', ...what, atRecipient: true }
  const retryAfterMs = retryAfter(headers['retry-after'], headers.date)
  // a redirect is none of ours to follow: the text would go to whom nobody configured
  const relay = later.has(status) ? 'answered' : 'away'
  return { kind: 'temporary', ...what, relay, ...(retryAfterMs !== null && { retryAfterMs }) }
}

/** Retry-After (RFC 9110, section 10.2.3) in milliseconds; a date is measured by the gateway's own clock. Null for none or nonsense. */
function retryAfter(value: string | undefined, date: string | undefined): number | null {
  if (value === undefined) return null
  if (/^\d{1,9}$/.test(value)) return secondsMs(Number(value))
  const waitMs = Date.parse(value) - Date.parse(date ?? '')
  return Number.isNaN(waitMs) ? null : Math.max(0, waitMs)
}

/** What no answer says of a text. One that hangs is away; one that breaks off may have meant this text alone. */
export function outcomeOfFault(error: unknown): TextOutcome {
  const isAway = !(error instanceof GatewayFault) || !error.isReached || error.code === 'ETIMEDOUT'
  return { kind: 'temporary', error: errorText(error), reason: relayReason(error), relay: isAway ? 'away' : 'unknown' }
}
