import type { z } from 'zod'
import { type AnyRoute, addressesOf, type MountedAddress, type Routes } from '#http/route.ts'
import { jsonSchemaOf } from './json-schema.ts'

type Json = Record<string, unknown>

const reasons: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Accepted',
  204: 'Done, nothing to say',
  400: 'Bad input: `errors` names each field',
  401: 'No, bad or expired credentials',
  403: 'Known caller, not allowed',
  404: 'Unknown, malformed or foreign id',
  409: 'Conflict with the present state',
  413: 'Too large',
  414: 'Address too long',
  415: 'Not the content type this operation reads',
  423: 'Account locked: `lockoutEnd`',
  429: 'Too many requests: `Retry-After`',
  503: 'Something needed is away: `Retry-After`',
}

/** The OpenAPI 3.1 document, made from the same route tables that are mounted, so that it can neither miss nor invent one. */
export function openApiDocument(modules: Readonly<Record<string, Routes>>): Json {
  const paths: Record<string, Json> = {}
  for (const [base, routes] of Object.entries(modules)) {
    for (const [address, endpoint] of Object.entries(routes)) {
      for (const mounted of addressesOf(base, address, endpoint)) {
        const path = mounted.url.replace(/:(\w+)/g, '{$1}')
        paths[path] ??= {}
        paths[path][String(mounted.method).toLowerCase()] = operation(mounted, endpoint, base)
      }
    }
  }
  return withDefinitions({
    openapi: '3.1.0',
    info: {
      title: 'Tenantry',
      version: 'v1',
      description: 'Multi-tenant administration and authentication.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: [...new Set(Object.keys(modules).map(tagOf))].map((name) => ({ name })),
    paths,
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } }, schemas: { Error: errorSchema } },
  })
}

/** Puts what recursive schemas define for themselves where the document keeps its schemas: a `#` there is the whole document. */
function withDefinitions(document: Json): Json {
  const definitions: Json = {}
  const moved = (value: unknown) =>
    JSON.parse(
      JSON.stringify(value, (key, part) => {
        if (key === '$ref') return (part as string).replace(/^#\/\$defs\//, '#/components/schemas/')
        if (key !== '$defs') return part
        Object.assign(definitions, part)
        return undefined
      }),
    )
  const whole = moved(document)
  Object.assign(whole.components.schemas, moved(definitions))
  return whole
}

function operation(mounted: MountedAddress, endpoint: AnyRoute, base: string): Json {
  const status = endpoint.status ?? 200
  const answer = endpoint.reply && jsonSchemaOf(endpoint.reply, 'output')
  const body = endpoint.upload ? uploadSchema : endpoint.body && jsonSchemaOf(endpoint.body, 'input')
  const type = endpoint.upload ? 'multipart/form-data' : 'application/json'
  return {
    operationId: `${String(mounted.method).toLowerCase()}${mounted.url.replace(/[^a-z0-9]+(\w?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    ...(descriptionOf(endpoint, mounted) && { description: descriptionOf(endpoint, mounted) }),
    tags: [tagOf(base)],
    security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
    ...((endpoint.params || endpoint.query) && {
      parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    }),
    ...(body && {
      requestBody: { required: (body.required as unknown[] | undefined)?.length !== undefined, content: { [type]: { schema: body } } },
    }),
    responses: {
      [status]: success(status, mounted.enveloped ? envelopeSchema(answer) : answer),
      ...Object.fromEntries(
        errorStatuses(endpoint).map((code) => [
          code,
          { description: reasons[code], content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } },
        ]),
      ),
    },
  }
}

/** Every error status a route can answer: what follows from its declaration, and what it names beyond that. */
export function errorStatuses(endpoint: AnyRoute): number[] {
  const statuses = new Set<number>([400, 429, 503, ...(endpoint.errors ?? [])])
  if (endpoint.access !== 'public') for (const status of [401, 403]) statuses.add(status)
  if (endpoint.params) for (const status of [404, 414]) statuses.add(status)
  if (endpoint.body || endpoint.upload) for (const status of [413, 415]) statuses.add(status)
  if (endpoint.rate === 'none') statuses.delete(429)
  return [...statuses].sort((a, b) => a - b)
}

function descriptionOf(endpoint: AnyRoute, mounted: MountedAddress): string {
  const { access } = endpoint
  const needs =
    typeof access === 'object'
      ? `Needs \`${access.permission}\`${access.platformOnly ? ' and a platform admin' : ''}.`
      : access === 'super-admin'
        ? 'SuperAdmin only.'
        : ''
  const alias = mounted.aliasOf
    ? `The same as \`${mounted.aliasOf.replace(/:(\w+)/g, '{$1}')}\`${mounted.enveloped ? ', in the envelope' : ''}.`
    : ''
  return [endpoint.description, needs, `Rate group \`${endpoint.rate ?? 'global'}\`.`, alias].filter(Boolean).join(' ')
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const json = jsonSchemaOf(schema, 'input') as { properties?: Record<string, Json>; required?: string[] }
  return Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property
    return {
      name,
      in: place,
      required: place === 'path' || (json.required ?? []).includes(name),
      ...(description ? { description } : {}),
      schema: rest,
    }
  })
}

const success = (status: number, schema: Json | undefined) => ({
  description: reasons[status],
  ...(schema && { content: { 'application/json': { schema } } }),
})

const tagOf = (base: string) =>
  base
    .split('/')
    .filter((part) => part && part !== 'api' && part !== 'v1')
    .join(' ')
    .toLowerCase() || 'health'

const uploadSchema: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
}

const envelopeSchema = (data: Json | undefined): Json => ({
  type: 'object',
  required: ['isSuccess', 'data', 'message', 'statusCode'],
  properties: { isSuccess: { type: 'boolean' }, data: data ?? {}, message: { type: 'string' }, statusCode: { type: 'integer' } },
})

const errorSchema: Json = {
  type: 'object',
  required: ['isSuccess', 'data', 'statusCode', 'code', 'message', 'traceId'],
  properties: {
    isSuccess: { type: 'boolean', const: false },
    data: { type: 'null' },
    statusCode: { type: 'integer' },
    code: { type: 'string', description: 'Stable, in English' },
    message: { type: 'string', description: 'In the language of Accept-Language (en, ar)' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'code', 'message'],
        properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
      },
    },
    traceId: { type: 'string' },
  },
}
