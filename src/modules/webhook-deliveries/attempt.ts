import { performance } from 'node:perf_hooks'
import { type AnswerOpening, RequestFailed } from '#core/checked-request.ts'
import type { Service } from '#db/rows/context.ts'
import { type SigningKeys, signatureHeaders } from './signature.ts'
import { keptText, storable } from './stored-text.ts'
import { webhookNumbers } from './webhook-numbers.ts'
import { webhookTargetFault } from './webhook-target.ts'

/** Why an attempt had no answer. */
export const attemptErrors = [
  'timeout',
  'dns_error',
  'connection_refused',
  'connection_reset',
  'tls_error',
  'blocked_address',
  'response_error',
] as const
export type AttemptError = (typeof attemptErrors)[number]

export interface WantedAttempt {
  readonly url: string
  readonly keys: SigningKeys
  readonly delivery: {
    readonly id: string
    readonly event: string
    /** The very text that is sent. */
    readonly body: string
    /** Of this attempt, from 1. */
    readonly number: number
  }
  /** Breaks it off. */
  readonly signal?: AbortSignal
}

export interface AttemptResult {
  readonly startedAt: Date
  /** To the end of what was read of the answer. */
  readonly durationMs: number
  /** Null when no answer came. */
  readonly httpStatus: number | null
  readonly requestHeaders: Record<string, string>
  readonly responseHeaders: Record<string, string | string[]> | null
  readonly responseBody: string | null
  readonly error: AttemptError | null
  /** Of its answer, when it asked for another time: seconds or a date (RFC 9110, section 10.2.3). */
  readonly retryAfter: string | null
}

/**
 * Sends a delivery once. Never in a transaction. Whatever comes of it is a result; nothing is thrown for what the receiver does.
 */
export async function makeAttempt(
  service: Pick<Service, 'http' | 'options' | 'domains' | 'clock'>,
  { url, keys, delivery, signal }: WantedAttempt,
): Promise<AttemptResult> {
  const numbers = webhookNumbers(service)
  const startedAt = service.clock.now()
  const requestHeaders = {
    'content-type': 'application/json',
    'user-agent': 'Tenantry-Webhooks/1.0',
    'x-webhook-id': delivery.id,
    'x-webhook-timestamp': startedAt.toISOString(),
    'x-webhook-event': delivery.event,
    'x-webhook-attempt': String(delivery.number),
    ...signatureHeaders(keys, { id: delivery.id, at: startedAt, body: delivery.body }),
  }
  const start = performance.now()
  const made = (answer: AnswerOpening | null, error: AttemptError | null): AttemptResult => ({
    startedAt,
    durationMs: Math.round(performance.now() - start),
    httpStatus: answer?.status ?? null,
    requestHeaders,
    responseHeaders: answer && storableHeaders(answer.headers),
    responseBody: answer && keptText(answer.body, numbers.keptCharacters, answer.isWhole),
    error,
    retryAfter: (answer && [answer.headers['retry-after'] ?? null].flat()[0]) ?? null,
  })
  if (webhookTargetFault(service, url) !== null) return made(null, 'blocked_address')
  try {
    const answer = await service.http.begin({
      url,
      method: 'POST',
      headers: requestHeaders,
      body: delivery.body,
      reach: 'public',
      headersTimeoutMs: numbers.headersTimeoutMs,
      bodyTimeoutMs: numbers.bodyTimeoutMs,
      mostBytes: numbers.mostBodyBytes,
      ...(signal && { signal }),
    })
    return made(answer, null)
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error
    return made(null, errorOf(error))
  }
}

function errorOf({ reason, obstacle }: RequestFailed): AttemptError {
  if (reason === 'refused_address') return 'blocked_address'
  return reason === 'timeout' ? 'timeout' : (obstacle ?? 'response_error')
}

function storableHeaders(headers: AnswerOpening['headers']): Record<string, string | string[]> {
  const kept = Object.entries(headers).map(([name, value]) => [
    storable(name),
    Array.isArray(value) ? value.map(storable) : storable(value ?? ''),
  ])
  return Object.fromEntries(kept) as Record<string, string | string[]>
}
