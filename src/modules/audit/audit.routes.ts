import { notFound } from '#core/errors.ts'
import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { loadEntries } from './audit.entries.ts'
import { auditList } from './audit.list.ts'
import { AuditEntry } from './audit.schema.ts'

export const auditRoutes = {
  'GET /': route({
    operationId: 'listAuditEntries',
    summary: 'Page of audit entries of the own tenant and those below, newest first',
    access: can('audit.view'),
    query: auditList.querySchema,
    reply: auditList.pageSchema,
    run: (ctx, { query }) => auditList.read(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getAuditEntry',
    summary: 'One audit entry',
    access: can('audit.view'),
    params: ById,
    reply: AuditEntry,
    run: async (ctx, { params }) => {
      const [entry] = await loadEntries(ctx, [params.id])
      if (!entry) throw notFound()
      return entry
    },
  }),
}
