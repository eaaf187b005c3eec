import type { ErrorCode, ErrorStatus, FieldCode, ObstacleReason, quotas, Rule } from './error-codes.ts'
import type { MessageCode } from './messages.en.ts'

export type { ErrorCode, FieldCode, Rule } from './error-codes.ts'

/** One problem with one field of a request, named by its path (`admin.email`, `ids.3`). */
export interface FieldProblem {
  field: string
  code: FieldCode
  /** What the sentence of this code needs, e.g. `{ minimum: 8 }`. */
  params?: Record<string, string | number>
  /** A finished sentence; without one the sentence of `code` is looked up in the caller's language. */
  message?: string
}

/** What errors carry beside code and sentence, each where it helps; `http/document/errors.ts` documents them one by one. */
export interface Extra {
  readonly requiredPermission?: string
  readonly reason?: Rule | ObstacleReason
  readonly excess?: readonly string[]
  readonly quota?: (typeof quotas)[number]
  /** Names that were sent and mean nothing, and those that may have been meant. */
  readonly unknown?: readonly string[]
  readonly near?: readonly string[]
  /** Where a text stops being one, from 1. */
  readonly line?: number
  readonly column?: number
  /** Variables that were not given, or do not stand where they must. */
  readonly missing?: readonly string[]
  readonly actualCount?: number
  readonly count?: number
  readonly attemptsRemaining?: number
  readonly retryAfterSeconds?: number
  readonly lockoutEnd?: string
  readonly affected?: number
  readonly skipped?: readonly { readonly id: string; readonly code: ErrorCode }[]
  readonly affectedAdmins?: number
  readonly skippedAdmins?: readonly { readonly id: string; readonly code: ErrorCode }[]
  /** Of a health check that fails; of a mail that can't be moved. */
  readonly status?: 'ok' | 'degraded' | 'down' | 'queued' | 'scheduled' | 'sent' | 'failed' | 'cancelled'
  readonly timestamp?: Date
}

export interface AppErrorDetails {
  fields?: FieldProblem[]
  /** What the code carries besides; stands at the top level of the answer, beside `code`. */
  extra?: Extra
  params?: Record<string, string | number>
  /** The sentence that says more than that of the code. */
  sentence?: MessageCode
  headers?: Record<string, string>
}

/**
 * The one error the product answers on purpose: an HTTP status and a stable English code. The sentence is looked up by code
 * (`core/messages.ts`) where the caller's language is known. Thrown, it rolls the transaction back; returned from an action,
 * the transaction commits and the same answer goes out (a failed login must keep its counter and its event).
 */
export class AppError extends Error {
  readonly status: ErrorStatus
  readonly code: ErrorCode
  readonly details: AppErrorDetails

  constructor(status: ErrorStatus, code: ErrorCode, details: AppErrorDetails = {}, options: ErrorOptions = {}) {
    super(code, options)
    this.name = 'AppError'
    this.status = status
    this.code = code
    this.details = details
  }
}

/** 400 whose `code` also names the field problem: `invalid('password', 'password_policy')`. */
export const invalid = (field: string, code: ErrorCode<400> & FieldCode, params?: Record<string, string | number>) =>
  new AppError(400, code, { fields: [{ field, code, ...(params && { params }) }], ...(params && { params }) })

/** 400 `validation_failed` with every field that is wrong. */
export const validationFailed = (fields: FieldProblem[]) => new AppError(400, 'validation_failed', { fields })

/** 401; `challenge` adds `WWW-Authenticate: Bearer`, due wherever a token was (RFC 6750, section 3). */
export const unauthenticated = (code: ErrorCode<401>, challenge = false) =>
  new AppError(401, code, challenge ? { headers: { 'www-authenticate': 'Bearer' } } : {})

type Refusal = Exclude<ErrorCode<403>, 'permission_denied' | 'field_restricted'>

/** 403 whose code says all there is to say. */
export const forbidden = (code: Refusal) => new AppError(403, code)

/** Why it is not allowed: a permission that is missing, what is given beyond what the caller holds, or a rule. */
export type Denial =
  | { readonly requiredPermission: string; readonly reason?: Rule }
  | { readonly excess: readonly string[] }
  | { readonly reason: Rule }

/** 403 `permission_denied`, never without its why. */
export const denied = (why: Denial) =>
  new AppError(403, 'permission_denied', { extra: { ...why }, ...('reason' in why && why.reason && { sentence: why.reason }) })

/** 404 for an unknown, malformed and foreign id alike; `field` where the id stood in a body. */
export const notFound = (field?: string) => new AppError(404, 'not_found', field ? { fields: [{ field, code: 'not_found' }] } : {})

/** 409 that names the field whose value is taken; the value itself must never be echoed. */
export const conflict = (field: string) => new AppError(409, 'conflict', { fields: [{ field, code: 'conflict' }] })

/** 409 for a record that is not in the state the request needs. */
export const stateConflict = (code: ErrorCode<409> = 'state_conflict', extra?: Extra) => new AppError(409, code, extra ? { extra } : {})

/** 423 (RFC 4918, section 11.3) with the end of the lock, in the body and as `Retry-After`. */
export function locked(lockoutEnd: Date, now: Date): AppError {
  const retryAfterSeconds = Math.max(1, Math.ceil((lockoutEnd.getTime() - now.getTime()) / 1000))
  return new AppError(423, 'account_locked', {
    extra: { lockoutEnd: lockoutEnd.toISOString(), retryAfterSeconds },
    params: { seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** 429 with the seconds after which it may be tried again, in the body and as `Retry-After`. */
export const rateLimited = ({
  retryAfterSeconds,
  headers,
}: {
  readonly retryAfterSeconds: number
  readonly headers?: Record<string, string>
}) =>
  new AppError(429, 'rate_limited', {
    extra: { retryAfterSeconds },
    params: { seconds: retryAfterSeconds },
    headers: { 'retry-after': String(retryAfterSeconds), ...headers },
  })

/** 503: something needed is away, or too much waits already; the same request may be sent again later. `cause` is for the log alone. */
export const unavailable = (retryAfterSeconds = 1, cause?: Error) =>
  new AppError(
    503,
    'unavailable',
    { headers: { 'retry-after': String(retryAfterSeconds) }, extra: { retryAfterSeconds } },
    cause === undefined ? {} : { cause },
  )
