/** The request of a caller's own trace that ours is a part of (W3C Trace Context). */
export interface TraceParent {
  /** 32 digits. */
  readonly traceId: string
  /** 16 digits. */
  readonly spanId: string
  /** Whether the caller keeps a record of its part. */
  readonly isSampled: boolean
}

/** Of few values each, and nothing of a person, a tenant or what was sent. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>

export interface SpanStart {
  /** Of few values: a template, a kind, a verb and a table. */
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly attributes?: SpanAttributes
}

/** A piece of work with a beginning and an end. */
export interface OpenSpan {
  set(attributes: SpanAttributes): void
  /** Runs `work` in it: what is begun there belongs to it. */
  within<T>(work: () => T): T
  /** @param failure a short name of what went wrong; never a message, which may hold what was sent */
  end(failure?: string): void
}

/** What keeps a record of where time goes; see `outside/tracing/`. */
export interface Tracing {
  /** A request: a part of its caller's trace, or the beginning of one with the given id of 32 digits. */
  beginRequest(start: SpanStart, traceId: string, parent: TraceParent | null): OpenSpan
  /** In the present span, or alone. */
  begin(start: SpanStart): OpenSpan
  /** Whether there is a present span. */
  isWithin(): boolean
  /** What is over already, and took so long; in the present span. */
  record(start: SpanStart, tookMs: number, failure?: string): void
  /** Sends what is left. */
  stop(): Promise<void>
}

let present: Tracing | null = null

/** From now on, in this process. */
export const traceWith = (tracing: Tracing): void => {
  present = tracing
}

/** Null, unless an endpoint for traces is configured. */
export const tracing = (): Tracing | null => present

/** Runs `work` in a span of its own, where traces are kept. @param failureOf the short name of what `work` throws */
export async function traced<T>(
  start: SpanStart,
  work: (span: OpenSpan | null) => Promise<T>,
  failureOf: (error: unknown) => string,
): Promise<T> {
  if (present === null) return await work(null)
  const span = present.begin(start)
  try {
    const result = await span.within(() => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/** An error by its class or its code, which are ours or the system's. */
export function failureName(error: unknown): string {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' && /^[A-Za-z0-9_]{1,50}$/.test(code) ? code : typeof name === 'string' ? name : 'thrown'
}
