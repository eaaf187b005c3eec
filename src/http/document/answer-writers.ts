/** What writes answers as JSON: made when an answer first needs it, and kept for the process. */
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import { z } from 'zod'
import { jsonSchemaOf } from './json-schema.ts'

type Writer = (value: unknown) => string

/** The framework's own compiler of schemas, without schemas that others refer to. */
const compile = SerializerSelector()({}, {})

/** What a route without data answers in the envelope. */
const nothing = z.unknown()

/**
 * What a route answers, as it is handed to the framework in place of a JSON Schema. Compiling all of them took a third of what a process does
 * before it listens, and most are written by few processes or none.
 */
export class AnswerShape {
  readonly #reply: z.ZodType
  readonly #isEnveloped: boolean
  #writer: Writer | undefined

  constructor(reply: z.ZodType, isEnveloped: boolean) {
    this.#reply = reply
    this.#isEnveloped = isEnveloped
  }

  /** Writes an answer; what its shape does not name is left out. @throws Error for a value that does not fit */
  write(value: unknown): string {
    this.#writer ??= compile({ schema: this.#schema(), method: '', url: '', httpStatus: '' }) as Writer
    return this.#writer(value)
  }

  #schema(): Record<string, unknown> {
    const answer = jsonSchemaOf(this.#reply, 'output')
    if (!this.#isEnveloped) return answer
    const properties = { isSuccess: { type: 'boolean' }, data: answer, message: { type: 'string' }, statusCode: { type: 'integer' } }
    return { type: 'object', properties }
  }
}

const kept = { plain: new WeakMap<z.ZodType, AnswerShape>(), enveloped: new WeakMap<z.ZodType, AnswerShape>() }

/** How answers of this schema are written: one writer for every route, method and service of this process that answers so. */
export function answerShapeOf(reply: z.ZodType | undefined, isEnveloped: boolean): AnswerShape {
  const shapes = kept[isEnveloped ? 'enveloped' : 'plain']
  const key = reply ?? nothing
  const known = shapes.get(key) ?? new AnswerShape(key, isEnveloped)
  shapes.set(key, known)
  return known
}

/** For the framework: what writes answers of the shape that a route was given. */
export const answerWriter = ({ schema }: { readonly schema: AnswerShape }): Writer => {
  return (value) => schema.write(value)
}
