import { z } from 'zod'
import { type ErrorCode, type ErrorStatus, errorCodes, fieldCodes, obstacleReasons, quotas, rules } from '#core/error-codes.ts'
import type { Extra } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { ErrorCodeName, SkippedRecord } from '#http/bulk/bulk.ts'
import { exampleIds } from '#http/example-values.ts'
import { named, Timestamp } from '#http/shapes.ts'
import type { JsonSchema } from './json-schema.ts'

const FieldProblem = named(
  'FieldProblem',
  z.object({
    field: z.string().meta({ description: 'Its path: `admin.email`, `ids.3`; `body` where no field of it is meant' }),
    code: named('FieldCode', z.enum(fieldCodes)),
    message: z.string(),
  }),
)

const skipped = z.array(SkippedRecord).optional().meta({ description: 'Beside `affected`: what it had left out until then' })

/** Each where it helps, and only there. */
const extra = {
  requiredPermission: z.string().optional().meta({ description: '403: the permission that is missing' }),
  reason: named('RefusalReason', z.enum([...rules, ...obstacleReasons]))
    .optional()
    .meta({ description: '403: the rule that no permission lifts. 409 of a restore: what stands in its way' }),
  excess: z.array(z.string()).optional().meta({ description: '403: permissions that would be given and that the caller does not hold' }),
  quota: z.enum(quotas).optional().meta({ description: '409 `quota_exceeded`: which one is used up' }),
  unknown: z.array(z.string()).optional().meta({ description: '400 `webhook_event_unknown`: what is no event' }),
  near: z.array(z.string()).optional().meta({ description: 'Beside `unknown`: events that may have been meant' }),
  line: z.int().optional().meta({ description: '400 of a message template: the line, from 1' }),
  column: z.int().optional().meta({ description: 'Beside `line`' }),
  missing: z
    .array(z.string())
    .optional()
    .meta({ description: '400 `template_variables_missing`: not given; `template_variable_required`: not in the text' }),
  actualCount: z.int().optional().meta({ description: '409 of bulk work with `expectedCount`: how many it would be' }),
  count: z.int().optional().meta({ description: '400 `export_too_large`: how many entries were found, counted up to 100,000' }),
  attemptsRemaining: z.int().optional().meta({ description: '400 of a one-time code: how often it may still be tried' }),
  retryAfterSeconds: z.int().optional().meta({ description: '423, 429, 503: as the header Retry-After' }),
  lockoutEnd: Timestamp.optional().meta({ description: '423: when the account can be signed in to again' }),
  affected: z.int().optional().meta({ description: 'Bulk work that an error ended: how many records it has changed, for good' }),
  skipped,
  affectedAdmins: z.int().optional().meta({ description: 'Beside `affected` of groups: how many of their admins it has changed' }),
  skippedAdmins: skipped,
} satisfies Record<Exclude<keyof Extra, 'status' | 'timestamp'>, z.ZodType>

export const ErrorShape = named(
  'Error',
  z.object({
    isSuccess: z.literal(false),
    data: z.null(),
    statusCode: z.int(),
    code: ErrorCodeName,
    message: z.string().meta({ description: 'In the language of Accept-Language (en, ar)' }),
    errors: z.array(FieldProblem).optional().meta({ description: 'What is wrong, field by field' }),
    ...extra,
    traceId: z.string().meta({ description: 'Of this one request; the log of the service and the audit log know it' }),
  }),
)

/** By status: the name of the answer in the document, and what it means. */
const answers = {
  400: ['BadRequest', 'Bad input: `errors` names each field'],
  401: ['Unauthenticated', 'No, bad or expired credentials'],
  403: ['Forbidden', 'Known caller, not allowed: `requiredPermission`, `excess` or `reason` says why'],
  404: ['NotFound', 'Unknown, malformed or foreign id'],
  409: ['Conflict', 'Conflict with the present state'],
  413: ['TooLarge', 'Body too large'],
  414: ['AddressTooLong', 'Address too long'],
  415: ['UnsupportedMediaType', 'Not the content type this operation reads'],
  423: ['AccountLocked', 'Account locked until `lockoutEnd`'],
  429: ['TooManyRequests', 'Too many requests'],
  503: ['Unavailable', 'Something needed is away'],
} as const
export type AnsweredStatus = keyof typeof answers

export const referenceTo = (status: AnsweredStatus): JsonSchema => ({ $ref: `#/components/responses/${answers[status][0]}` })

/** Of what may be answered anywhere, whatever is asked. */
const elsewhere = [405, 408, 431, 500] as const

/** The answers that operations refer to, an example of each code in each. */
export function errorResponses(schema: JsonSchema): Record<string, JsonSchema> {
  const answer = (description: string, statuses: readonly ErrorStatus[]) => {
    const codes = statuses.flatMap((status) => errorCodes[status].map((code) => [code, { value: exampleOfError(status, code) }]))
    return { description, content: { 'application/json': { schema, examples: Object.fromEntries(codes) } } }
  }
  const named = Object.entries(answers).map(([text, [name, description]]) => {
    const status = Number(text) as AnsweredStatus
    const headers = waiting.has(status) && { headers: { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } } }
    return [name, { ...answer(description, [status]), ...headers }]
  })
  return { ...Object.fromEntries(named), Unforeseen: answer('Whatever else goes wrong, in the same shape', elsewhere) }
}

const waiting = new Set<number>([423, 429, 503])

export const errorHeaders: Record<string, JsonSchema> = {
  RetryAfter: { description: 'Seconds after which it may be tried again', schema: { type: 'integer', minimum: 1 } },
}

/** What codes bring along. */
const details: { readonly [C in ErrorCode]?: Extra & { readonly field?: string } } = {
  validation_failed: { field: 'email' },
  image_invalid: { field: 'file' },
  image_too_large: { field: 'file' },
  password_policy: { field: 'password' },
  password_reused: { field: 'newPassword' },
  otp_invalid: { attemptsRemaining: 2 },
  otp_expired: { attemptsRemaining: 0 },
  otp_exhausted: { attemptsRemaining: 0 },
  webhook_url_invalid: { field: 'url' },
  webhook_url_not_allowed: { field: 'url' },
  webhook_event_unknown: { field: 'events.0', unknown: ['admin.create'], near: ['admin.created'] },
  webhook_secret_invalid: { field: 'secret' },
  export_too_large: { count: 48_213 },
  template_syntax_error: { field: 'bodyHtml', line: 3, column: 14 },
  template_limit_exceeded: { field: 'bodyHtml' },
  template_render_error: { field: 'bodyHtml', line: 3 },
  template_variables_missing: { missing: ['orderNumber'] },
  template_variable_required: { field: 'bodyHtml', missing: ['code'] },
  template_secret_misplaced: { field: 'bodyHtml', missing: ['code'] },
  template_name_taken: { field: 'name' },
  permission_denied: { requiredPermission: 'admins.update' },
  field_restricted: { field: 'phoneNumber' },
  conflict: { field: 'email' },
  quota_exceeded: { quota: 'maxAdmins' },
  cannot_restore: { reason: 'name_taken' },
  account_locked: { lockoutEnd: '2026-11-22T09:45:00.000Z', retryAfterSeconds: 900 },
  rate_limited: { retryAfterSeconds: 42 },
  unavailable: { retryAfterSeconds: 1 },
}

export function exampleOfError(status: ErrorStatus, code: ErrorCode): Record<string, unknown> {
  const { field, ...more } = details[code] ?? {}
  const problem = (fieldCodes as readonly string[]).includes(code) && code !== 'validation_failed' ? code : 'format'
  return {
    isSuccess: false,
    data: null,
    statusCode: status,
    code,
    message: message(code, 'en', more.retryAfterSeconds === undefined ? {} : { seconds: more.retryAfterSeconds }),
    ...(field && { errors: [{ field, code: problem, message: message(problem, 'en') }] }),
    ...more,
    traceId: exampleIds.event,
  }
}
