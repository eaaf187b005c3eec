import { z } from 'zod'
import { ExpectedCount, GivenIds, mostIds, mostSkipped, SkippedRecord } from '#http/bulk/bulk.ts'
import { exampleIds } from '#http/example-values.ts'
import { Id, named } from '#http/shapes.ts'
import { adminList } from './admins.list.ts'

export const BulkAdmins = named('AdminIds', z.strictObject({ ids: GivenIds }), { ids: [exampleIds.admin, exampleIds.otherAdmin] })

export const BulkDeleteAll = named(
  'MatchingAdmins',
  z.strictObject({
    filter: adminList.filterSchema.meta({
      id: 'AdminFilter',
      description: '`{}` means every admin that the list shows; the names are those of its query',
    }),
    excludeIds: z.array(Id).max(mostIds).default([]).meta({ description: 'Left out; ids of nobody do nothing, what is no id is refused' }),
    expectedCount: ExpectedCount,
    dryRun: z.boolean().default(false).meta({ description: 'Only tells what would be done' }),
  }),
  { filter: { tenantId: exampleIds.tenant, isActive: false }, excludeIds: [exampleIds.admin], dryRun: true },
)

export const BulkAdminsAnswer = named(
  'BulkAdminResult',
  z.object({
    affected: z.int().meta({ description: 'Admins in another state than before; those that were in it already do not count' }),
    message: z.string(),
    skipped: z.array(SkippedRecord).meta({ description: `The first ${mostSkipped}` }),
  }),
)
