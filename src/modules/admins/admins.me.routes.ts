import { changeOwnProfile } from '#accounts/own-profile-change.ts'
import { deleteOwnAvatar, putOwnAvatar } from '#accounts/pictures/own-avatar.ts'
import { avatarBytes } from '#accounts/pictures/stored-avatar.ts'
import { AppError, forbidden } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import type { Limitation } from '#http/access.ts'
import { ChangeMe, ChangePassword } from '#http/person-fields.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { OwnAdmin } from '#http/start/own-admin.ts'
import { versionSent } from '#http/version.ts'
import { changePassword } from '#sign-in/password-change.ts'
import { asShown, ownAdmin } from './own-admin.ts'

const openDuring: readonly Limitation[] = ['password_change', 'two_factor_setup']

/** Below /api/v1/Admins: one's own profile and password. */
export const adminMeRoutes: Routes = {
  'GET /me': route({
    operationId: 'getOwnProfile',
    summary: 'Own profile',
    access: 'admin',
    openDuring,
    reply: OwnAdmin,
    also: ['GET /api/v1/auth/me'],
    run: (ctx) => ownAdmin(ctx),
  }),

  'PUT /me': route({
    operationId: 'updateOwnProfile',
    summary: 'Change own name or phone number',
    access: 'admin',
    openDuring,
    body: ChangeMe,
    reply: OwnAdmin,
    errors: [409],
    emits: ['admin.updated'],
    run: async (ctx, { body: { version, ...change }, exchange }) => {
      if (change.phoneNumber !== undefined && ctx.actor.impersonatorId !== null) throw forbidden('impersonation_forbidden')
      const { after } = await changeOwnProfile(ctx, change, versionSent(version, exchange))
      return await asShown(ctx, after)
    },
  }),

  'POST /:id/change-password': route({
    operationId: 'changeOwnPassword',
    summary: 'Change own password',
    description: 'Ends all other sessions.',
    access: 'admin',
    // both: whoever owes a change and a two-factor set-up could do neither; see below
    openDuring,
    notImpersonating: true,
    params: ById,
    body: ChangePassword,
    reply: Message,
    errors: [423],
    emits: ['auth.password.changed', 'auth.reauthentication.failed', 'auth.account.locked'],
    transaction: 'own',
    run: async (ctx, { params, body }) => {
      if (ctx.actor.requiresTwoFactorSetup && !ctx.actor.mustChangePassword) throw forbidden('two_factor_setup_required')
      const refusal = await changePassword(ctx, params.id, body)
      return refusal instanceof AppError ? refusal : { message: message('password_changed', ctx.language) }
    },
  }),

  'POST /me/avatar': route({
    operationId: 'uploadOwnAvatar',
    summary: 'Upload own avatar: JPEG, PNG or WebP, 2 MB at most',
    access: 'admin',
    openDuring,
    upload: { maxBytes: avatarBytes },
    reply: OwnAdmin,
    errors: [409],
    emits: ['admin.updated'],
    transaction: 'own',
    run: async (ctx, { file }) => await asShown(ctx, await putOwnAvatar(ctx, file.bytes)),
  }),

  'DELETE /me/avatar': route({
    operationId: 'deleteOwnAvatar',
    summary: 'Remove own avatar',
    access: 'admin',
    openDuring,
    status: 204,
    emits: ['admin.updated'],
    transaction: 'own',
    run: async (ctx) => {
      await deleteOwnAvatar(ctx)
      return undefined
    },
  }),
}
