import type { z } from 'zod'
import type { AnyRoute } from '#http/route.ts'
import type { JsonSchema } from './json-schema.ts'
import type { NamedSchemas } from './named-schemas.ts'

/** Headers that operations read, by their names in the document. */
const headers: Record<string, JsonSchema> = {
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description: 'Language of `message` and of names in the catalogue: `en` or `ar`; English where neither is accepted',
    schema: { type: 'string' },
    example: 'ar, en;q=0.5',
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own, 1 to 255 printable characters without spaces: the same call with the same one within a day is done once',
    schema: { type: 'string', maxLength: 255 },
    example: '7c1d2f9e',
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `version` that the change was made for, where the body has none; 409 `version_conflict` when the record moved on',
    schema: { type: 'string' },
    example: '"3"',
  },
  LastEventId: {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The last `id` that the client has, after it was cut off: what came since is sent, or `resync`',
    schema: { type: 'string' },
    example: '7',
  },
  RefreshCookie: {
    name: 'X-Refresh-Cookie',
    in: 'header',
    description: '`true`: the refresh token goes into an HttpOnly cookie instead of the answer',
    schema: { type: 'string', enum: ['true', 'false'] },
  },
}

/** Parameters that mean the same wherever they stand, by their names in the document. */
const shared: Readonly<Record<string, string>> = {
  page: 'Page',
  pageSize: 'PageSize',
  search: 'Search',
  sortDirection: 'SortDirection',
  cursor: 'Cursor',
  within: 'Within',
  id: 'RecordId',
}

/** The parameters of one document, those that are shared gathered while its operations refer to them. */
export class Parameters {
  readonly #schemas: NamedSchemas
  readonly #shared = new Map<string, JsonSchema>()

  constructor(schemas: NamedSchemas) {
    this.#schemas = schemas
  }

  of(endpoint: AnyRoute, method: string): JsonSchema[] {
    return [
      ...this.#in('path', endpoint.params),
      ...this.#in('query', endpoint.query),
      ...(method === 'PUT' && this.#hasVersion(endpoint.body) ? [reference('IfMatch')] : []),
      ...(endpoint.stream ? [reference('LastEventId')] : []),
      ...(endpoint.issuesRefreshToken ? [reference('RefreshCookie')] : []),
      ...(endpoint.takesIdempotencyKey ? [reference('IdempotencyKey')] : []),
      reference('AcceptLanguage'),
    ]
  }

  all(): Record<string, JsonSchema> {
    return { ...headers, ...Object.fromEntries(this.#shared) }
  }

  #in(place: 'path' | 'query', schema: z.ZodType | undefined): JsonSchema[] {
    if (!schema) return []
    const { properties = {}, required = [] } = this.#schemas.of(schema, 'input') as {
      properties?: Record<string, JsonSchema>
      required?: string[]
    }
    return Object.entries(properties).map(([name, { description, ...schema }]) => {
      const isRequired = place === 'path' || required.includes(name)
      return this.#referred({ name, in: place, required: isRequired, description, schema })
    })
  }

  /** As a reference, where the parameter of that name is the shared one. */
  #referred(parameter: JsonSchema): JsonSchema {
    const name = shared[parameter.name as string]
    if (!name) return parameter
    if (!this.#shared.has(name)) this.#shared.set(name, parameter)
    return JSON.stringify(this.#shared.get(name)) === JSON.stringify(parameter) ? reference(name) : parameter
  }

  #hasVersion(body: z.ZodType | undefined): boolean {
    if (!body) return false
    return 'version' in ((this.#schemas.behind(this.#schemas.of(body, 'input')).properties as object | undefined) ?? {})
  }
}

const reference = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` })
