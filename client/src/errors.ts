/** Everything that a call may fail with, told apart by `name`; what the service itself answers, by `code` besides. */
import type { CodesOf, OperationName } from './calls.ts'
import type { Error as Answer, ErrorCode, FieldProblem } from './operations.ts'

/** The service refused. Codes may come to be more: take one you don't know by its `status`. */
export class Refused<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'Refused'
  readonly code: Code
  readonly status: number
  /** What is wrong, field by field; empty where no field is. */
  readonly fields: readonly FieldProblem[]
  /** When it may be tried again, in seconds; null where that was not said. */
  readonly retryAfterSeconds: number | null
  /** Of this one request: the logs of the service know it. */
  readonly traceId: string
  /** The whole answer. */
  readonly answer: Answer

  constructor(answer: Answer, retryAfterSeconds: number | null = null) {
    super(answer.message)
    this.code = answer.code as Code
    this.status = answer.statusCode
    this.fields = answer.errors ?? []
    this.retryAfterSeconds = answer.retryAfterSeconds ?? retryAfterSeconds
    this.traceId = answer.traceId
    this.answer = answer
  }
}

/** No answer came: no network, no such host, or the connection was cut. Whether the service did anything is not known. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** No answer within the time of the call. Whether the service did anything is not known. */
export class TimedOut extends Error {
  override readonly name = 'TimedOut'
}

/** Something else than the service answered: a proxy in front of it, or another server. */
export class Misanswered extends Error {
  override readonly name = 'Misanswered'
  readonly status: number
  readonly text: string

  constructor(status: number, text: string) {
    super(`an answer of status ${status} that is not of the service`)
    this.status = status
    this.text = text
  }
}

/**
 * Why nobody is signed in: a code of the service (`session_revoked`, `refresh_token_invalid`, `account_blocked` …), the reason that the
 * live stream told (`blocked`, `logout` …), `none` where nobody was, or `signed_out` by this client or another one of the session.
 */
export type SignedOutReason = ErrorCode | 'none' | 'signed_out' | (string & {})

/** Nobody is signed in, or the session has ended: sign in again. */
export class SignedOut extends Error {
  override readonly name = 'SignedOut'
  readonly reason: SignedOutReason

  constructor(reason: SignedOutReason) {
    super(`nobody is signed in: ${reason}`)
    this.reason = reason
  }
}

/** What a call rejects with, but for the reason of its own signal. */
export type Failure = Refused | Unreachable | TimedOut | Misanswered | SignedOut

/** The refusals of one operation, to be told apart by `code`. */
export type RefusedBy<O extends OperationName> = { [Code in CodesOf<O>]: Refused<Code> }[CodesOf<O>]

/** Whether a call failed because the service refused; of `operation`, whose codes are known. */
export const isRefused = <O extends OperationName>(error: unknown, _operation?: O): error is RefusedBy<O> => error instanceof Refused
