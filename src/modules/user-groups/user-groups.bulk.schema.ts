import { z } from 'zod'
import { Id } from '#http/shapes.ts'
import { groupList } from './user-groups.list.ts'
import { OpaqueId } from './user-groups.schema.ts'

const mostIds = 1000
/** Nothing that may stand for an id is longer; what is malformed is skipped, not refused. */
const GivenId = z.string().max(200)

/** How many of the skipped are named; there may be thousands. */
export const mostSkipped = 1000

const CascadeAdmins = z.boolean().default(false).meta({
  description:
    'The same for the admins in these groups, also of groups that are in the state already; needs the permission of that call too',
})

export const BulkByIds = z.strictObject({ ids: z.array(GivenId).min(1).max(mostIds), cascadeAdmins: CascadeAdmins })

export const BulkByFilter = z.strictObject({
  filter: groupList.filterSchema.meta({
    description: '`{}` means every group that the list shows; `tenantId`, plain or opaque, those of that tenant',
  }),
  excludeIds: z.array(GivenId).max(mostIds).default([]),
  cascadeAdmins: CascadeAdmins,
  expectedCount: z
    .int()
    .min(0)
    .optional()
    .meta({ description: 'As a dry run told it; 409 and nothing is changed when it would be another number' }),
  dryRun: z.boolean().default(false),
})

const code = z.string().meta({ description: 'What a call about this one alone would answer' })

export const BulkAnswer = z.object({
  affected: z.int().meta({ description: 'Groups in another state than before; those that were in it already do not count' }),
  message: z.string(),
  skipped: z.array(z.object({ id: OpaqueId, code })).meta({ description: `The first ${mostSkipped}, with ids as they were sent` }),
  affectedAdmins: z.int(),
  skippedAdmins: z.array(z.object({ id: Id, code })).meta({ description: `The first ${mostSkipped}` }),
})
