/** The least that a route takes: what a sweep sends that is after something else than the body. */
import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import type { AnyRoute } from '#http/route.ts'
import type { RequestOptions } from './harness.ts'

/** One pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')

/** A body that passes the route's own schema; for an upload, one small picture. */
export function leastRequest(endpoint: AnyRoute): RequestOptions {
  if (endpoint.upload || endpoint.receives) return leastUpload()
  if (endpoint.lines) return linesOf([leastBody(endpoint.lines as z.ZodType)])
  return { body: endpoint.body ? leastBody(endpoint.body as z.ZodType) : {} }
}

export function leastUpload(): RequestOptions {
  const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="pixel.png"\r\ncontent-type: image/png\r\n\r\n'
  const raw = Buffer.concat([Buffer.from(head), png, Buffer.from('\r\n--b--\r\n')])
  return { raw, headers: { 'content-type': 'multipart/form-data; boundary=b' } }
}

/** A body of lines (NDJSON). */
export function linesOf(lines: readonly unknown[]): RequestOptions {
  const raw = lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join('')
  return { raw, headers: { 'content-type': 'application/x-ndjson' } }
}

/** Grown from nothing by what the schema says is missing. */
function leastBody(schema: z.ZodType): unknown {
  const body: Record<string, unknown> = {}
  for (let round = 0; round < 20; round++) {
    const { success, error } = schema.safeParse(body)
    if (success) return body
    for (const issue of error.issues.flatMap(ofFirstChoice)) put(body, issue.path as (string | number)[], valueFor(issue))
  }
  throw new Error(`no least body found: ${JSON.stringify(body)}`)
}

/** What the first shape of a choice is missing. */
function ofFirstChoice(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue]
  return (issue.errors[0] ?? []).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

function valueFor(issue: z.core.$ZodIssue): unknown {
  if (issue.code === 'too_small') return issue.origin === 'array' ? [randomUUID()] : 'Sample'
  if (issue.code === 'invalid_format' && ['name', 'category'].includes(String(issue.path.at(-1)))) return 'sample'
  // a code that was mailed
  if (issue.code === 'invalid_format' && issue.path.at(-1) === 'code') return '123456'
  if (issue.path.at(-1) === 'phoneNumber') return '+4915112345678'
  if (issue.code === 'invalid_format') return issue.format === 'uuid' ? randomUUID() : 'sample@example.test'
  if (issue.code === 'invalid_value') return issue.values[0]
  if (issue.code === 'custom' && issue.path.at(-1) === 'domainName') return `${randomUUID()}.example.test`
  if (issue.code === 'custom' && issue.path.at(-1) === 'token') return 'Sample'
  if (issue.code === 'custom' && issue.path.at(-1) === 'emailId') return randomUUID()
  if (issue.code === 'custom' && issue.path.at(-1) === 'recipients') return [{ to: 'sample@example.test' }]
  if (issue.code === 'custom' && issue.path.at(-1) === 'to') return 'sample@example.test'
  if (issue.code === 'custom' && issue.path.at(-1) === 'email') return 'sample@example.test'
  if (issue.code !== 'invalid_type') throw new Error(`nothing known against ${issue.code} at ${issue.path.join('.')}`)
  const values: Record<string, unknown> = { array: [], object: {}, record: {}, boolean: true, string: 'Sample', int: 1, number: 1 }
  return values[issue.expected]
}

function put(body: Record<string, unknown>, path: readonly (string | number)[], value: unknown): void {
  let at = body as Record<string | number, unknown>
  for (const part of path.slice(0, -1)) at = at[part] as Record<string | number, unknown>
  at[path.at(-1) as string | number] = value
}
