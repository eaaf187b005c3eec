/** What a schema of the OpenAPI document is in TypeScript. */

export interface Schema {
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

/** One property of a shape; `isRequired` in what is sent, always there in what is answered. */
export type Member = readonly [name: string, type: string, isRequired: boolean]

/** The type of a named schema, a property a line where it has any. */
export function declarationOf(name: string, schema: Schema): string {
  if (!schema.properties) return `export type ${name} = ${typeOf(schema)}\n`
  return `export interface ${name} {\n${membersOf(schema)
    .map((member) => `  ${memberText(member)}\n`)
    .join('')}}\n`
}

/** The type of a schema where it is used: of one with a name, that. */
export function typeOf(schema: Schema): string {
  if (schema.$ref) return schema.$ref.split('/').at(-1) as string
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const options = schema.oneOf ?? schema.anyOf
  if (options) return options.map(typeOf).join(' | ')
  const types = [schema.type ?? []].flat().map((type) => plainType(type, schema))
  return types.length > 0 ? types.join(' | ') : 'unknown'
}

/** A shape on one line. */
export const shapeOf = (members: readonly Member[]): string => (members.length === 0 ? '{}' : `{ ${members.map(memberText).join('; ')} }`)

function plainType(type: string, schema: Schema): string {
  switch (type) {
    case 'integer':
    case 'number':
      return 'number'
    case 'array': {
      const item = typeOf(schema.items ?? {})
      return /^\w+$/.test(item) ? `${item}[]` : `(${item})[]`
    }
    case 'object':
      return objectOf(schema)
    case 'string':
      return schema.contentMediaType ? 'Blob' : 'string'
    default:
      return type
  }
}

function objectOf(schema: Schema): string {
  const { properties, additionalProperties } = schema
  if (properties) return shapeOf(membersOf(schema))
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const membersOf = ({ properties = {}, required = [] }: Schema): Member[] =>
  Object.entries(properties).map(([name, schema]) => [name, typeOf(schema), required.includes(name)])

function memberText([name, type, isRequired]: Member): string {
  const key = /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)
  return isRequired ? `${key}: ${type}` : `${key}?: ${type} | undefined`
}
