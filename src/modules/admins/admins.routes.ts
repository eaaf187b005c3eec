import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { createAdmin } from './admins.actions.ts'
import { adminList } from './admins.list.ts'
import { adminPermissions } from './admins.permissions.queries.ts'
import { getAdmin } from './admins.queries.ts'
import { AdminDetail, AdminPermissions, ChangeAdmin, NewAdmin } from './admins.schema.ts'
import { updateAdmin } from './admins.update.actions.ts'

export const adminRoutes = {
  'GET /': route({
    operationId: 'listAdmins',
    summary: 'Page of admins of the own tenant and those below',
    access: can('admins.view'),
    query: adminList.querySchema,
    reply: adminList.pageSchema,
    also: ['GET /api/v1/admin'],
    run: (ctx, { query }) => adminList.read(ctx, query),
  }),

  'GET /:id': route({
    operationId: 'getAdmin',
    summary: 'One admin',
    access: can('admins.view'),
    params: ById,
    reply: AdminDetail,
    also: ['GET /api/v1/admin/:id'],
    run: (ctx, { params }) => getAdmin(ctx, params.id),
  }),

  'GET /:id/permissions': route({
    operationId: 'getAdminPermissions',
    summary: 'What an admin may do, where each permission comes from, and what is withheld and why',
    description: 'Needs `roles.view` too.',
    access: can('admins.view'),
    params: ById,
    reply: AdminPermissions,
    run: (ctx, { params }) => adminPermissions(ctx, params.id),
  }),

  'POST /': route({
    operationId: 'createAdmin',
    summary: 'Create an admin',
    access: can('admins.create'),
    body: NewAdmin,
    reply: AdminDetail,
    status: 201,
    errors: [404, 409],
    location: (admin) => `/api/v1/admins/${admin.id}`,
    emits: ['admin.created', 'tenant.quota_near'],
    also: ['POST /api/v1/admin'],
    transaction: 'own',
    run: (ctx, { body }) => createAdmin(ctx, body),
  }),

  'PUT /:id': route({
    operationId: 'updateAdmin',
    summary: 'Change an admin',
    description: 'Never the own e-mail address, role or state; those of the SuperAdmin are for nobody to change here.',
    access: can('admins.update'),
    params: ById,
    body: ChangeAdmin,
    reply: AdminDetail,
    errors: [409],
    emits: ['admin.updated', 'admin.activated', 'admin.deactivated'],
    also: ['PUT /api/v1/admin/:id'],
    run: (ctx, { params, body: { version, ...change }, exchange }) => updateAdmin(ctx, params.id, change, versionSent(version, exchange)),
  }),
}
