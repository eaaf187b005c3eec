/** Settings as they stand in inputs, and what of them is sent. */
import { fields, type Kind, type Part } from './fields.ts'

/** Texts and switches; undefined is the default again. */
export type Value = string | boolean | undefined
export type Values = Readonly<Record<string, Value>>

interface Budget {
  readonly limit: number
  readonly windowSeconds: number
}

export const isSecret = (kind: Kind): boolean => kind === 'secret' || kind === 'longSecret'

function shownAs(kind: Kind, value: unknown): Value {
  if (isSecret(kind)) return ''
  if (kind === 'switch') return value === true
  if (Array.isArray(value)) return value.join('\n')
  if (kind === 'budget' && value) return `${(value as Budget).limit}/${(value as Budget).windowSeconds}`
  return value === null || value === undefined ? '' : String(value)
}

/** @returns what the service is sent; null is the default again, and text that is no number goes as it is, so that the service says what is wrong */
function sentAs(kind: Kind, value: Value): unknown {
  if (value === undefined) return null
  if (typeof value === 'boolean') return value
  const text = value.trim()
  const numberOr = (part: string) => (/^-?\d+$/.test(part.trim()) ? Number(part) : part.trim())
  if (kind === 'lines') return text === '' ? [] : text.split(/[\n,]+/).map((line) => line.trim())
  if (kind === 'numbers') return text === '' ? [] : text.split(/[\s,]+/).map(numberOr)
  if (kind === 'budget') {
    const [limit = '', seconds = ''] = text.split('/')
    return { limit: numberOr(limit), windowSeconds: numberOr(seconds) }
  }
  if (text === '') return null
  return kind === 'number' ? numberOr(text) : text
}

const kindsOf = (part: Part) => Object.entries<Kind>(fields[part])

/** @param read that part, as the service answers it */
export const valuesOf = (read: Readonly<Record<string, unknown>>, part: Part): Values =>
  Object.fromEntries(kindsOf(part).map(([name, kind]) => [name, shownAs(kind, read[name])]))

export interface Change {
  readonly name: string
  readonly kind: Kind
  readonly before: Value
  readonly after: Value
}

/** What is other than it was read: a secret that nobody typed is no change. */
export const changesOf = (part: Part, before: Values, after: Values): Change[] =>
  kindsOf(part)
    .map(([name, kind]) => ({ name, kind, before: before[name], after: after[name] }))
    .filter((one) => one.before !== one.after)

/** Whether what is sent of it is the default again: that is also of what somebody emptied. */
export const isDefaultAgain = ({ kind, after }: Pick<Change, 'kind' | 'after'>): boolean => sentAs(kind, after) === null

export const bodyOf = (part: Part, changes: readonly Change[]): Record<string, unknown> => ({
  [part]: Object.fromEntries(changes.map(({ name, kind, after }) => [name, sentAs(kind, after)])),
})
