import type { SettingValues } from '#core/settings/declaration.ts'
import { e164 } from '#core/text/phone-number.ts'
import { readSmsUrl, readTwilioApi } from './sms-url.ts'

type Sms = SettingValues['sms']
type GatewaySettings = Pick<Sms, 'transport' | 'url' | 'user' | 'password' | 'from'>

/** What `SMS_URL` says, as settings. Throws as `readSmsUrl` does. */
export function gatewaySettingsOf(text: string): GatewaySettings {
  const target = readSmsUrl(text)
  const none = { url: null, user: null, password: null, from: null }
  if (target.kind === 'log') return { ...none, transport: 'log' }
  const [user, password] = credentials(target.authorization)
  if (target.kind === 'http') return { ...none, transport: 'http', url: target.url.href, user, password }
  return { ...none, transport: 'twilio', user, password, from: target.from }
}

function credentials(authorization: string | null): [string | null, string | null] {
  if (authorization === null) return [null, null]
  const text = Buffer.from(authorization.slice('Basic '.length), 'base64').toString()
  const at = text.indexOf(':')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** The settings of the gateway as a URL for `openTextTransport`; of settings that `gatewayProblem` finds nothing wrong with. */
export function gatewayUrlOf({ transport, url, user, password, from }: GatewaySettings): string {
  if (transport === 'log') return 'log'
  const auth = user !== null && password !== null ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  if (transport === 'twilio') return `twilio://${auth}${from}`
  return (url ?? '').replace('://', `://${auth}`)
}

/** The setting that keeps the others from naming a gateway; null where there is none such. */
export function gatewayProblem(
  sms: GatewaySettings & Pick<Sms, 'twilioApiUrl'>,
): `sms.${'url' | 'user' | 'password' | 'from' | 'twilioApiUrl'}` | null {
  const { transport, url, user, password, from } = sms
  if (transport === 'log') return null
  if (transport === 'http' && url === null) return 'sms.url'
  if (user === null && (password !== null || transport === 'twilio')) return 'sms.user'
  if (password === null && user !== null) return 'sms.password'
  if (transport === 'twilio' && !e164.test(from ?? '')) return 'sms.from'
  if (!isRead(() => readSmsUrl(gatewayUrlOf(sms)))) return transport === 'twilio' ? 'sms.user' : 'sms.url'
  return transport === 'twilio' && !isRead(() => readTwilioApi(sms.twilioApiUrl)) ? 'sms.twilioApiUrl' : null
}

/** Whether what opens the way would read it too. */
function isRead(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}
