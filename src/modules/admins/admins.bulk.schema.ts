import { z } from 'zod'
import { ExpectedCount, GivenIds, mostIds, mostSkipped, SkipCode } from '#http/bulk/bulk.ts'
import { Id } from '#http/shapes.ts'
import { adminList } from './admins.list.ts'

export const BulkAdmins = z.strictObject({ ids: GivenIds })

export const BulkDeleteAll = z.strictObject({
  filter: adminList.filterSchema.meta({ description: '`{}` means every admin that the list shows; the names are those of its query' }),
  excludeIds: z.array(Id).max(mostIds).default([]).meta({ description: 'Left out; ids of nobody do nothing, what is no id is refused' }),
  expectedCount: ExpectedCount,
  dryRun: z.boolean().default(false).meta({ description: 'Only tells what would be done' }),
})

export const BulkAdminsAnswer = z.object({
  affected: z.int().meta({ description: 'Admins in another state than before; those that were in it already do not count' }),
  message: z.string(),
  skipped: z
    .array(
      z.object({
        id: z.string().meta({ description: 'Where ids were sent, as it was sent' }),
        code: SkipCode,
      }),
    )
    .meta({ description: `The first ${mostSkipped}` }),
})
