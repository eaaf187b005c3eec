import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { AppError, type FieldProblem, unavailable } from '#core/errors.ts'
import { type Language, message } from '#core/messages.ts'
import { isRetryable, isUnavailable, uniqueViolation } from '#db/database-errors.ts'
import { noteRefusal } from './request-log.ts'

/** The one place where anything thrown becomes an HTTP answer. No stack, SQL, path or library name leaves the service. */
export function toAppError(error: unknown): AppError | null {
  if (error instanceof AppError) return error
  const status = (error as FastifyError | null)?.statusCode
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && code.startsWith('FST_ERR_CTP')) {
    if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError(413, 'payload_too_large')
    if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError(415, 'unsupported_media_type')
    return new AppError(400, 'malformed_json')
  }
  if (status === 413) return new AppError(413, 'payload_too_large')
  if (status === 415 || status === 406) return new AppError(415, 'unsupported_media_type')
  if (status === 404) return new AppError(404, 'not_found')
  if (status !== undefined && status >= 400 && status < 500) return new AppError(400, 'validation_failed')
  const unique = uniqueViolation(error)
  if (unique) return new AppError(409, 'conflict')
  if (isUnavailable(error) || isRetryable(error)) return unavailable(1)
  return null
}

/** Whether an error says "not now": such come by the thousand while the database is away. */
export const isOutage = (error: unknown): boolean => toAppError(error)?.status === 503

interface ErrorBody {
  isSuccess: false
  data: null
  statusCode: number
  code: string
  message: string
  errors?: { field: string; code: string; message: string }[]
  traceId: string
}

/** The one shape of every error, with its sentences in the caller's language. */
export function errorBody(error: AppError, language: Language, traceId: string): ErrorBody {
  const { fields, extra, params, sentence } = error.details
  return {
    isSuccess: false,
    data: null,
    statusCode: error.status,
    code: error.code,
    message: message(sentence ?? error.code, language, params),
    ...(fields && { errors: fields.map((problem) => sentenceOf(problem, language)) }),
    ...extra,
    traceId,
  }
}

/** A problem with its sentence. */
export const sentenceOf = (problem: FieldProblem, language: Language) => ({
  field: problem.field,
  code: problem.code,
  message: problem.message ?? message(problem.code, language, problem.params),
})

/** Answers whatever went wrong; what nobody foresaw is logged with its trace id and answered without a word about it. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply, language: Language): FastifyReply {
  const known = toAppError(error)
  const answer = known ?? new AppError(500, 'internal_error')
  noteRefusal(error, answer, request, reply)
  for (const [name, value] of Object.entries(answer.details.headers ?? {})) reply.header(name, value)
  if (answer.status === 401 && answer.details.headers?.['www-authenticate'] === undefined && request.headers.authorization !== undefined) {
    reply.header('www-authenticate', 'Bearer')
  }
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(answer, language, request.id)))
}
