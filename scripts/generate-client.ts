/** What `client/` knows of the service: the OpenAPI document as TypeScript, aliases left out. */
import { declarationOf, type Schema, shapeOf, typeOf } from './generate-client-types.ts'

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>
}
interface Answer extends Content {
  readonly $ref?: string
}
interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly 'x-alias-of'?: string
  readonly 'x-in-batches'?: true
  readonly security?: readonly unknown[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Answer>>
}
interface ErrorAnswer {
  readonly content: Readonly<Record<string, { readonly examples: Readonly<Record<string, { readonly value: ErrorExample }>> }>>
}
interface ErrorExample {
  readonly statusCode: number
  readonly code: string
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly responses: Readonly<Record<string, ErrorAnswer>>
  }
}
interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
  readonly parameters: readonly Parameter[]
}

const json = 'application/json'
const lines = 'application/x-ndjson'
const form = 'multipart/form-data'
const events = 'text/event-stream'

/**
 * The module that the client is written with.
 *
 * @returns a type for each named schema; `CodesOfStatus`; `Operations` by `operationId`; and `addresses`, what a call needs to know at run time
 */
export function clientModule(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => declarationOf(name, schema))
  const operations = placedIn(document)
  return `// Made from the OpenAPI document by \`npm run generate\`.
${schemas.join('')}
/** The codes of each error status. */
export interface CodesOfStatus {
${codesOfStatus(document).join('')}}

/** Each operation: what is sent, what is answered, and the statuses of its errors. */
export interface Operations {
${operations.map(operationText).join('')}}

/** Where an operation is, and what is special about it. */
export interface Address {
  /** Method and path. */
  readonly at: string
  /** Open to everybody: nobody has to be signed in. */
  readonly isOpen?: true
  /** May answer tokens. */
  readonly hasTokens?: true
  /** Takes an Idempotency-Key. */
  readonly takesKey?: true
  /** May have done a part where it fails; with its key it does no more. */
  readonly inBatches?: true
  /** What is sent, where it is no JSON. */
  readonly sends?: 'form' | 'lines'
  /** What is answered, where it is no JSON. */
  readonly answers?: 'file' | 'lines' | 'events'
}

export const addresses: Readonly<Record<keyof Operations, Address>> = {
${operations.map(addressText).join('')}}
`
}

function placedIn({ paths, components }: ApiDocument): Placed[] {
  return Object.entries(paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation['x-alias-of'] === undefined)
    .map((placed) => ({
      ...placed,
      parameters: placed.operation.parameters.map((parameter) =>
        parameter.$ref ? (components.parameters[lastOf(parameter.$ref)] as Parameter) : parameter,
      ),
    }))
}

/** As the examples of the errors name them: each code has one. */
function codesOfStatus({ components }: ApiDocument): string[] {
  const examples = Object.values(components.responses).flatMap(({ content }) => Object.values(content[json]?.examples ?? {}))
  const byStatus = Map.groupBy(examples, ({ value }) => value.statusCode)
  return [...byStatus]
    .sort(([one], [other]) => one - other)
    .map(([status, all]) => `  ${status}: ${all.map(({ value }) => JSON.stringify(value.code)).join(' | ')}\n`)
}

function operationText({ operation, parameters }: Placed): string {
  const inPlace = (place: string) =>
    shapeOf(
      parameters
        .filter((parameter) => parameter.in === place)
        .map(({ name, required, schema }) => [name, typeOf(schema), required === true]),
    )
  const statuses = Object.keys(operation.responses).filter((status) => Number(status) >= 400)
  return `  /** ${operation.summary} */
  ${operation.operationId}: {
    path: ${inPlace('path')}
    query: ${inPlace('query')}
    body: ${bodyType(operation)}
    reply: ${replyType(operation)}
    statuses: ${statuses.join(' | ')}
  }
`
}

function bodyType({ requestBody }: Operation): string {
  const type = schemaIn(requestBody)
  if (!type) return 'undefined'
  return mediaTypeOf(requestBody) === lines ? `Iterable<${typeOf(type)}> | AsyncIterable<${typeOf(type)}>` : typeOf(type)
}

function replyType(operation: Operation): string {
  const answer = successOf(operation)
  const schema = schemaIn(answer)
  switch (answersOf(answer)) {
    case 'lines':
      return `AsyncIterable<${typeOf(schema as Schema)}>`
    case 'file':
    case 'events':
      return 'Response'
    default:
      return schema ? typeOf(schema) : 'undefined'
  }
}

function addressText({ path, method, operation, parameters }: Placed): string {
  const has = (name: string) => parameters.some((parameter) => parameter.in === 'header' && parameter.name === name)
  const sends = { [form]: 'form', [lines]: 'lines' }[mediaTypeOf(operation.requestBody) ?? json]
  const answers = answersOf(successOf(operation))
  const facts = [
    `at: '${method.toUpperCase()} ${path}'`,
    operation.security?.length === 0 && 'isOpen: true',
    has('X-Refresh-Cookie') && 'hasTokens: true',
    has('Idempotency-Key') && 'takesKey: true',
    operation['x-in-batches'] && 'inBatches: true',
    sends && `sends: '${sends}'`,
    answers && `answers: '${answers}'`,
  ]
  return `  ${operation.operationId}: { ${facts.filter(Boolean).join(', ')} },\n`
}

function answersOf(answer: Content | undefined): 'file' | 'lines' | 'events' | undefined {
  const type = mediaTypeOf(answer)
  if (type === undefined || type === json) return undefined
  return ({ [lines]: 'lines', [events]: 'events' } as const)[type] ?? 'file'
}

const successOf = ({ responses }: Operation) => Object.entries(responses).find(([status]) => Number(status) < 300)?.[1]
const mediaTypeOf = (content: Content | undefined) => Object.keys(content?.content ?? {})[0]
const schemaIn = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema
const lastOf = (reference: string) => reference.split('/').at(-1) as string
