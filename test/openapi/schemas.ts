/** The schemas of an OpenAPI document as judges of what is sent and answered. */
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { apiDocument } from '../../src/app.ts'

export interface Media {
  readonly schema: Schema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown; readonly $ref?: string }>>
}
export interface Schema {
  readonly $ref?: string
  readonly [keyword: string]: unknown
}
export interface Answer {
  readonly $ref?: string
  readonly description: string
  readonly content?: Readonly<Record<string, Media>>
}
export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description: string
  readonly schema: Schema
}
export interface Operation {
  readonly operationId: string
  readonly 'x-alias-of'?: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> }
  readonly responses: Readonly<Record<string, Answer>>
}
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>> & { readonly schemas: Readonly<Record<string, Schema>> }
}

export const document = JSON.parse(JSON.stringify(apiDocument())) as Document

export interface Place {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}
export const operations: readonly Place[] = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)

/** What stands behind a reference of the document; anything else is itself. */
export function behind<T extends { readonly $ref?: string }>(part: T): T {
  if (part.$ref === undefined) return part
  return part.$ref
    .split('/')
    .slice(1)
    .reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], document) as T
}

/** The JSON that is sent or answered there; undefined for none. */
export const jsonOf = (part: { readonly content?: Readonly<Record<string, Media>> } | undefined): Media | undefined =>
  part?.content?.['application/json']

/** One line of what is sent or answered line by line; undefined for anything else. */
export const linesOf = (part: { readonly content?: Readonly<Record<string, Media>> } | undefined): Media | undefined =>
  part?.content?.['application/x-ndjson']

/** One event of a stream of them; undefined for anything else. */
export const eventOf = (part: { readonly content?: Readonly<Record<string, Media>> } | undefined): Media | undefined =>
  part?.content?.['text/event-stream']

/** Every example of a body or an answer, references followed. */
export function examplesOf({ example, examples = {} }: Media): [name: string, value: unknown][] {
  const named = Object.entries(examples).map(([name, one]): [string, unknown] => [name, behind(one).value])
  return example === undefined ? named : [['', example], ...named]
}

// `format` with `nullable` types and vocabulary of OpenAPI are no JSON Schema: only what is declared wrongly must fail
const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
ajv.addSchema(document, 'document')

/** Fails with what is wrong about a value that is not as the schema says. */
export function assertFits(schema: Schema, value: unknown, what: string): void {
  const judge = judgeOf(schema)
  if (!judge(value)) throw new Error(`${what}: ${ajv.errorsText(judge.errors)} in ${JSON.stringify(value).slice(0, 2000)}`)
}

const judges = new WeakMap<Schema, ReturnType<typeof ajv.compile>>()
function judgeOf(schema: Schema) {
  const known = judges.get(schema)
  if (known) return known
  const absolute = JSON.stringify(schema).replaceAll('"#/', '"document#/')
  const judge = ajv.compile(JSON.parse(absolute))
  judges.set(schema, judge)
  return judge
}

/** As an error of the service must be. */
export const assertError = (value: unknown, what: string) => assertFits(errorReference, value, what)
const errorReference = { $ref: '#/components/schemas/Error' }
