import { z } from 'zod'
import { obstacleReasons } from '#core/error-codes.ts'
import { Id, named, PersonNameShown, TenantName, Timestamp } from '#http/shapes.ts'
import { binTypeNames } from './recycle-bin.types.ts'

export const ShownEntry = named(
  'RecycleBinEntry',
  z.object({
    id: z.string().meta({ description: 'Of the record, as the record itself shows it: of a group opaque' }),
    entityType: z.enum(binTypeNames),
    displayName: z.string().meta({ description: 'Of a person the full name' }),
    tenantId: Id.nullable().meta({ description: 'Of a tenant its own; null: belongs to the platform' }),
    tenantName: TenantName,
    deletedBy: z.string().nullable().meta({ description: 'Id of who deleted it; null for the service itself and for who is out of scope' }),
    deletedByName: PersonNameShown,
    deletedAt: Timestamp.nullable().meta({ description: 'With `deletedBy` null in the answer of a restore: the record lives' }),
    canRestore: z.boolean(),
    reason: z
      .enum(obstacleReasons)
      .nullable()
      .meta({ description: 'Why it can’t be restored now; a record that lives again has nothing to be restored' }),
  }),
)

/** Not said to be a UUID: entries of groups are named by opaque ids. Any text that is neither names nothing. */
export const ByEntry = z.object({ id: z.string().meta({ description: 'Of the record, as its entry shows it' }) })
