import { type OwnProfile, ownProfile } from '#accounts/own-profile.ts'
import { changeOwnProfile } from '#accounts/own-profile-change.ts'
import { deleteOwnAvatar, putOwnAvatar } from '#accounts/pictures/own-avatar.ts'
import { avatarBytes } from '#accounts/pictures/stored-avatar.ts'
import { AppError, unauthenticated } from '#core/errors.ts'
import { message } from '#core/messages.ts'
import { knowPlaces } from '#db/live/known-tenants.ts'
import type { Context } from '#db/rows/context.ts'
import type { Limitation } from '#http/access.ts'
import { ChangeMe, ChangePassword } from '#http/person-fields.ts'
import { type Routes, route } from '#http/route.ts'
import { ById, Message } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { changePassword } from '#sign-in/password-change.ts'
import { OwnUser } from './users.me.schema.ts'

const openDuring: readonly Limitation[] = ['password_change']

/**
 * A user belongs to a tenant always; by its code a page finds out how that looks (`getSignInStart`).
 * @throws AppError 401 `session_revoked` for a tenant that was erased just now: its accounts are gone with it
 */
async function shown({ service }: Context, profile: OwnProfile) {
  const tenantId = profile.tenantId as string
  await knowPlaces(service, [tenantId])
  const tenant = service.tenants.node(tenantId)
  if (!tenant) throw unauthenticated('session_revoked', true)
  return { ...profile, tenantId, tenantCode: tenant.code }
}

/** Below /api/v1/Users: an end user's own profile and password. */
export const userMeRoutes: Routes = {
  'GET /me': route({
    operationId: 'getOwnUserProfile',
    summary: 'Own profile',
    access: 'user',
    openDuring,
    reply: OwnUser,
    run: async (ctx) => {
      const profile = await ownProfile(ctx)
      if (!profile) throw unauthenticated('session_revoked', true)
      return await shown(ctx, profile)
    },
  }),

  'PUT /me': route({
    operationId: 'updateOwnUserProfile',
    summary: 'Change own name or phone number',
    description: 'Another number is to be proved anew.',
    access: 'user',
    openDuring,
    body: ChangeMe,
    reply: OwnUser,
    errors: [409],
    emits: ['user.updated'],
    run: async (ctx, { body: { version, ...change }, exchange }) =>
      shown(ctx, (await changeOwnProfile(ctx, change, versionSent(version, exchange))).after),
  }),

  'POST /:id/change-password': route({
    operationId: 'changeOwnUserPassword',
    summary: 'Change own password',
    description: 'Ends all other sessions.',
    access: 'user',
    openDuring,
    params: ById,
    body: ChangePassword,
    reply: Message,
    errors: [423],
    emits: ['auth.password.changed', 'auth.reauthentication.failed', 'auth.account.locked'],
    transaction: 'own',
    run: async (ctx, { params, body }) => {
      const refusal = await changePassword(ctx, params.id, body)
      return refusal instanceof AppError ? refusal : { message: message('password_changed', ctx.language) }
    },
  }),

  'POST /me/avatar': route({
    operationId: 'uploadOwnUserAvatar',
    summary: 'Upload own avatar: JPEG, PNG or WebP, 2 MB at most',
    access: 'user',
    openDuring,
    upload: { maxBytes: avatarBytes },
    reply: OwnUser,
    errors: [409],
    emits: ['user.updated'],
    transaction: 'own',
    run: async (ctx, { file }) => shown(ctx, await putOwnAvatar(ctx, file.bytes)),
  }),

  'DELETE /me/avatar': route({
    operationId: 'deleteOwnUserAvatar',
    summary: 'Remove own avatar',
    access: 'user',
    openDuring,
    status: 204,
    emits: ['user.updated'],
    transaction: 'own',
    run: async (ctx) => {
      await deleteOwnAvatar(ctx)
      return undefined
    },
  }),
}
