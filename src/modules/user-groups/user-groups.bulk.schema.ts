import { z } from 'zod'
import { ExpectedCount, GivenIds, mostIds, mostSkipped, SkippedRecord } from '#http/bulk/bulk.ts'
import { exampleIds } from '#http/example-values.ts'
import { named } from '#http/shapes.ts'
import { groupList } from './user-groups.list.ts'

const CascadeAdmins = z.boolean().default(false).meta({
  description:
    'The same for the admins in these groups, also of groups that are in the state already; needs the permission of that call too',
})

export const BulkByIds = named('UserGroupIds', z.strictObject({ ids: GivenIds, cascadeAdmins: CascadeAdmins }), { ids: [exampleIds.group] })

export const BulkByFilter = named(
  'MatchingUserGroups',
  z.strictObject({
    filter: groupList.filterSchema.meta({
      id: 'UserGroupFilter',
      description:
        '`{}` means every group that the list shows; `tenantId`, plain or opaque, those of that tenant, `within` those of all below it too',
    }),
    excludeIds: z
      .array(z.string().max(200))
      .max(mostIds)
      .default([])
      .meta({ description: 'Left out; ids of no group do nothing, what is no id is refused' }),
    cascadeAdmins: CascadeAdmins,
    expectedCount: ExpectedCount,
    dryRun: z.boolean().default(false),
  }),
  { filter: { search: 'support' }, dryRun: true },
)

export const BulkAnswer = named(
  'BulkUserGroupResult',
  z.object({
    affected: z.int().meta({ description: 'Groups in another state than before; those that were in it already do not count' }),
    message: z.string(),
    skipped: z.array(SkippedRecord).meta({ description: `The first ${mostSkipped}, with ids as they were sent` }),
    affectedAdmins: z.int(),
    skippedAdmins: z.array(SkippedRecord).meta({ description: `The first ${mostSkipped}` }),
  }),
)
