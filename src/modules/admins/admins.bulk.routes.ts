import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { deleteMatchingAdmins, moveAdminsOf } from './admins.bulk.actions.ts'
import { BulkAdmins, BulkAdminsAnswer, BulkDeleteAll } from './admins.bulk.schema.ts'

const byIds = { body: BulkAdmins, reply: BulkAdminsAnswer, transaction: 'own' } as const

export const adminBulkRoutes: Routes = {
  'POST /bulk-activate': route({
    ...byIds,
    operationId: 'activateAdmins',
    summary: 'Activate the admins of these ids',
    access: can('admins.update'),
    emits: ['admin.activated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveAdminsOf(ctx, 'activate', body, exchange),
  }),

  'POST /bulk-deactivate': route({
    ...byIds,
    operationId: 'deactivateAdmins',
    summary: 'Deactivate the admins of these ids: no sign-in, and every session ends at once',
    access: can('admins.update'),
    emits: ['admin.deactivated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveAdminsOf(ctx, 'deactivate', body, exchange),
  }),

  'POST /bulk-delete': route({
    ...byIds,
    operationId: 'deleteAdmins',
    summary: 'Delete the admins of these ids',
    access: can('admins.delete'),
    emits: ['admin.deleted', 'job.finished'],
    run: (ctx, { body, exchange }) => moveAdminsOf(ctx, 'delete', body, exchange),
  }),

  'POST /bulk-delete-all': route({
    operationId: 'deleteMatchingAdmins',
    summary: 'Delete all admins that match',
    description:
      'Works in batches, each of them whole: to hang up stops it after those at hand, two at most, and to send it again goes on with the rest. Whoever began to match after the call, or stopped to, is left alone.',
    access: can('admins.delete'),
    body: BulkDeleteAll,
    reply: BulkAdminsAnswer,
    errors: [409],
    emits: ['admin.deleted', 'job.finished'],
    transaction: 'own',
    run: (ctx, { body, exchange }) => deleteMatchingAdmins(ctx, body, exchange),
  }),
}
