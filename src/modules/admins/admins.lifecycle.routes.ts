import { message } from '#core/messages.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { blockAdmin, moveOne, resetAdminPassword, resetAdminTwoFactor, unblockAdmin, unlockAdmin } from './admins.lifecycle.actions.ts'
import { getAdmin } from './admins.queries.ts'
import { AdminDetail, Block } from './admins.schema.ts'

/** Below /api/v1/Admins: the states of one admin. They are independent of each other; to sign in takes all of them. */
export const adminLifecycleRoutes: Routes = {
  'DELETE /:id': route({
    operationId: 'deleteAdmin',
    summary: 'Delete an admin: into the recycle bin, out of every session at once',
    description: 'Never oneself, the SuperAdmin or a protected admin. The login names are free for others at once.',
    access: can('admins.delete'),
    params: ById,
    status: 204,
    errors: [409],
    emits: ['admin.deleted'],
    also: ['DELETE /api/v1/admin/:id'],
    run: async (ctx, { params }) => {
      await moveOne(ctx, 'delete', params.id)
      return undefined
    },
  }),

  'POST /:id/activate': route({
    operationId: 'activateAdmin',
    summary: 'Let an admin sign in again who was deactivated',
    access: can('admins.update'),
    params: ById,
    reply: AdminDetail,
    errors: [409],
    emits: ['admin.activated'],
    run: async (ctx, { params: { id } }) => {
      await moveOne(ctx, 'activate', id)
      return await getAdmin(ctx, id)
    },
  }),

  'POST /:id/deactivate': route({
    operationId: 'deactivateAdmin',
    summary: 'Deactivate an admin: no sign-in, and every session ends at once',
    access: can('admins.update'),
    params: ById,
    reply: AdminDetail,
    errors: [409],
    emits: ['admin.deactivated'],
    run: async (ctx, { params: { id } }) => {
      await moveOne(ctx, 'deactivate', id)
      return await getAdmin(ctx, id)
    },
  }),

  'POST /:id/block': route({
    operationId: 'blockAdmin',
    summary: 'Block an admin: no sign-in, and every session ends at once',
    description: '`If-Match` may name the version that it was made for: 409 `version_conflict` when the record moved on.',
    access: can('admins.update'),
    params: ById,
    body: Block,
    reply: AdminDetail,
    errors: [409],
    emits: ['admin.blocked'],
    also: ['PUT /api/v1/admin/:id/block'],
    run: (ctx, { params, body, exchange }) => blockAdmin(ctx, params.id, body.reason, versionSent(undefined, exchange)),
  }),

  'POST /:id/unblock': route({
    operationId: 'unblockAdmin',
    summary: 'Lift a block',
    access: can('admins.update'),
    params: ById,
    reply: AdminDetail,
    emits: ['admin.unblocked'],
    run: (ctx, { params }) => unblockAdmin(ctx, params.id),
  }),

  'POST /:id/unlock': route({
    operationId: 'unlockAdmin',
    summary: 'End a lock after too many failures, and forget them',
    access: can('admins.update'),
    params: ById,
    reply: AdminDetail,
    emits: ['admin.unlocked'],
    run: (ctx, { params }) => unlockAdmin(ctx, params.id),
  }),

  'POST /:id/reset-2fa': route({
    operationId: 'resetAdminTwoFactor',
    summary: 'Take the second factor of an admin who lost it away; every session ends at once',
    description: 'The owner is told by mail. Nothing happens where two-factor is off and nothing of it is pending.',
    access: can('admins.update'),
    params: ById,
    reply: AdminDetail,
    emits: ['auth.two_factor.reset'],
    run: (ctx, { params }) => resetAdminTwoFactor(ctx, params.id),
  }),

  'POST /:id/reset-password': route({
    operationId: 'resetAdminPassword',
    summary: 'Have a temporary password sent to an admin by mail',
    description:
      'Good for 24 hours and one sign-in, at which it must be changed. The former password, every session, code and link end at once.',
    access: can('admins.update'),
    params: ById,
    reply: Message,
    emits: ['admin.password_reset'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await resetAdminPassword(ctx, params.id)
      return { message: message('temporary_password_sent', ctx.language) }
    },
  }),
}
