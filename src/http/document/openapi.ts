import type { z } from 'zod'
import { lineType } from '#http/lines/line-answer.ts'
import { type AnyRoute, addressesOf, type MountedAddress, type Routes } from '#http/route.ts'
import { eventStreamType } from '#http/streams/event-stream.ts'
import { errorStatuses } from './error-statuses.ts'
import { type AnsweredStatus, ErrorShape, errorHeaders, errorResponses, exampleOfError, referenceTo } from './errors.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema } from './json-schema.ts'
import { NamedSchemas, nameIn } from './named-schemas.ts'
import { Parameters } from './parameters.ts'
import { describedTags, tagOf } from './tags.ts'
import { type SentEvent, webhookParameters, webhooksOf } from './webhooks.ts'

type Json = Record<string, unknown>

const successes = { 200: 'Done', 201: 'Created', 202: 'Accepted', 204: 'Done, nothing to say' } as const

/** Its bytes are told by the media type (OpenAPI 3.1, section 4.8.14.3). */
const fileContent: Json = {}

const introduction = `Multi-tenant administration and authentication.

Every error has the shape \`Error\`, its \`code\` for programs and its \`message\` for people. Answers may come to hold more properties than
are named here; bodies with a property that is not named are refused. Operations with \`x-alias-of\` are further addresses of another one;
a client needs only that. Those with \`x-in-batches\` may have done a part where they fail: made again with their \`Idempotency-Key\` they do no
more, and tell how far they came.`

/**
 * The OpenAPI 3.1 document, made from the same route tables that are mounted, so that it can neither miss nor invent one.
 * @param events what the service itself sends to those who subscribed
 */
export function openApiDocument(modules: Readonly<Record<string, Routes>>, events: readonly SentEvent[] = []): Json {
  return new Document().of(modules, events)
}

class Document {
  readonly #schemas = new NamedSchemas()
  readonly #parameters = new Parameters(this.#schemas)
  /** Named answers that operations show. */
  readonly #shown = new Set<string>()
  /** By `operationId`: what it is, and where it was found first. */
  readonly #known = new Map<string, { endpoint: AnyRoute; address: string }>()

  of(modules: Readonly<Record<string, Routes>>, events: readonly SentEvent[]): Json {
    const paths: Record<string, Json> = {}
    for (const [base, routes] of Object.entries(modules)) {
      for (const [address, endpoint] of Object.entries(routes)) {
        for (const mounted of addressesOf(base, address, endpoint)) {
          const path = mounted.url.replace(/:(\w+)/g, '{$1}')
          paths[path] ??= {}
          paths[path][String(mounted.method).toLowerCase()] = this.#operation(mounted, endpoint, base)
        }
      }
    }
    const error = this.#schemas.of(ErrorShape, 'output')
    const examples = [...this.#shown].sort().map((name) => [name, { value: exampleOf(referenceToSchema(name), this.#schemas) }])
    return {
      openapi: '3.1.0',
      info: {
        title: 'Tenantry',
        version: 'v1',
        description: introduction,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      security: [{ bearer: [] }],
      tags: describedTags(Object.keys(modules)),
      paths,
      ...(events.length > 0 && { webhooks: webhooksOf(events) }),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT', description: '`accessToken` of a sign-in' },
          ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: '`ticket` of a stream ticket, once' },
        },
        parameters: { ...this.#parameters.all(), ...(events.length > 0 && webhookParameters) },
        headers: errorHeaders,
        responses: errorResponses(error),
        schemas: this.#schemas.all(),
        examples: Object.fromEntries(examples),
      },
    }
  }

  #operation(mounted: MountedAddress, endpoint: AnyRoute, base: string): Json {
    const { method, url } = mounted
    const { operationId, aliasOf } = this.#identity(mounted, endpoint)
    return {
      operationId,
      ...(aliasOf && { 'x-alias-of': aliasOf }),
      ...(endpoint.takesIdempotencyKey === 'batches' && { 'x-in-batches': true }),
      summary: endpoint.summary,
      description: descriptionOf(endpoint, aliasOf, mounted.enveloped),
      tags: [tagOf(base)],
      ...(endpoint.access === 'public' && { security: [] }),
      ...(endpoint.stream && { security: [{ bearer: [] }, { ticket: [] }] }),
      parameters: this.#parameters.of(endpoint, String(method)),
      ...this.#body(endpoint, `${String(method)} ${url}`),
      responses: {
        [endpoint.status ?? 200]: this.#success(endpoint, mounted.enveloped),
        ...(endpoint.dryRunStatus && {
          [endpoint.dryRunStatus]: this.#success({ ...endpoint, status: endpoint.dryRunStatus }, mounted.enveloped),
        }),
        ...Object.fromEntries(errorStatuses(endpoint).map((status) => [status, this.#refusal(endpoint, status)])),
        default: { $ref: '#/components/responses/Unforeseen' },
      },
    }
  }

  /** Its own id where it was found first; elsewhere, as an alias, one made of it. */
  #identity({ method, url, enveloped }: MountedAddress, endpoint: AnyRoute): { operationId: string; aliasOf: string | null } {
    const address = `${String(method)} ${url}`
    const { operationId } = endpoint
    const known = this.#known.get(operationId)
    if (!known) {
      this.#known.set(operationId, { endpoint, address })
      return { operationId, aliasOf: null }
    }
    if (known.endpoint.run !== endpoint.run) throw new Error(`${known.address} and ${address} both are ${operationId}`)
    const alias = `${operationId}${enveloped ? 'Enveloped' : 'Alias'}`
    let free = alias
    for (let count = 2; this.#known.has(free); count++) free = `${alias}${count}`
    this.#known.set(free, { endpoint, address })
    return { operationId: free, aliasOf: operationId }
  }

  #body({ body, upload, receives, lines }: AnyRoute, address: string): Json {
    if (lines) return { requestBody: { required: true, content: this.#lines(lines, 'input') } }
    if (upload) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadSchema } } } }
    if (receives) return { requestBody: { required: true, content: { 'multipart/form-data': { schema: this.#form(receives) } } } }
    if (!body) return {}
    const schema = this.#schemas.of(body, 'input')
    const { required, oneOf } = this.#schemas.behind(schema) as { required?: unknown[]; oneOf?: JsonSchema[] }
    const examples = (oneOf ?? [schema]).map((option) => {
      const name = nameIn(option)
      const value = name === null ? undefined : this.#schemas.exampleOf(name)
      if (value === undefined) throw new Error(`the body of ${address} has no name or no example: see \`named\``)
      return [name, { value }]
    })
    const content = { 'application/json': { schema, examples: Object.fromEntries(examples) } }
    return { requestBody: { required: oneOf !== undefined || (required?.length ?? 0) > 0, content } }
  }

  #success(endpoint: AnyRoute, isEnveloped: boolean): Json {
    const status = endpoint.status ?? 200
    const description = successes[status]
    const headers = endpoint.location && { headers: { Location: { description: 'Address of what was made', schema: { type: 'string' } } } }
    if (endpoint.stream)
      return { description: 'Events as they happen, until one of them is the last', content: this.#events(endpoint.stream.event) }
    const types = endpoint.download ?? endpoint.serves
    if (types) {
      const content = Object.fromEntries(types.map((type) => [type, fileContent]))
      return { description: 'The file', ...(endpoint.serves && { headers: fileHeaders }), content }
    }
    if (!endpoint.reply) {
      if (!isEnveloped) return { description }
      throw new Error(`${endpoint.operationId} has an envelope and nothing in it`)
    }
    if (endpoint.lines)
      return { description: 'A line for each line, and a last one for all', content: this.#lines(endpoint.reply, 'output') }
    const schema = this.#schemas.of(endpoint.reply, 'output')
    const content = isEnveloped
      ? {
          schema: envelopeOf(schema),
          example: { isSuccess: true, data: exampleOf(schema, this.#schemas), message: 'Done.', statusCode: status },
        }
      : { schema, ...this.#examples(schema) }
    return { description, ...headers, content: { 'application/json': content } }
  }

  /** A file, and the fields beside it. */
  #form({ fields }: NonNullable<AnyRoute['receives']>): Json {
    const { properties = {} } = (fields ? this.#schemas.of(fields, 'input') : {}) as { properties?: Json }
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file itself' }
    return { type: 'object', required: ['file'], properties: { file, ...properties } }
  }

  /** NDJSON: the schema is that of one line, for OpenAPI 3.1 has no words for a sequence of them. */
  #lines(line: z.ZodType, io: 'input' | 'output'): Json {
    const schema = this.#schemas.of(line, io)
    return { [lineType]: { schema, example: exampleOf(schema, this.#schemas) } }
  }

  /** Server-sent events: the schema is that of one event as a client reads it, `data` parsed; OpenAPI 3.1 has no words for a sequence of them. */
  #events(event: z.ZodType): Json {
    const schema = this.#schemas.of(event, 'output')
    return { [eventStreamType]: { schema, ...this.#examples(schema) } }
  }

  /** Of a choice, of each of its options; what has a name is shown once, for all who answer it. */
  #examples(schema: JsonSchema): Json {
    const options = (this.#schemas.behind(schema).oneOf as JsonSchema[] | undefined) ?? [schema]
    const names = options.map(nameIn)
    if (names.includes(null)) return { example: exampleOf(schema, this.#schemas) }
    for (const name of names as string[]) this.#shown.add(name)
    return { examples: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/examples/${name}` }])) }
  }

  #refusal({ errorDetails }: AnyRoute, status: AnsweredStatus): Json {
    const more = status === 503 ? errorDetails?.[503] : undefined
    if (!more) return referenceTo(status)
    const schema = this.#schemas.of(more, 'output')
    const error = referenceToSchema('Error')
    const example = { ...exampleOfError(503, 'unavailable'), ...(exampleOf(schema, this.#schemas) as Json), status: 'down' }
    return {
      description: 'Not all works: what does not is told beside the error, unless nothing could be asked',
      headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } },
      content: { 'application/json': { schema: { anyOf: [{ allOf: [error, schema] }, error] }, example } },
    }
  }
}

function descriptionOf({ access, description, rate }: AnyRoute, aliasOf: string | null, isEnveloped: boolean): string {
  const needs =
    typeof access === 'object'
      ? `Needs \`${access.permission}\`${access.platformOnly ? ' and a platform admin' : ''}.`
      : access === 'super-admin'
        ? 'SuperAdmin only.'
        : ''
  const alias = aliasOf && `Another address of \`${aliasOf}\`${isEnveloped ? ', answering in the envelope' : ''}.`
  const style = isEnveloped && !alias && 'Answers in the envelope.'
  return [alias, style, description, needs, `Rate group \`${rate ?? 'global'}\`.`].filter(Boolean).join(' ')
}

const referenceToSchema = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const fileHeaders: Json = {
  ETag: { description: 'Names these bytes', schema: { type: 'string' } },
  'Content-Disposition': { description: 'How it is to be shown, and its name', schema: { type: 'string' } },
}

const uploadSchema: Json = {
  type: 'object',
  required: ['file'],
  properties: { file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The picture itself' } },
}

const envelopeOf = (data: JsonSchema): Json => ({
  type: 'object',
  required: ['isSuccess', 'data', 'message', 'statusCode'],
  properties: { isSuccess: { type: 'boolean', const: true }, data, message: { type: 'string' }, statusCode: { type: 'integer' } },
})
