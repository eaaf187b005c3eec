import { z } from 'zod'
import { Timestamp } from '#http/shapes.ts'
import { binTypeNames } from './recycle-bin.types.ts'

export const ShownEntry = z.object({
  id: z.string().meta({ description: 'Of the record, as the record itself shows it: of a group opaque' }),
  entityType: z.enum(binTypeNames),
  displayName: z.string().meta({ description: 'Of a person the full name' }),
  tenantId: z.string().nullable().meta({ description: 'As the record shows it; of a tenant its own; null: belongs to the platform' }),
  deletedBy: z.string().nullable().meta({ description: 'Id of who deleted it; null for the service itself and for who is out of scope' }),
  deletedAt: Timestamp,
  canRestore: z.boolean(),
  reason: z.enum(['name_taken', 'tenant_deleted', 'quota_exceeded']).nullable().meta({ description: 'Why it can’t be restored now' }),
})

/** Not said to be a UUID: entries of groups are named by opaque ids. Any text that is neither names nothing. */
export const ByEntry = z.object({ id: z.string().meta({ description: 'Of the record, as its entry shows it' }) })
