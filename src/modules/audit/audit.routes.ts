import { notFound } from '#core/errors.ts'
import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { loadEntries } from './audit.entries.ts'
import { auditList } from './audit.list.ts'
import { AuditCheckpoint, AuditVerification, CheckpointQuery, VerifyQuery } from './audit.proof.schema.ts'
import { proveLog, readCheckpoint } from './audit.proof.ts'
import { AuditEntry } from './audit.schema.ts'
import { exportEntries } from './export/export.actions.ts'
import { ExportQuery } from './export/export.schema.ts'

export const auditRoutes = {
  'GET /': route({
    operationId: 'listAuditEntries',
    summary: 'Page of audit entries of the own tenant and those below, newest first',
    access: can('audit.view'),
    query: auditList.querySchema,
    reply: auditList.pageSchema,
    run: (ctx, { query }) => auditList.read(ctx, query),
  }),

  'GET /verify': route({
    operationId: 'verifyAuditLog',
    summary: 'Whether the audit log is as it was written',
    description:
      'Proves the entries of the own log (an admin of the platform: of any) against their seals, up to 100,000 a call; `nextSequence` says where the next call goes on. What was erased of people, and what the tenant no longer keeps, is no break.',
    access: can('audit.view'),
    query: VerifyQuery,
    reply: AuditVerification,
    errors: [404],
    run: (ctx, { query, exchange }) => proveLog(ctx, query, () => exchange.isGone()),
  }),

  'GET /checkpoint': route({
    operationId: 'getAuditCheckpoint',
    summary: 'The newest seal of the audit log, to keep elsewhere',
    access: can('audit.view'),
    query: CheckpointQuery,
    reply: AuditCheckpoint,
    errors: [404],
    run: (ctx, { query }) => readCheckpoint(ctx, query.tenantId),
  }),

  'GET /export': route({
    operationId: 'exportAuditLog',
    summary: 'The entries that a query finds as a CSV or PDF file, newest first',
    description:
      'CSV (RFC 4180) in UTF-8 with a byte order mark, each cell in quotes. An apostrophe stands before whatever a spreadsheet could take for a formula, at the beginning of a cell and behind a semicolon, tab or line break in it; one that stands there is to be taken away by whoever reads the file as data. What is logged after it began is not in it. A file whose connection is broken off is not whole. A PDF is set in the language of the caller, holds 10,000 entries at most, as can be made within three minutes (else 400 `export_too_large` with `count`), ends long texts with an ellipsis, after 2,000 letters at most, and is answered when it is made. One at a time an admin: 409.',
    access: can('audit.export'),
    query: ExportQuery,
    download: ['text/csv', 'application/pdf'],
    errors: [409],
    emits: ['audit.exported'],
    run: (ctx, { query, exchange, answer }) => exportEntries(ctx, query, exchange, answer),
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
