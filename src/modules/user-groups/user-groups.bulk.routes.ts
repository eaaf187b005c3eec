import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { moveGroups, moveMatchingGroups } from './user-groups.bulk.actions.ts'
import { BulkAnswer, BulkByFilter, BulkByIds } from './user-groups.bulk.schema.ts'

const update = can('groups.update')
const byIds = { body: BulkByIds, reply: BulkAnswer, transaction: 'own' } as const
const byFilter = { body: BulkByFilter, reply: BulkAnswer, errors: [409], transaction: 'own' } as const

export const groupBulkRoutes = {
  'POST /bulk/activate': route({
    ...byIds,
    operationId: 'activateUserGroups',
    summary: 'Activate the groups of these ids',
    access: update,
    emits: ['group.activated', 'admin.activated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveGroups(ctx, 'activate', body, exchange),
  }),

  'POST /bulk/deactivate': route({
    ...byIds,
    operationId: 'deactivateUserGroups',
    summary: 'Deactivate the groups of these ids: they give and restrict nothing',
    access: update,
    emits: ['group.deactivated', 'admin.deactivated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveGroups(ctx, 'deactivate', body, exchange),
  }),

  'POST /bulk/delete': route({
    ...byIds,
    operationId: 'deleteUserGroups',
    summary: 'Delete the groups of these ids',
    access: can('groups.delete'),
    emits: ['group.deleted', 'admin.deleted', 'job.finished'],
    run: (ctx, { body, exchange }) => moveGroups(ctx, 'delete', body, exchange),
  }),

  'POST /bulk/activate-all': route({
    ...byFilter,
    operationId: 'activateMatchingUserGroups',
    summary: 'Activate all groups that match',
    access: update,
    emits: ['group.activated', 'admin.activated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveMatchingGroups(ctx, 'activate', body, exchange),
  }),

  'POST /bulk/deactivate-all': route({
    ...byFilter,
    operationId: 'deactivateMatchingUserGroups',
    summary: 'Deactivate all groups that match',
    access: update,
    emits: ['group.deactivated', 'admin.deactivated', 'job.finished'],
    run: (ctx, { body, exchange }) => moveMatchingGroups(ctx, 'deactivate', body, exchange),
  }),

  'POST /bulk/delete-all': route({
    ...byFilter,
    operationId: 'deleteMatchingUserGroups',
    summary: 'Delete all groups that match',
    access: can('groups.delete'),
    emits: ['group.deleted', 'admin.deleted', 'job.finished'],
    run: (ctx, { body, exchange }) => moveMatchingGroups(ctx, 'delete', body, exchange),
  }),
}
