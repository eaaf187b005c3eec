import { z } from 'zod'

type JsonSchema = Record<string, unknown>

/**
 * JSON Schema 2020-12 of a zod schema, as the serialiser and the OpenAPI document want it. A nullable type is written as one
 * type list: `anyOf` would cost the serialiser twice the time and make it answer 500 on a property nobody declared.
 */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const json = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => flatten(jsonSchema),
  })
  const { $schema, ...rest } = json as JsonSchema
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
