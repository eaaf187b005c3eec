import { isIP } from 'node:net'
import { headerText, isAddrSpec } from './address.ts'
import { plainName } from './name.ts'

/** Values that are shown exactly; each must have its own shape, so that none can carry a stranger's words. */
const exact: Record<string, (value: string) => string> = {
  code: (value) => matching(value, /^[\p{L}\p{N}-]{1,64}$/u, 'code'),
  password: (value) => matching(value, /^[^\p{Cc}\p{Cf}\u2028\u2029]{1,128}$/u, 'password'),
  link: (value) => webLink(value),
  ip: (value) => (isIP(value) ? value : ''),
  'recipient.email': (value) => (isAddrSpec(value) ? value : ''),
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/

/**
 * The variables as templates of ours may see them: plain own values, no line breaks, free text cut down to a plain name, times as
 * `2026-11-21 10:33 UTC`; null, empty and odd values are left out. `recipient` and `tenant` are always there,
 * and `expiresInHours` where `expiresInMinutes` is whole hours, two or more.
 * Throws an `Error` for a code, password or link of the wrong shape: a mail without it would be useless, with it dangerous.
 */
export function readableVariables(variables: Record<string, unknown>): Record<string, unknown> {
  const readable = readObject(variables, '')
  const minutes = readable.expiresInMinutes
  return {
    ...readable,
    ...(typeof minutes === 'number' && minutes >= 120 && minutes % 60 === 0 && { expiresInHours: minutes / 60 }),
    recipient: { ...(readable.recipient as object | undefined) },
    tenant: { name: 'Tenantry', ...(readable.tenant as object | undefined) },
  }
}

function readObject(source: object, path: string): Record<string, unknown> {
  const target: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(source)) {
    if (!/^[A-Za-z]\w{0,49}$/.test(key)) continue
    const readable = readValue(value, `${path}${key}`)
    if (readable !== undefined && readable !== '') target[key] = readable
  }
  return target
}

function readValue(value: unknown, path: string): unknown {
  if (typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value))) return value
  if (value instanceof Date) return readableTime(value)
  if (typeof value === 'string') return readString(value, path)
  const nested = typeof value === 'object' && value !== null && !Array.isArray(value) && !path.includes('.')
  return nested ? readObject(value, `${path}.`) : undefined
}

function readString(value: string, path: string): string {
  const read = exact[path]
  if (read) return read(value)
  if (timestamp.test(value)) return readableTime(new Date(value))
  return plainName(value)
}

const readableTime = (time: Date) => (Number.isNaN(time.getTime()) ? '' : `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC`)

function matching(value: string, pattern: RegExp, name: string): string {
  if (!pattern.test(value)) throw new Error(`mail variable ${name} is malformed`)
  return value
}

/** Only http and https: a `javascript:` or `data:` link must never stand in a mail. */
function webLink(value: string): string {
  const plain = URL.canParse(value) && headerText(value, 4000) === value && !/[\s<>"]/u.test(value)
  if (!plain || !['http:', 'https:'].includes(new URL(value).protocol)) throw new Error('mail variable link is malformed')
  return value
}
