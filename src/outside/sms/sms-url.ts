import { e164 } from '#core/text/phone-number.ts'
import { isLoopback } from '#outside/mail/relay-url.ts'

/** Where texts are handed to, as `SMS_URL` says. */
export type SmsTarget =
  | { readonly kind: 'log' }
  /** `authorization`: the header (RFC 7617), from the user and password of the URL; null without. */
  | { readonly kind: 'http'; readonly url: URL; readonly authorization: string | null }
  | { readonly kind: 'twilio'; readonly account: string; readonly authorization: string; readonly from: string }

const form = 'must be log, http(s)://user:password@host/path, or twilio://SID:TOKEN@+15550100 with the number texts come from'

/**
 * Reads `SMS_URL`. Throws an `Error` whose message goes on after the name of the setting (`must be …`) and never repeats the URL: it holds
 * a password.
 */
export function readSmsUrl(text: string): SmsTarget {
  if (text === 'log') return { kind: 'log' }
  if (text.startsWith('twilio://')) return readTwilio(text)
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Error(form)
  const url = new URL(text)
  if (url.hash !== '') throw new Error('has a fragment')
  if (url.port === '0') throw new Error('names port 0')
  const authorization = readCredentials(url)
  url.username = ''
  url.password = ''
  return { kind: 'http', url, authorization }
}

function readTwilio(text: string): SmsTarget {
  const [, account = '', token = '', from = ''] = /^twilio:\/\/([A-Za-z0-9]{1,64}):([^:@/\s]{1,256})@([^@/\s]+)$/.exec(text) ?? []
  if (account === '') throw new Error(form)
  if (!e164.test(from)) throw new Error('names no number in E.164 that texts come from')
  return { kind: 'twilio', account, authorization: basic(account, decoded(token)), from }
}

function readCredentials(url: URL): string | null {
  if (url.username === '' && url.password === '') return null
  if (url.username === '' || url.password === '') throw new Error('has a user without a password, or a password without a user')
  const user = decoded(url.username)
  if (user.includes(':')) throw new Error('has a user with a colon')
  return basic(user, decoded(url.password))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new Error('has a user or a password that is not percent-encoded')
  }
}

const basic = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/**
 * Reads `TWILIO_API_URL`. The token of the account goes there, so it is https, or this machine.
 * Throws an `Error` whose message goes on after the name of the setting.
 */
export function readTwilioApi(text: string): URL {
  if (!/^https?:\/\//.test(text) || !URL.canParse(text)) throw new Error('must be an https:// address')
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '' || url.port === '0')
    throw new Error('must be an https:// address without user, query or fragment')
  const isHere = isLoopback(url.hostname.replace(/^\[(.*)\]$/, '$1'))
  if (url.protocol === 'http:' && !isHere) throw new Error('must be https:// unless it is on this machine')
  return url
}
