import type { FastifyInstance } from 'fastify'
import { AppError, type FieldProblem, validationFailed } from '#core/errors.ts'

const maxDepth = 32
/** Elements and properties of all lists and objects of a body together: every one that is wrong costs more than its bytes. A route may allow more. */
const usualValues = 3000
/** Up to so many the field that holds most of them is looked for. */
const mostNamed = 50_000
const mostProblems = 20
/** Names that reach into the prototype of whatever object is built from a body. */
const forbiddenNames = new Set(['__proto__', 'constructor', 'prototype'])

/** The only content type the JSON routes read, in UTF-8 (RFC 8259, section 8.1); everything else is 415. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    try {
      const type = request.headers['content-type'] ?? ''
      if (/charset/i.test(type) && !/charset="?utf-8"?\s*(;|$)/i.test(type)) throw new AppError(415, 'unsupported_media_type')
      const { mostValues = usualValues } = request.routeOptions.config
      done(null, text === '' ? undefined : parseJson(text as string, mostValues))
    } catch (error) {
      done(error as Error)
    }
  })
}

/**
 * Throws 400 for text that is no JSON, is nested too deep, holds more than `mostValues` values, reaches for a prototype, or holds what no
 * database text can hold.
 */
export function parseJson(text: string, mostValues = usualValues): unknown {
  const { depth, values } = measure(text)
  if (depth > maxDepth) throw validationFailed([{ field: '', code: 'too_deep', params: { maximum: maxDepth } }])
  if (values > mostNamed) throw tooMany('', mostValues)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new AppError(400, 'malformed_json')
  }
  if (values > mostValues) throw tooMany(largestIn(value, '', { size: 0, path: '' }).path, mostValues)
  const problems: FieldProblem[] = []
  inspect(value, '', problems)
  if (problems.length > 0) throw validationFailed(problems.slice(0, mostProblems))
  return value
}

/**
 * Deepest nesting and number of values (within a few) outside strings, counted before parsing: a body of brackets must not use up the
 * stack, nor a body of commas the time.
 */
function measure(text: string): { depth: number; values: number } {
  let depth = 0
  let deepest = 0
  let values = 1
  let inString = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (inString) {
      if (code === 92) index++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 44) values++
    else if (code === 123 || code === 91) deepest = Math.max(deepest, ++depth)
    else if (code === 125 || code === 93) depth--
  }
  return { depth: deepest, values }
}

const tooMany = (field: string, maximum: number) => validationFailed([{ field, code: 'too_many', params: { maximum } }])

/** Where the list or object stands that has the most elements of its own. */
function largestIn(value: unknown, path: string, most: { size: number; path: string }): { size: number; path: string } {
  if (typeof value !== 'object' || value === null) return most
  const entries = Object.entries(value)
  let found = entries.length > most.size ? { size: entries.length, path } : most
  for (const [name, inner] of entries) found = largestIn(inner, path ? `${path}.${name.slice(0, 60)}` : name.slice(0, 60), found)
  return found
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
