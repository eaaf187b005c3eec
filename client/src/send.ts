/** One attempt at a request. */
import { Misanswered, Refused, TimedOut, Unreachable } from './errors.ts'
import { linesIn } from './lines.ts'
import type { Error as Answer } from './operations.ts'
import type { Outgoing } from './request.ts'
import { longestTimerMs } from './retries.ts'

export interface Attempt {
  readonly fetch: typeof globalThis.fetch
  readonly headers: Readonly<Record<string, string>>
  /** `include`: the cookie of the session belongs to it; `omit`: it must not go along. */
  readonly credentials: 'include' | 'same-origin' | 'omit'
  /** The browser goes on with it when its page is closed. */
  readonly keepalive?: boolean
  readonly timeoutMs: number
  readonly signal: AbortSignal | undefined
}

/**
 * Sends a request once.
 *
 * @returns what was answered: JSON as a value, nothing as undefined, a file or events as the `Response`, lines as they come
 * @throws Refused, Misanswered, Unreachable, TimedOut, or the reason of the signal
 */
export async function send({ method, url, address, body, isOnce, ...request }: Outgoing, attempt: Attempt): Promise<unknown> {
  const { timeoutMs, signal } = attempt
  signal?.throwIfAborted()
  const tooLate = new AbortController()
  const timer = setTimeout(() => tooLate.abort(), Math.min(timeoutMs, longestTimerMs))
  try {
    const response = await attempt.fetch(url, {
      method,
      headers: { ...request.headers, ...attempt.headers },
      body,
      credentials: attempt.credentials,
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, tooLate.signal]) : tooLate.signal,
      ...(attempt.keepalive && { keepalive: true }),
      // Fetch wants it of a body that is a stream; types of some platforms don't know it
      ...(isOnce && ({ duplex: 'half' } as object)),
    })
    if (response.ok && address.answers) return address.answers === 'lines' ? linesOf(response) : response
    return answerIn(response, await response.text())
  } catch (error) {
    if (error instanceof Refused || error instanceof Misanswered) throw error
    signal?.throwIfAborted()
    if (tooLate.signal.aborted) throw new TimedOut(`no answer within ${timeoutMs} ms`)
    throw new Unreachable('the service could not be reached', { cause: error })
  } finally {
    clearTimeout(timer)
  }
}

function answerIn(response: Response, text: string): unknown {
  const { ok, status, headers } = response
  if (ok && text === '') return undefined
  const answer = parsed(text)
  if (ok && answer !== undefined) return answer
  if (!isAnswer(answer)) throw new Misanswered(status, text.slice(0, 10_000))
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  throw new Refused(answer, Number.isFinite(seconds) ? seconds : null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isAnswer(value: unknown): value is Answer {
  const { code, statusCode } = (value ?? {}) as Partial<Answer>
  return typeof code === 'string' && typeof statusCode === 'number'
}

async function* linesOf({ body }: Response): AsyncGenerator<unknown> {
  if (body === null) return
  try {
    yield* linesIn(body)
  } catch (error) {
    throw new Unreachable('the answer broke off', { cause: error })
  }
}
