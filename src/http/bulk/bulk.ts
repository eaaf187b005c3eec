import { z } from 'zod'
import { errorCodes } from '#core/error-codes.ts'
import { type ErrorCode, stateConflict } from '#core/errors.ts'
import { type Language, message } from '#core/messages.ts'
import { named } from '#http/shapes.ts'

/** How many ids a body may name. */
export const mostIds = 1000

/** How many of the skipped are named; there may be thousands. */
export const mostSkipped = 1000

/** Ids of the records to be changed. Nothing that may stand for an id is longer; what is malformed is skipped, not refused. */
export const GivenIds = z.array(z.string().max(200)).min(1).max(mostIds)

/** How many records whoever asks believes to be affected. */
export const ExpectedCount = z
  .int()
  .min(0)
  .optional()
  .meta({ description: 'As a dry run told it; 409 with `actualCount`, and nothing is changed, when it would be another number' })

/** Every code of an error, by its name in the documentation. */
export const ErrorCodeName = named(
  'ErrorCode',
  z.enum(Object.values(errorCodes).flat() as [ErrorCode, ...ErrorCode[]]).meta({ description: 'Stable, in English' }),
)

/** One that a bulk operation left out, and why. */
export const SkippedRecord = named(
  'SkippedRecord',
  z.object({
    id: z.string().meta({ description: 'Where ids were sent, as it was sent' }),
    code: ErrorCodeName.meta({
      description: 'What a call about this one alone would answer; a protected admin is left out of every bulk operation',
    }),
  }),
)

/** Throws 409 with the `actualCount` where another was expected. */
export function requireCount(actualCount: number, expected: number | undefined): void {
  if (expected !== undefined && expected !== actualCount) throw stateConflict('state_conflict', { actualCount })
}

/** The sentence that a bulk answer carries; of a dry run it says that nothing was done. */
export const bulkMessage = (language: Language, count: number, isDryRun: boolean): string =>
  message(isDryRun ? 'records_would_be_affected' : 'records_affected', language, { count })
