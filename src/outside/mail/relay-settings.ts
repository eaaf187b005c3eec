import type { SettingValues } from '#core/settings/declaration.ts'
import { isLoopback, readRelayUrl } from './relay-url.ts'

type Email = SettingValues['email']
type RelaySettings = Pick<Email, 'transport' | 'host' | 'port' | 'user' | 'password' | 'encryption'>

/** What `MAIL_URL` says, as settings. Throws as `readRelayUrl` does. */
export function relaySettingsOf(url: string): RelaySettings {
  if (url === 'outbox:') return { transport: 'outbox', host: null, port: null, user: null, password: null, encryption: 'auto' }
  const { host, port, secure, auth } = readRelayUrl(url)
  const asked = /[?&]requiretls=(true|false)/i.exec(url)?.[1]
  const encryption = secure ? 'tls' : asked === 'true' ? 'starttls' : asked === 'false' ? 'optional' : 'auto'
  return { transport: 'smtp', host, port, user: auth?.user ?? null, password: auth?.pass ?? null, encryption }
}

/** The settings of the relay as a URL for `openMailTransport`; of settings that `relayProblem` finds nothing wrong with. */
export function relayUrlOf({ transport, host, port, user, password, encryption }: RelaySettings): string {
  if (transport === 'outbox') return 'outbox:'
  const auth = user !== null && password !== null ? `${encodeURIComponent(user)}:${encodeURIComponent(password)}@` : ''
  const place = (host ?? '').includes(':') ? `[${host}]` : host
  const query = encryption === 'starttls' ? '?requireTls=true' : encryption === 'optional' ? '?requireTls=false' : ''
  return `${encryption === 'tls' ? 'smtps' : 'smtp'}://${auth}${place}${port === null ? '' : `:${port}`}${query}`
}

/** The setting that keeps the others from naming a relay; null where there is none such. */
export function relayProblem(email: RelaySettings): 'email.host' | 'email.user' | 'email.password' | null {
  if (email.transport === 'outbox') return null
  if (email.host === null) return 'email.host'
  if (email.user === null && email.password !== null) return 'email.user'
  if (email.user !== null && email.password === null) return 'email.password'
  try {
    readRelayUrl(relayUrlOf(email))
    return null
  } catch {
    return 'email.host'
  }
}

type Guarded = Pick<Email, 'host' | 'port' | 'encryption' | 'certificates'>

/** Whether a password goes to another place by the second relay than by the first, or where more people could read it. */
export function isRelayLessTrusted(before: Guarded, after: Guarded): boolean {
  if (before.host !== after.host || portOf(before) !== portOf(after)) return true
  if ((requiresTls(before) && !requiresTls(after)) || (verifies(before) && !verifies(after))) return true
  // fewer certificates vouch for fewer machines
  return after.certificates !== null && after.certificates !== before.certificates
}

const portOf = ({ port, encryption }: Guarded): number => port ?? (encryption === 'tls' ? 465 : 587)

const requiresTls = ({ host, encryption }: Guarded): boolean =>
  encryption === 'auto' ? !isLoopback(host ?? '') : encryption !== 'optional'

/** Whether the relay must prove who it is: on this machine only where TLS or certificates are asked for by name. */
const verifies = ({ host, encryption, certificates }: Guarded): boolean =>
  !isLoopback(host ?? '') || encryption === 'starttls' || certificates !== null
