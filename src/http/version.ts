import { z } from 'zod'
import { stateConflict, validationFailed } from '#core/errors.ts'
import type { Exchange } from './route.ts'

/** The `version` that a PUT may send back in its body. */
export const BodyVersion = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'As it was read; 409 `version_conflict` when the record moved on' })

const HeaderVersion = z.coerce.number().int().min(1)

/**
 * The version a PUT was made for: of its body, else of `If-Match` (RFC 9110, section 13.1.1), as `"3"`, `3` or a weak `W/"3"`;
 * `*` asks for nothing. Throws 400 for any other `If-Match`.
 */
export function versionSent(inBody: number | undefined, exchange: Exchange): number | undefined {
  const ifMatch = exchange.header('if-match')
  if (inBody !== undefined || ifMatch === undefined || ifMatch.trim() === '*') return inBody
  const read = HeaderVersion.safeParse(/^\s*(?:W\/)?"?([0-9]{1,9})"?\s*$/.exec(ifMatch)?.[1])
  if (!read.success) throw validationFailed([{ field: 'if-match', code: 'format' }])
  return read.data
}

/** Throws 409 `version_conflict` when a version was sent and the record, under its lock, has another one. */
export function requireVersion(record: { version: number }, sent: number | undefined): void {
  if (sent !== undefined && sent !== record.version) throw stateConflict('version_conflict')
}
