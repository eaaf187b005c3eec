/** A call as the request that is sent. */
import type { OperationName } from './calls.ts'
import { asLines } from './lines.ts'
import { type Address, addresses } from './operations.ts'

/** What any call may send; types bind it to its operation before. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

type Body = Exclude<RequestInit['body'], undefined>

/** A request without what belongs to one attempt: its token and its time. */
export interface Outgoing {
  readonly address: Address
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Body
  /** The body is read while it is sent, and can't be sent again. */
  readonly isOnce: boolean
}

/**
 * @param given its Idempotency-Key, where the operation takes one; made unless given
 * @throws TypeError where a place of the path is empty, or would lead to another address
 */
export async function outgoing(base: string, operation: OperationName, input: AnyInput, given: string | undefined): Promise<Outgoing> {
  const address = addresses[operation]
  const key = address.takesKey && (given ?? crypto.getRandomValues(new Uint32Array(4)).join('-'))
  const [method, path] = address.at.split(' ') as [string, string]
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => placed(name, input.path?.[name]))
  const { body, type } = await bodyOf(address, input.body)
  return {
    address,
    method,
    url: `${base}${filled}${queryOf(input.query)}`,
    headers: { accept: accepted(address), ...(type && { 'content-type': type }), ...(key && { 'idempotency-key': key }) },
    body,
    isOnce: isStream(body),
  }
}

/** As a segment of a path. The URL Standard takes `.` and `..` for steps, encoded too: the request would be one of another operation. */
function placed(name: string, value: unknown): string {
  const text = String(value ?? '')
  if (text === '' || text === '.' || text === '..') throw new TypeError(`path.${name} is ${text === '' ? 'empty' : `"${text}"`}`)
  return encodeURIComponent(text)
}

/** What is undefined is left out. */
function queryOf(query: AnyInput['query'] = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  if (given.length === 0) return ''
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

async function bodyOf(address: Address, body: unknown): Promise<{ body: Body; type?: string }> {
  if (body === undefined) return { body: null }
  // the boundary in its type is the platform's
  if (address.sends === 'form') return { body: formOf(body as Record<string, unknown>) }
  if (address.sends === 'lines') return { body: await asLines(body as AsyncIterable<unknown>), type: 'application/x-ndjson' }
  return { body: JSON.stringify(body), type: 'application/json' }
}

/** Fields first: a file may be read as it comes. */
function formOf(fields: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData()
  const [files, texts] = [Object.entries(fields).filter(isFile), Object.entries(fields).filter((field) => !isFile(field))]
  for (const [name, value] of texts) if (value !== undefined) form.append(name, String(value))
  for (const [name, value] of files) form.append(name, value as Blob)
  return form
}

const isFile = ([, value]: readonly [string, unknown]) => value instanceof Blob
const isStream = (body: unknown) => body instanceof ReadableStream
const accepted = ({ answers }: Address) =>
  ({ file: '*/*', lines: 'application/x-ndjson', events: 'text/event-stream', json: 'application/json' })[answers ?? 'json']
