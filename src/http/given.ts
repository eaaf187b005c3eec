import { z } from 'zod'
import { AppError, notFound, validationFailed } from '#core/errors.ts'
import { problemsOf } from '#core/zod-problems.ts'
import type { Actor } from '#db/rows/context.ts'
import { restrictedIn } from './shapes.ts'

const maxParamLength = 128
const nothing = z.strictObject({})

/** A malformed id is a record that does not exist: 404, never told apart from an unknown or foreign one. */
export function paramsOf(schema: z.ZodType, given: Record<string, string>): unknown {
  for (const value of Object.values(given)) if (value.length > maxParamLength) throw new AppError(414, 'uri_too_long')
  const result = schema.safeParse(given)
  if (!result.success) throw notFound()
  return result.data
}

/** What the schema makes of it; nothing at all is an empty object, a null is no object. Throws 400. */
export function parsed(schema: z.ZodType, given: unknown = {}): unknown {
  const result = schema.safeParse(given)
  if (!result.success) throw validationFailed(problemsOf(result.error, { input: given }))
  return result.data
}

/**
 * What a route declares nothing of must be empty; asked without zod, because most requests carry neither
 * query nor body. Throws 400.
 */
export function refuseAny(given: unknown): undefined {
  if (given === undefined) return
  if (typeof given !== 'object' || given === null || Array.isArray(given) || Object.keys(given).length > 0) parsed(nothing, given)
}

/** Throws 403 `field_restricted` naming the fields of a body that this caller may not set. */
export function refuseRestricted(body: Record<string, unknown>, actor: Actor, permission: Parameters<typeof restrictedIn>[2]): void {
  if (actor.masks.size === 0) return
  const fields = restrictedIn(body, actor, permission)
  if (fields.length > 0)
    throw new AppError(403, 'field_restricted', { fields: fields.map((field) => ({ field, code: 'field_restricted' })) })
}
