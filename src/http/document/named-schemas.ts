import type { z } from 'zod'
import { exampleKey } from '#http/shapes.ts'
import { documentSchemaOf, type JsonSchema } from './json-schema.ts'

const place = '#/components/schemas/'

/** The name that a schema of the document refers to; null for one that is written out. */
export const nameIn = (schema: JsonSchema): string | null =>
  typeof schema.$ref === 'string' && schema.$ref.startsWith(place) ? schema.$ref.slice(place.length) : null

/** The named schemas of one document, gathered while its operations refer to them. */
export class NamedSchemas {
  readonly #schemas = new Map<string, JsonSchema>()
  readonly #examples = new Map<string, unknown>()
  /** Operations share bodies and answers, and to convert one is dear. */
  readonly #converted = { input: new Map<z.ZodType, JsonSchema>(), output: new Map<z.ZodType, JsonSchema>() }

  /**
   * The schema as an operation holds it: every named part of it, and itself where it has a name, as a reference.
   * @throws Error when two different schemas have one name
   */
  of(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const known = this.#converted[io].get(schema)
    if (known) return known
    const { $defs = {}, ...root } = documentSchemaOf(schema, io)
    for (const [name, definition] of Object.entries($defs as Record<string, JsonSchema>)) this.#keep(name, definition)
    const made = referring(root)
    this.#converted[io].set(schema, made)
    return made
  }

  #keep(name: string, { [exampleKey]: example, ...definition }: JsonSchema): void {
    const made = referring(definition)
    const known = this.#schemas.get(name)
    if (known && JSON.stringify(known) !== JSON.stringify(made)) throw new Error(`two schemas have the name ${name}`)
    this.#schemas.set(name, made)
    if (example !== undefined) this.#examples.set(name, example)
  }

  /** What stands behind a reference; any other schema is itself. */
  behind(schema: JsonSchema): JsonSchema {
    const name = nameIn(schema)
    return name === null ? schema : (this.#schemas.get(name) as JsonSchema)
  }

  /** The whole example that was given with a schema; undefined where none was. */
  exampleOf(name: string): unknown {
    return this.#examples.get(name)
  }

  all(): Record<string, JsonSchema> {
    return Object.fromEntries([...this.#schemas].sort(([one], [two]) => (one < two ? -1 : 1)))
  }
}

/** A copy whose references lead to where a document keeps its schemas. */
function referring(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema, (key, part) => {
      if (key === exampleKey) return undefined
      return key === '$ref' ? (part as string).replace(/^#\/\$defs\//, place) : part
    }),
  )
}
