import type { z } from 'zod'
import type { FieldCode, FieldProblem } from './errors.ts'

type Issue = z.core.$ZodIssue
type Path = PropertyKey[]

const mostProblems = 100
const longestName = 100

/**
 * What is wrong with a part of a request, one problem per field, in our own codes. `input` is what was parsed: it tells a missing
 * value from one of the wrong type and is never repeated. `root` names the part itself where no field of it is meant.
 */
export function problemsOf(error: z.ZodError, { input, root = 'body' }: { input: unknown; root?: string }): FieldProblem[] {
  return error.issues
    .flatMap((issue) => problemsOfIssue(issue, issue.path, input))
    .slice(0, mostProblems)
    .map(({ path, ...problem }) => ({ field: path.map(segment).join('.') || root, ...problem }))
}

/** Names come from the sender, too, so that their length is bounded. */
const segment = (key: PropertyKey) => String(key).slice(0, longestName)

type Problem = Omit<FieldProblem, 'field'> & { path: Path }

function problemsOfIssue(issue: Issue, path: Path, input: unknown): Problem[] {
  const problem = (code: FieldCode, params?: FieldProblem['params']): Problem[] => [{ path, code, ...(params && { params }) }]
  const isMissing = valueAt(input, path) === undefined
  switch (issue.code) {
    case 'invalid_type':
      return isMissing ? problem('required') : problem('type', { expected: issue.expected })
    case 'invalid_value':
      return isMissing ? problem('required') : problem('not_allowed_value', { allowed: issue.values.map(String).join(', ') })
    case 'invalid_union':
      return isMissing ? problem('required') : problemsOfUnion(issue, path, input)
    case 'unrecognized_keys':
      return issue.keys.slice(0, mostProblems).map((key) => ({ path: [...path, key], code: 'unknown_property' }))
    case 'invalid_key':
      return problem('unknown_property')
    case 'invalid_element':
      return issue.issues.flatMap((inner) => problemsOfIssue(inner, [...path, ...inner.path], input))
    case 'too_small':
      return problem(boundCode(issue.origin, 'too_short', 'too_few', 'too_small'), bound('minimum', issue.minimum, issue))
    case 'too_big':
      return problem(boundCode(issue.origin, 'too_long', 'too_many', 'too_big'), bound('maximum', issue.maximum, issue))
    case 'not_multiple_of':
      return problem('not_allowed_value')
    case 'custom':
      return [{ path, ...customProblem(issue.params) }]
    default:
      return problem('format')
  }
}

const boundCode = (origin: string, text: FieldCode, list: FieldCode, value: FieldCode) =>
  origin === 'string' ? text : ['array', 'set', 'map'].includes(origin) ? list : value

/** A bound that itself is not allowed (`> 0`), or is a date, is not told: "0 or more" would be wrong. */
const bound = (name: string, limit: number | bigint, issue: { inclusive?: boolean | undefined; origin: string }) =>
  issue.inclusive === false || issue.origin === 'date' ? undefined : { [name]: Number(limit) }

/** A check of our own says `refine(..., { params: { code: 'password_common', ... } })`; the other params go into the sentence. */
function customProblem(params: Record<string, unknown> | undefined): Omit<Problem, 'path'> {
  const { code, ...rest } = params ?? {}
  const told = Object.fromEntries(Object.entries(rest).filter(([, value]) => typeof value === 'string' || typeof value === 'number'))
  return {
    code: typeof code === 'string' ? (code as FieldCode) : 'format',
    ...(Object.keys(told).length > 0 && { params: told as Record<string, string | number> }),
  }
}

/** Of the alternatives the one that the value came nearest to; where it fits none at all, what would have been allowed. */
function problemsOfUnion(issue: z.core.$ZodIssueInvalidUnion, path: Path, input: unknown): Problem[] {
  const isElsewhere = (inner: Issue) => inner.path.length === 0 && (inner.code === 'invalid_type' || inner.code === 'invalid_value')
  const near = issue.errors.filter((alternative) => !alternative.some(isElsewhere)).sort((one, two) => one.length - two.length)[0]
  if (near) return near.flatMap((inner) => problemsOfIssue(inner, [...path, ...inner.path], input))
  const inner = issue.errors.flat()
  const values =
    'options' in issue ? (issue.options as unknown[]) : inner.flatMap((one) => (one.code === 'invalid_value' ? one.values : []))
  if (values.length > 0) return [{ path, code: 'not_allowed_value', params: { allowed: values.map(String).join(', ') } }]
  const expected = [...new Set(inner.flatMap((one) => (one.code === 'invalid_type' ? [one.expected] : [])))].join(' | ')
  return [{ path, code: 'type', ...(expected !== '' && { params: { expected } }) }]
}

function valueAt(input: unknown, path: Path): unknown {
  let value = input
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<PropertyKey, unknown>)[key]
  }
  return value
}
