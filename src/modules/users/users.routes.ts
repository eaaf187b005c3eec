import { avatarBytes } from '#accounts/pictures/stored-avatar.ts'
import { can } from '#http/access.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { createUser } from './users.actions.ts'
import { putUserAvatar } from './users.avatar.ts'
import { userList } from './users.list.ts'
import { getUser } from './users.queries.ts'
import { ChangeUser, NewUser, UserDetail } from './users.schema.ts'
import { updateUser } from './users.update.actions.ts'

/** Below /api/v1/users: end users, as admins see to them. */
export const userRoutes: Routes = {
  'GET /': route({
    operationId: 'listUsers',
    summary: 'Page of users of the own tenant and those below',
    access: can('users.view'),
    query: userList.querySchema,
    reply: userList.pageSchema,
    run: (ctx, { query }) => userList.read(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getUser',
    summary: 'One user',
    access: can('users.view'),
    params: ById,
    reply: UserDetail,
    run: (ctx, { params }) => getUser(ctx, params.id),
  }),

  'POST /': route({
    operationId: 'createUser',
    summary: 'Create a user',
    access: can('users.create'),
    body: NewUser,
    reply: UserDetail,
    status: 201,
    errors: [404, 409],
    location: (user) => `/api/v1/users/${user.id}`,
    emits: ['user.created'],
    transaction: 'own',
    run: (ctx, { body }) => createUser(ctx, body),
  }),

  'PUT /:id': route({
    operationId: 'updateUser',
    summary: 'Change a user',
    description: 'Another address or phone number is to be proved anew.',
    access: can('users.update'),
    params: ById,
    body: ChangeUser,
    reply: UserDetail,
    errors: [409],
    emits: ['user.updated'],
    run: (ctx, { params, body: { version, ...change }, exchange }) => updateUser(ctx, params.id, change, versionSent(version, exchange)),
  }),

  'PUT /:id/avatar': route({
    operationId: 'uploadUserAvatar',
    summary: 'Give a user an avatar: JPEG, PNG or WebP, 2 MB at most',
    description: '`If-Match` may name the version that it was made for: 409 `version_conflict` when the record moved on.',
    access: can('users.update'),
    params: ById,
    upload: { maxBytes: avatarBytes },
    reply: UserDetail,
    errors: [409],
    emits: ['user.updated'],
    transaction: 'own',
    run: (ctx, { params, file, exchange }) => putUserAvatar(ctx, params.id, file.bytes, versionSent(undefined, exchange)),
  }),
}
