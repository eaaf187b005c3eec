/** Values made from the schemas of the OpenAPI document alone: ones that fit, and ones that nearly do. */
import { randomUUID } from 'node:crypto'
import { behind, type Schema } from '../openapi/schemas.ts'

/** From 0 to 1, the same again from the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** What a maker draws from. */
export interface Source {
  readonly random: () => number
  /** An id for a property of this name. */
  readonly idFor: (name: string) => string
}

/** In every password, token and key that is made up: whoever finds it found a secret. */
export const secretMark = `made-secret-${randomUUID()}`
const isSecret = (name: string): boolean => /(?:password|secret|token|privatekey|authorizationcode)$/i.test(name)

const pick = <T>({ random }: Source, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
const isOften = ({ random }: Source, share: number): boolean => random() < share

/** Nothing of them is reached over the network: addresses on loopback, where nobody listens. */
const texts = [
  'Sample',
  'sample-1',
  'عينة',
  '#aabbcc',
  '{"a":1}',
  '+4915112345678',
  '123456',
  'sample.example.test',
  'http://127.0.0.1:9/in',
]
const moments = ['2026-11-23T10:00:00.000Z', '2020-01-01T00:00:00Z', '2030-12-31T23:59:59Z']
const deepest = 6

/** A value that fits the schema, as far as its words say what fits. */
export function fitting(source: Source, schema: Schema, name = '', depth = 0): unknown {
  const found = behind(schema)
  const parts = (found.oneOf ?? found.anyOf) as Schema[] | undefined
  if (parts) return fitting(source, pick(source, parts), name, depth)
  if (found.const !== undefined) return found.const
  if (found.enum) return pick(source, found.enum as unknown[])
  const types = [found.type ?? 'string'].flat() as string[]
  const type = isOften(source, 0.9) ? types[0] : pick(source, types)
  if (type === 'object') return fittingObject(source, found, depth)
  if (type === 'array') {
    const { minItems = 0, items = {} } = found as { minItems?: number; items?: Schema }
    const count = depth > deepest ? minItems : minItems + Math.floor(source.random() * 3)
    return Array.from({ length: count }, () => fitting(source, items, name, depth + 1))
  }
  if (type === 'boolean') return isOften(source, 0.5)
  if (type === 'null') return null
  if (type === 'integer' || type === 'number') {
    const { minimum = 0, maximum = 1000 } = found as { minimum?: number; maximum?: number }
    return pick(source, [minimum, Math.min(maximum, minimum + 1), Math.min(maximum, 100)])
  }
  return fittingText(source, found, name)
}

function fittingObject(source: Source, schema: Schema, depth: number): unknown {
  const {
    properties = {},
    required = [],
    additionalProperties,
  } = schema as {
    properties?: Record<string, Schema>
    required?: string[]
    additionalProperties?: Schema | boolean
  }
  const share = Object.keys(properties).length > 10 ? 0.15 : 0.4
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || (depth <= deepest && isOften(source, share)))
  const own = chosen.map(([name, one]) => [name, fitting(source, one, name, depth + 1)])
  const more = typeof additionalProperties === 'object' ? [[source.idFor('key'), fitting(source, additionalProperties, '', depth + 1)]] : []
  return Object.fromEntries([...own, ...more])
}

function fittingText(source: Source, schema: Schema, name: string): string {
  const {
    format,
    pattern,
    minLength = 0,
    maxLength = 10_000,
  } = schema as {
    format?: string
    pattern?: string
    minLength?: number
    maxLength?: number
  }
  if (format === 'uuid' || /ids?$/i.test(name)) return source.idFor(name)
  if (format === 'date-time' || format === 'date') return pick(source, moments).slice(0, format === 'date' ? 10 : undefined)
  if (format === 'email') return `made-${Math.floor(source.random() * 1e9)}@example.test`
  const own = isSecret(name) ? [`${secretMark}-Zuvaqor7`] : texts
  const fits = own.filter(
    (text) => text.length >= minLength && text.length <= maxLength && (!pattern || new RegExp(pattern, 'u').test(text)),
  )
  return fits.length > 0 ? pick(source, fits) : 'x'.repeat(Math.max(minLength, 1))
}

const strange: readonly unknown[] = [
  null,
  '',
  -1,
  2 ** 53,
  1.5,
  true,
  [],
  {},
  [null],
  'x'.repeat(400),
  '\u0000',
  '01a1fe90-7a38-70eb-b848-22063c8b3365',
]

/** The same with one thing wrong: a property that is missing, of another kind, or of no name that is known. */
export function nearly(source: Source, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return pick(source, strange)
  if (Array.isArray(value)) return value.length === 0 ? [pick(source, strange)] : [nearly(source, value[0]), ...value.slice(1)]
  const names = Object.keys(value)
  const name = pick(source, names)
  if (name === undefined || isOften(source, 0.2)) return { ...value, noSuchProperty: 1 }
  const { [name]: one, ...others } = value as Record<string, unknown>
  return isOften(source, 0.3) ? others : { ...others, [name]: isOften(source, 0.5) ? nearly(source, one) : pick(source, strange) }
}
