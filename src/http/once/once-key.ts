/** Calls that may be repeated and do once what they do: the header `Idempotency-Key`. */
import { createHash } from 'node:crypto'
import { daysMs } from '#core/clock.ts'
import { validationFailed } from '#core/errors.ts'
import type { Exchange } from '#http/route.ts'

/** One call that may be repeated, as hashes of its key and its body. */
export interface OnceKey {
  readonly key: Buffer
  readonly body: Buffer
}

/** How long a key stands for what was done with it, in milliseconds. */
export const onceKeyMs = daysMs(1)

const digest = (text: string) => createHash('sha256').update(text).digest()

/** What the header `Idempotency-Key` says of a call with this body; null without one. Throws 400 for one that is no key. */
export function onceKeyOf(exchange: Pick<Exchange, 'header'>, body: object): OnceKey | null {
  const given = exchange.header('idempotency-key')
  if (given === undefined) return null
  if (!/^[\x21-\x7e]{1,255}$/.test(given)) throw validationFailed([{ field: 'idempotency-key', code: 'format' }])
  return { key: digest(given), body: digest(JSON.stringify(inOrder(body))) }
}

/** A value with its names in order: equal values make one text, in whatever order they were sent. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const names = Object.keys(value).sort((a, b) => (a < b ? -1 : 1))
  return names.map((name) => [name, inOrder((value as Record<string, unknown>)[name])])
}
