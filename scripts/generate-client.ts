/** TypeScript types of the OpenAPI document: one for each named schema and each operation, aliases left out. */

interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
  readonly contentMediaType?: string
}
interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema: Schema
}
interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>
}
interface Operation {
  readonly operationId: string
  readonly 'x-alias-of'?: string
  readonly parameters: readonly Parameter[]
  readonly requestBody?: Content & { readonly required: boolean }
  readonly responses: Readonly<Record<string, Content>>
}
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/**
 * The types that a client is written with.
 *
 * @returns a module: a type for each named schema, `Operations` by `operationId`, and `addresses` with method and path of each
 */
export function clientTypes(document: ApiDocument): string {
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => `export type ${name} = ${typeOf(schema)}\n`)
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ operation }) => operation['x-alias-of'] === undefined)
  const types = operations.map(({ operation }) => `  ${operation.operationId}: ${operationType(operation, document)}\n`)
  const addresses = operations.map(({ path, method, operation }) => `  ${operation.operationId}: ['${method.toUpperCase()}', '${path}'],\n`)
  return `// Made from the OpenAPI document by \`npm run generate\`.
${schemas.join('')}
export interface Operations {
${types.join('')}}

export const addresses = {
${addresses.join('')}} as const satisfies Record<keyof Operations, readonly [method: string, path: string]>
`
}

function operationType({ parameters, requestBody, responses }: Operation, { components }: ApiDocument): string {
  const resolved = parameters.map((parameter) =>
    parameter.$ref ? (components.parameters[parameter.$ref.split('/').at(-1) as string] as Parameter) : parameter,
  )
  const inPlace = (place: string) =>
    objectType(
      resolved.filter((parameter) => parameter.in === place).map(({ name, required, schema }) => [name, schema, required === true]),
    )
  const success = Object.entries(responses).find(([status]) => Number(status) < 300)?.[1]
  const reply = schemaIn(success)
  const body = schemaIn(requestBody)
  return `{ path: ${inPlace('path')}; query: ${inPlace('query')}; body: ${body ? typeOf(body) : 'undefined'}; reply: ${reply ? typeOf(reply) : 'undefined'} }`
}

const schemaIn = (content: Content | undefined): Schema | undefined => Object.values(content?.content ?? {})[0]?.schema

function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.oneOf ?? schema.anyOf
  if (options) return options.map(typeOf).join(' | ')
  const types = [schema.type ?? []].flat().map((type) => plainType(type, schema))
  return types.length > 0 ? types.join(' | ') : 'unknown'
}

function plainType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${typeOf(schema.items ?? {})})[]`
    case 'object':
      return objectOf(schema)
    case 'string':
      return schema.contentMediaType ? 'Blob' : 'string'
    default:
      return type
  }
}

function objectOf({ properties, required = [], additionalProperties }: Schema): string {
  if (!properties) return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
  return objectType(Object.entries(properties).map(([name, schema]) => [name, schema, required.includes(name)]))
}

const objectType = (members: readonly (readonly [name: string, schema: Schema, isRequired: boolean])[]): string =>
  members.length === 0
    ? '{}'
    : `{ ${members.map(([name, schema, isRequired]) => `${JSON.stringify(name)}${isRequired ? '' : '?'}: ${typeOf(schema)}${isRequired ? '' : ' | undefined'}`).join('; ')} }`
