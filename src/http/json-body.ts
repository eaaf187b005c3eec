import type { FastifyInstance } from 'fastify'
import { AppError, type FieldProblem, validationFailed } from '#core/errors.ts'

const maxDepth = 32
/** Names that reach into the prototype of whatever object is built from a body. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** The only content type the JSON routes read, in UTF-8 (RFC 8259, section 8.1); everything else is 415. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      const type = request.headers['content-type'] ?? ''
      if (/charset/i.test(type) && !/charset="?utf-8"?\s*(;|$)/i.test(type)) throw new AppError(415, 'unsupported_media_type')
      done(null, text === '' ? undefined : parseJson(text as string))
    } catch (error) {
      done(error as Error)
    }
  })
}

/** Throws 400 for text that is no JSON, is nested too deep, reaches for a prototype, or holds what no database text can hold. */
export function parseJson(text: string): unknown {
  if (depthOf(text) > maxDepth) throw validationFailed([{ field: '', code: 'too_deep', params: { maximum: maxDepth } }])
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError(400, 'malformed_json')
  }
  const problems: FieldProblem[] = []
  inspect(value, '', problems)
  if (problems.length > 0) throw validationFailed(problems.slice(0, 20))
  return value
}

/** Deepest nesting outside strings, counted before parsing: a body of brackets must not use up the stack. */
function depthOf(text: string): number {
  let depth = 0
  let deepest = 0
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return deepest
}

function inspect(value: unknown, path: string, problems: FieldProblem[]): void {
  if (typeof value === 'string') {
    if (value.includes('\0') || !value.isWellFormed()) problems.push({ field: path, code: 'nul_character' })
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) {
      const field = path ? `${path}.${name.slice(0, 60)}` : name.slice(0, 60)
      if (forbiddenNames.has(name)) problems.push({ field, code: 'unknown_property' })
      else if (name.includes('\0') || !name.isWellFormed()) problems.push({ field: path, code: 'nul_character' })
      else inspect(inner, field, problems)
    }
  }
}
