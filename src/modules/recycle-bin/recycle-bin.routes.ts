import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { purgeEntry, restoreEntry } from './recycle-bin.actions.ts'
import { BinPage, BinQuery, readBin } from './recycle-bin.list.ts'
import { ByEntry, ShownEntry } from './recycle-bin.schema.ts'

export const recycleBinRoutes = {
  'GET /': route({
    operationId: 'listRecycleBin',
    summary: 'Page of what is deleted in the own tenant and those below, newest first',
    description: 'Of each type of record only to who may see such records. What went with a tenant comes back with it, and is not listed.',
    access: can('recyclebin.view'),
    query: BinQuery,
    reply: BinPage,
    run: (ctx, { query }) => readBin(ctx, query),
  }),

  'POST /:id/restore': route({
    operationId: 'restoreRecycleBinEntry',
    summary: 'Restore a deleted record',
    description:
      'Needs the permission to change such records too. 409 `cannot_restore` with `reason`: `name_taken`, `tenant_deleted`, of an admin `role_deleted`; 409 `quota_exceeded`.',
    access: can('recyclebin.restore'),
    params: ByEntry,
    reply: ShownEntry,
    errors: [409],
    emits: ['entity.restored'],
    transaction: 'own',
    also: ['PUT /api/v1/recycle-bin/:id/restore'],
    run: (ctx, { params }) => restoreEntry(ctx, params.id),
  }),

  'DELETE /:id': route({
    operationId: 'purgeRecycleBinEntry',
    summary: 'Erase a deleted record for ever',
    description:
      'Needs the permission to delete such records too. Gone at once; what hangs on it is erased in the background. Of a person nothing stays but, in the audit log, what was done under a name that says nothing.',
    access: can('recyclebin.delete'),
    params: ByEntry,
    status: 204,
    emits: ['entity.purged'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await purgeEntry(ctx, params.id)
      return undefined
    },
  }),
}
