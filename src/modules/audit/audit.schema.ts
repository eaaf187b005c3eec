import { z } from 'zod'
import { Id, Timestamp } from '#http/shapes.ts'

const Change = z.object({ before: z.unknown(), after: z.unknown() })

/** One entry of the audit log. Ids are as their records show them: groups' opaque. */
export const AuditEntry = z.object({
  id: Id,
  timestamp: Timestamp,
  actorId: z.string().nullable(),
  actorType: z.enum(['admin', 'user', 'service', 'system']),
  actorName: z.string().nullable(),
  onBehalfOfId: z.string().nullable(),
  action: z.string(),
  entityType: z.string().nullable(),
  entityId: z.string().nullable(),
  entityName: z.string().nullable(),
  tenantId: z.string().nullable(),
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  outcome: z.enum(['success', 'failure', 'denied']),
  changes: z.record(z.string(), Change),
  traceId: z.string().nullable(),
})
