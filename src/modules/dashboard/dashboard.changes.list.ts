import { type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import { wholeNumber } from '#db/lists/list-query.ts'
import type { Context } from '#db/rows/context.ts'
import { type EventName, eventCatalog } from '#events/catalog.ts'
import { auditList } from '#modules/audit/audit.list.ts'

/** Areas whose events tell of records, and what of theirs changes none. */
const ofRecords = ['admin', 'user', 'tenant', 'role', 'group', 'template', 'menu', 'webhook', 'entity']
const changeNothing: ReadonlySet<EventName> = new Set<EventName>([
  'tenant.quota_near',
  'tenant.domain_verification_requested',
  'webhook.tested',
  'webhook.replayed',
  'webhook.secret_viewed',
])
const changes = (Object.keys(eventCatalog) as EventName[]).filter(
  (name) => ofRecords.includes(name.split('.', 1)[0]!) && eventCatalog[name].outcome === 'success' && !changeNothing.has(name),
)

const recent = { name: 'changes', where: sql<SqlBool>`events.type = any(${changes}::text[])`, isWide: true } as const

const Query = (auditList.querySchemaWithout('action', 'outcome') as unknown as z.ZodObject).extend({
  limit: wholeNumber(100).optional().meta({ description: 'The same as `pageSize`, and wins over it' }),
})
type Asked = Parameters<typeof auditList.read>[1]

export const ChangesQuery = Query as unknown as z.ZodType<Asked & { limit?: number | undefined }>

/** A page of the records that were made, changed and deleted, as the audit log tells of them, the newest first. */
export const readChanges = (ctx: Context, { limit, ...asked }: z.output<typeof ChangesQuery>) =>
  auditList.read(ctx, limit === undefined ? asked : { ...asked, pageSize: limit }, recent)
