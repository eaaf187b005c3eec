/** A client of the service that knows nothing but the types made from the OpenAPI document. */
import { type Error as ApiError, addresses, type Operations } from './client-types.ts'

type Given<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T }
type Request<O extends keyof Operations> = Given<'path', Operations[O]['path']> &
  Given<'query', Operations[O]['query']> &
  Given<'body', Operations[O]['body']>

/** What was answered instead of the reply. */
export class Refused extends Error {
  readonly answer: ApiError
  constructor(answer: ApiError) {
    super(`${answer.statusCode} ${answer.code}: ${answer.message}`)
    this.answer = answer
  }
}

export class Client {
  readonly #url: string
  token: string | undefined

  constructor(url: string) {
    this.#url = url
  }

  /** @throws Refused with the error that was answered */
  async call<O extends keyof Operations>(operation: O, request: Request<O>): Promise<Operations[O]['reply']> {
    const [method, path] = addresses[operation]
    const given = request as { path?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given.path?.[name] ?? ''))
    const query = Object.entries(given.query ?? {}).map(([name, value]): [string, string] => [name, String(value)])
    const response = await fetch(`${this.#url}${filled}?${new URLSearchParams(query)}`, {
      method,
      headers: {
        ...(given.body !== undefined && { 'content-type': 'application/json' }),
        ...(this.token && { authorization: `Bearer ${this.token}` }),
      },
      ...(given.body !== undefined && { body: JSON.stringify(given.body) }),
    })
    const text = await response.text()
    const answer: unknown = text === '' ? undefined : JSON.parse(text)
    if (!response.ok) throw new Refused(answer as ApiError)
    return answer as Operations[O]['reply']
  }
}
