/** Requests that mean harm, grown from a route's own declaration: the right shape, filled with what nobody hopes for. */
import fc from 'fast-check'
import type { z } from 'zod'
import { jsonSchemaOf } from '#http/document/json-schema.ts'
import type { AnyRoute } from '#http/route.ts'
import { anything, knownIds, moments, text } from './hostile-values.ts'

/** As it stands in a route, before the ids of this run are known: `«role»` stands for one of the known roles. */
export interface Hostile {
  readonly path: string
  readonly query: string
  /** JSON text or worse; null sends none. */
  readonly body: string | null
  readonly headers: Record<string, string>
}

interface Json {
  type?: string | string[]
  enum?: unknown[]
  anyOf?: Json[]
  format?: string
  properties?: Record<string, Json>
  required?: string[]
  items?: Json
  additionalProperties?: Json | boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

/** There as often as said, of a hundred times. */
function maybe<T>(value: fc.Arbitrary<T>, percent: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: percent, arbitrary: value }, { weight: 100 - percent, arbitrary: fc.constant(undefined) })
}

/** What mostly passes the schema, so that the action behind it has its turn. */
function likely(schema: Json): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(likely))
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const types = [schema.type ?? []].flat()
  return types.length === 0 ? anything : fc.oneof(...types.map((type) => ofType(type, schema)))
}

function ofType(type: string, schema: Json): fc.Arbitrary<unknown> {
  const { minimum = -2, maximum = 2 ** 53, maxLength = 60, minItems = 0, maxItems = 1200 } = schema
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.constantFrom(minimum, maximum, minimum + 1, 1, 2, 7)
    case 'array': {
      const item = likely(schema.items ?? {})
      const few = fc.array(item, { minLength: minItems, maxLength: 4 })
      const many = item.map((one) => Array.from({ length: maxItems + 1 }, () => one))
      return fc.oneof(
        { weight: 12, arbitrary: few },
        { weight: 1, arbitrary: few.map((list) => [...list, ...list]) },
        { weight: 1, arbitrary: many },
      )
    }
    case 'object':
      return schema.properties
        ? object(schema)
        : fc.dictionary(fc.constantFrom('«permission»', ...knownIds, 'x'), likely(schema.additionalProperties as Json), {
            maxKeys: 3,
          })
    default: {
      if (schema.format === 'uuid') return fc.constantFrom(...knownIds)
      if (schema.format?.startsWith('date')) return fc.constantFrom(...moments)
      if (schema.format === 'email') return fc.constantFrom('one@example.test', 'İ@example.test')
      const long = 'é'.repeat(Math.min(maxLength, 70_000))
      return fc.constantFrom(
        'Sample',
        'sample-1',
        'tenants.view',
        '#aabbcc',
        'https://example.test/',
        '{"a":[1]}',
        'one@example.test',
        long,
        ...knownIds,
      )
    }
  }
}

function object(schema: Json): fc.Arbitrary<unknown> {
  const own = Object.keys(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  const fields = Object.fromEntries(
    own.map((name) => {
      const value = fc.oneof({ weight: 9, arbitrary: likely(schema.properties![name]!) }, { weight: 1, arbitrary: anything })
      return [name, maybe(value, required.has(name) ? 97 : own.length > 12 ? 20 : 50)]
    }),
  )
  const names = fc.constantFrom('__proto__', 'constructor', 'isSuperAdmin', 'tenant_id', 'id', '', ' ')
  const strange = maybe(fc.tuple(names, anything), 5)
  return fc
    .tuple(fc.record(fields), strange)
    .map(([body, extra]) => (extra === undefined ? body : Object.fromEntries([...Object.entries(body), extra])))
}

const broken = fc.constantFrom(
  '{',
  '[]',
  'null',
  '"text"',
  '1',
  '',
  '{"a":1,"a":2}',
  '{"a":"\\ud800"}',
  '{"__proto__":{"a":1}}',
  '['.repeat(5000),
  `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
  '{"name":"\\u0000"}',
  `"${'x'.repeat(1_100_000)}"`,
  '﻿{}',
)

const headers = fc.record({
  'accept-language': fc.constantFrom('ar', 'ar', 'en;q=0, *', '\u00ff'),
  'if-match': maybe(fc.constantFrom('"1"', 'W/"2"', '*', '"x"', '99999999999', ''), 20),
  'content-type': maybe(fc.constantFrom('application/json; charset=utf-8', 'application/json;charset=latin1', 'text/plain'), 4),
})

/** The requests of one route. */
export function hostileRequests(url: string, method: string, endpoint: AnyRoute): fc.Arbitrary<Hostile> {
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
  const params = fc.tuple(
    ...names.map((name) =>
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...fitting(url, name)) }, { weight: 2, arbitrary: text.map(escaped) }),
    ),
  )
  const body = method === 'GET' ? fc.constant(null) : fc.oneof({ weight: 8, arbitrary: bodyOf(endpoint) }, { weight: 1, arbitrary: broken })
  return fc.record({ params, query: queryOf(endpoint), body, headers }).map(({ params, headers, ...rest }) => {
    let at = 0
    const path = url.replace(/:\w+/g, () => params[at++] as string)
    const sent = Object.entries(headers).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
    return { path, ...rest, headers: Object.fromEntries(sent) }
  })
}

/** Ids of the kind that the place asks for, and of one other. */
function fitting(url: string, name: string): string[] {
  const kind = /adminId/.test(name) ? 'admin' : (/\/(tenants|roles|usergroups|admins?|permissions)\b/i.exec(url)?.[1] ?? '').toLowerCase()
  const ids: Record<string, string[]> = {
    tenants: ['«tenant»', '«TENANT»'],
    roles: ['«role»', '«ROLE»'],
    usergroups: name === 'tenantId' ? ['«tenant»', '«opaqueTenant»'] : ['«group»'],
    admins: ['«admin»', '«ADMIN»'],
    admin: ['«admin»', '«ADMIN»'],
    permissions: ['«permission»'],
  }
  return [...(ids[kind] ?? ['«tenant»', '«admin»']), ...(ids[kind] ?? []), '«role»']
}

const bodyOf = ({ body, upload, receives }: AnyRoute): fc.Arbitrary<string | null> =>
  body
    ? likely(jsonSchemaOf(body as z.ZodType, 'input') as Json).map((value) => JSON.stringify(value))
    : fc.constantFrom(null, upload || receives ? '{}' : null)

function queryOf({ query }: AnyRoute): fc.Arbitrary<string> {
  if (!query) return fc.oneof({ weight: 12, arbitrary: fc.constant('') }, { weight: 1, arbitrary: fc.constant('?a=1') })
  const { properties = {} } = jsonSchemaOf(query as z.ZodType, 'input') as Json
  const pair = fc
    .constantFrom(...Object.keys(properties))
    .chain((name) =>
      fc
        .oneof(likely(properties[name]!), anything, text)
        .map((value) => `${encodeURIComponent(name)}=${typeof value === 'string' ? escaped(value) : escaped(JSON.stringify(value))}`),
    )
  const worse = fc.constantFrom(
    '__proto__=1',
    'search[]=1',
    'page=1&page=2',
    '%ff=1',
    'search=%',
    'search=%c3%28',
    '&&',
    'sortBy=constructor',
    'search=%25_%5c',
    'page=1000000000&pageSize=100',
  )
  return fc
    .array(fc.oneof({ weight: 5, arbitrary: pair }, { weight: 1, arbitrary: worse }), { maxLength: 4 })
    .map((pairs) => (pairs.length > 0 ? `?${pairs.join('&')}` : ''))
}

/** Percent-encoded, but for the places of ids; what is no Unicode becomes bytes that are none either. */
function escaped(value: string): string {
  if (value.startsWith('«')) return value
  return value.isWellFormed() ? encodeURIComponent(value).slice(0, 6000) : '%ed%a0%80'
}
