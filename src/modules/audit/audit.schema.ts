import { z } from 'zod'
import { Id, named, PersonNameShown, TenantName, Timestamp } from '#http/shapes.ts'

const Change = named('AuditChange', z.object({ before: z.unknown(), after: z.unknown() }))

const text = z.string().optional()

/** Why, where an entry is about a failure or a refusal, or somebody gave a reason. */
const Details = named(
  'AuditDetails',
  z.object({
    reason: text.meta({ description: 'A code: why it failed, or the rule that refused it. Of a block: in the words of whoever blocked' }),
    code: text.meta({ description: 'Of the error that was answered' }),
    status: z.int().optional(),
    operation: text.meta({ description: 'What was refused' }),
    requiredPermission: text,
    excess: z.array(z.string()).optional().meta({ description: 'Permissions beyond what the caller holds' }),
    fields: z.array(z.string()).optional().meta({ description: 'Those that are restricted for the caller' }),
    method: text,
    format: text.meta({ description: 'Of an export' }),
    filter: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'Of an export: what was asked for, but for words that were searched' }),
    count: z.int().optional().meta({ description: 'Of an export: the entries that were handed out; `reason` where these are not all' }),
    attempts: z.int().optional(),
    lockoutEnd: z.string().nullable().optional(),
  }),
)

/** One entry of the audit log. Ids are as their records show them: groups' opaque. */
export const AuditEntry = named(
  'AuditEntry',
  z.object({
    id: Id,
    timestamp: Timestamp,
    actorId: z.string().nullable(),
    actorType: z.enum(['admin', 'user', 'service', 'system']),
    actorName: z.string().nullable(),
    onBehalfOfId: z.string().nullable(),
    onBehalfOfName: PersonNameShown,
    action: z.string(),
    entityType: z.string().nullable(),
    entityId: z.string().nullable(),
    entityName: z.string().nullable(),
    tenantId: z.string().nullable(),
    tenantName: TenantName,
    ipAddress: z.string().nullable(),
    userAgent: z.string().nullable(),
    sessionId: z.string().nullable().meta({
      description:
        'Of whoever acted, as lists of sessions name it: of an impersonation the one that it is. Null where nobody was signed in, where whoever acted is not shown or was erased, and in entries of before it was kept',
    }),
    outcome: z.enum(['success', 'failure', 'denied']),
    changes: z.record(z.string(), Change),
    details: Details,
    traceId: z.string().nullable(),
    parentTraceId: z.string().nullable().meta({ description: "Of the caller's own trace: from the `traceparent` of the request (W3C)" }),
  }),
)
