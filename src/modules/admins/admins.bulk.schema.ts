import { z } from 'zod'
import { Id } from '#http/shapes.ts'
import { adminList } from './admins.list.ts'

const mostIds = 1000
/** Nothing that may stand for an id is longer; what is malformed is skipped, not refused. */
const GivenId = z.string().max(200)

/** How many of the skipped are named; there may be thousands. */
export const mostSkipped = 1000

export const BulkAdmins = z.strictObject({ ids: z.array(GivenId).min(1).max(mostIds) })

export const BulkDeleteAll = z.strictObject({
  filter: adminList.filterSchema.meta({ description: '`{}` means every admin that the list shows; the names are those of its query' }),
  excludeIds: z.array(Id).max(mostIds).default([]).meta({ description: 'Left out; ids of nobody do nothing, what is no id is refused' }),
  expectedCount: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'As a dry run told it; 409 with `actualCount`, and nothing is changed, when it would be another number' }),
  dryRun: z.boolean().default(false).meta({ description: 'Only tells what would be done' }),
})

export const BulkAdminsAnswer = z.object({
  affected: z.int().meta({ description: 'Admins in another state than before; those that were in it already do not count' }),
  message: z.string(),
  skipped: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Where ids were sent, as it was sent' }),
        code: z
          .string()
          .meta({ description: 'What a call about this one alone would answer; a protected admin is left out of every bulk operation' }),
      }),
    )
    .meta({ description: `The first ${mostSkipped}` }),
})
