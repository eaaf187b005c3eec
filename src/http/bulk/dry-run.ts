import { z } from 'zod'
import { queryBoolean } from '#db/lists/list-query.ts'

/** Of an operation that may be asked what it would do. */
export const DryRunQuery = z.strictObject({
  dryRun: queryBoolean.optional().meta({ description: 'The same answer or refusal, with nothing changed, told or ended' }),
})
