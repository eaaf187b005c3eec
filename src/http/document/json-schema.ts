import { z } from 'zod'

export type JsonSchema = Record<string, unknown>

interface Conversion {
  readonly zodSchema: z.core.$ZodTypes
  readonly jsonSchema: z.core.JSONSchema.BaseSchema
}

/** Names are for the document: the serialiser is faster on schemas that refer to nothing. */
const nameless = {
  get(schema: z.ZodType) {
    const { id, ...rest } = z.globalRegistry.get(schema) ?? {}
    return rest
  },
} as unknown as typeof z.globalRegistry

/**
 * JSON Schema 2020-12 of a zod schema without a reference, as the serialiser wants it. A nullable type is written as one type list, and
 * a choice between objects as one object with what any of them has: `anyOf` would cost the serialiser twice the time and make it answer
 * 500 on a property nobody declared.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    metadata: nameless,
    unrepresentable: 'any',
    override: ({ jsonSchema }: Conversion) => {
      flatten(jsonSchema)
      if (io === 'input') return
      merge(jsonSchema)
      // the serialiser would write it whatever the value is
      if (jsonSchema.type !== undefined) delete jsonSchema.const
    },
  })
  return rest
}

/** A schema as the OpenAPI document wants it: named schemas are references into `$defs`, and a choice is a choice. */
export function documentSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }: Conversion) => {
      flatten(jsonSchema)
      if (isChoiceOfObjects(zodSchema)) exactlyOne(jsonSchema)
      // left out by the conversion where text of a query string is made a number first
      if (zodSchema._zod.def.type === 'default') jsonSchema.default = zodSchema._zod.def.defaultValue
      // answers may come to hold more; only bodies are refused for a name that nobody declared
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  return rest
}

function flatten(json: JsonSchema): void {
  const options = json.anyOf as JsonSchema[] | undefined
  if (options?.length === 2 && options.some((option) => option.type === 'null')) {
    const typed = options.find((option) => option.type !== 'null') as JsonSchema
    if (typeof typed.type === 'string') {
      delete json.anyOf
      Object.assign(json, typed, { type: [typed.type, 'null'] })
      if (Array.isArray(typed.enum)) json.enum = [...typed.enum, null]
    }
  }
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum
  if (json.format === 'email' || json.format === 'uuid') delete json.pattern
}

function isChoiceOfObjects(schema: z.core.$ZodTypes): boolean {
  const { def } = schema._zod
  return def.type === 'union' && def.options.every((option) => (option as z.core.$ZodTypes)._zod.def.type === 'object')
}

function exactlyOne(json: JsonSchema): void {
  json.oneOf = json.anyOf
  delete json.anyOf
}

/** Of a property that two of them declare otherwise, only the type is kept. */
function merge(json: JsonSchema): void {
  const options = json.anyOf as JsonSchema[] | undefined
  if (!options?.every((option) => option.type === 'object' && option.properties !== undefined)) return
  const properties: Record<string, JsonSchema> = {}
  for (const [name, property] of options.flatMap((option) => Object.entries(option.properties as Record<string, JsonSchema>))) {
    const known = properties[name]
    if (known && known.type !== property.type) throw new Error(`${name} has two types in one answer`)
    properties[name] = known && JSON.stringify(known) !== JSON.stringify(property) ? { type: property.type } : property
  }
  delete json.anyOf
  Object.assign(json, { type: 'object', properties })
}
