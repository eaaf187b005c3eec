import { GatewayTransport } from './gateway.ts'
import { type GatewayLimits, gatewayLimits } from './gateway-post.ts'
import { LogTransport, type TextLog } from './log.ts'
import type { TextTransport } from './sms.ts'
import { readSmsUrl, readTwilioApi } from './sms-url.ts'
import { TwilioTransport } from './twilio.ts'

export interface TextTransportOptions {
  /** Absolute path of the outbox folder; made on first use, readable by this account only. */
  outboxDirectory: string
  log: TextLog
  /** Whether the log may show whole texts; never in production. */
  showsCodes: boolean
  /** Address of Twilio's API. */
  twilioApi: string
  /** Other limits than usual, for tests. */
  limits?: Partial<GatewayLimits>
}

/**
 * Opens the way out that `SMS_URL` names. Connects to nothing yet. Throws an `Error` that goes on after the setting's name and never repeats
 * the URL, which holds a password.
 */
export function openTextTransport(url: string, options: TextTransportOptions): TextTransport {
  const target = readSmsUrl(url)
  const limits = { ...gatewayLimits, ...options.limits }
  if (target.kind === 'http') return new GatewayTransport(target, limits)
  if (target.kind === 'twilio') return new TwilioTransport(target, readTwilioApi(options.twilioApi), limits)
  return new LogTransport({ directory: options.outboxDirectory, log: options.log, showsCodes: options.showsCodes })
}
