import { message } from '#core/messages.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { blockUser, deleteUser, resetUserPassword, resetUserTwoFactor, unlockUser } from './users.lifecycle.actions.ts'
import { BlockUser, UserDetail } from './users.schema.ts'

/** Below /api/v1/users: the states of one user. They are independent of each other; to sign in takes all of them. */
export const userLifecycleRoutes: Routes = {
  'DELETE /:id': route({
    operationId: 'deleteUser',
    summary: 'Delete a user: into the recycle bin, out of every session at once',
    description: 'The login names are free for others at once.',
    access: can('users.delete'),
    params: ById,
    status: 204,
    emits: ['user.deleted'],
    run: async (ctx, { params }) => {
      await deleteUser(ctx, params.id)
      return undefined
    },
  }),

  'PUT /:id/block': route({
    operationId: 'blockUser',
    summary: 'Block a user, or lift the block: no sign-in, and every session ends at once',
    description: '`If-Match` may name the version that it was made for: 409 `version_conflict` when the record moved on.',
    access: can('users.update'),
    params: ById,
    body: BlockUser,
    reply: UserDetail,
    errors: [409],
    emits: ['user.blocked', 'user.unblocked'],
    run: (ctx, { params, body, exchange }) => blockUser(ctx, params.id, body, versionSent(undefined, exchange)),
  }),

  'POST /:id/unlock': route({
    operationId: 'unlockUser',
    summary: 'End a lock of a user after too many failures, and forget them',
    access: can('users.update'),
    params: ById,
    reply: UserDetail,
    emits: ['user.unlocked'],
    run: (ctx, { params }) => unlockUser(ctx, params.id),
  }),

  'POST /:id/reset-password': route({
    operationId: 'resetUserPassword',
    summary: 'Have a temporary password sent to a user by mail',
    description:
      'Good for 24 hours and one sign-in, at which it must be changed. The former password, every session, code and link end at once.',
    access: can('users.update'),
    params: ById,
    reply: Message,
    emits: ['user.password_reset'],
    transaction: 'own',
    run: async (ctx, { params }) => {
      await resetUserPassword(ctx, params.id)
      return { message: message('temporary_password_sent', ctx.language) }
    },
  }),

  'POST /:id/reset-2fa': route({
    operationId: 'resetUserTwoFactor',
    summary: 'Take the second factor of a user who lost it away; every session ends at once',
    description: 'The owner is told by mail. Nothing happens where two-factor is off and nothing of it is pending.',
    access: can('users.update'),
    params: ById,
    reply: UserDetail,
    emits: ['auth.two_factor.reset'],
    run: (ctx, { params }) => resetUserTwoFactor(ctx, params.id),
  }),
}
