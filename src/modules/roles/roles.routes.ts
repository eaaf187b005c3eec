import { z } from 'zod'
import { permissionById } from '#core/permissions.ts'
import { rehearsedOrDone } from '#db/rows/rehearsal.ts'
import { can } from '#http/access.ts'
import { DryRunQuery } from '#http/bulk/dry-run.ts'
import { GrantedPermission } from '#http/permission-shapes.ts'
import { type Routes, route } from '#http/route.ts'
import { ById } from '#http/shapes.ts'
import { versionSent } from '#http/version.ts'
import { availablePermissions, describePermission } from '#modules/permissions/permissions.queries.ts'
import { changeRole, deleteRole } from './roles.change.actions.ts'
import { cloneRole, createRole } from './roles.create.actions.ts'
import { ownRoles, roleList } from './roles.list.ts'
import { replacePermissions, syncScopes } from './roles.permissions.actions.ts'
import { getRole } from './roles.queries.ts'
import { NewRole, Role, RoleChange, RoleCopy, RolePermissionsChange, RolePermissionsChanged, ScopesSynced } from './roles.schema.ts'

export const roleRoutes: Routes = {
  'GET /': route({
    operationId: 'listRoles',
    summary: "Page of the own tenant's roles; a platform admin's are the platform's",
    description: 'With `within` those of that tenant and of all below it.',
    access: can('roles.view'),
    query: roleList.querySchema,
    reply: roleList.pageSchema,
    run: (ctx, { query }) => ownRoles(ctx, query),
  }),

  'GET /my-tenant-roles': route({
    operationId: 'listOwnTenantRoles',
    summary: 'The same page',
    access: can('roles.view'),
    query: roleList.querySchema,
    reply: roleList.pageSchema,
    run: (ctx, { query }) => ownRoles(ctx, query),
  }),

  'GET /my-tenant-available-permissions': route({
    operationId: 'listOwnTenantAvailablePermissions',
    summary: 'What may be put into a role of the own tenant',
    description: '`restrictedFields`: those that are restricted for the whole tenant, whatever a role says.',
    access: can('roles.view'),
    reply: z.array(GrantedPermission),
    run: (ctx) => availablePermissions(ctx, ctx.actor.tenantId),
  }),

  'GET /:id': route({
    operationId: 'getRole',
    summary: 'One role',
    access: can('roles.view'),
    params: ById,
    reply: Role,
    run: (ctx, { params }) => getRole(ctx, params.id),
  }),

  'POST /': route({
    operationId: 'createRole',
    summary: 'Create a role',
    access: can('roles.manage'),
    body: NewRole,
    reply: Role,
    status: 201,
    errors: [404, 409],
    location: (role) => `/api/v1/roles/${role.id}`,
    emits: ['role.created', 'tenant.quota_near'],
    run: (ctx, { body }) => createRole(ctx, body),
  }),

  'PUT /:id': route({
    operationId: 'updateRole',
    summary: 'Change the name, description, menu items or default mark of a role',
    access: can('roles.manage'),
    params: ById,
    body: RoleChange,
    reply: Role,
    errors: [409],
    emits: ['role.updated'],
    run: (ctx, { params, body: { version, ...change }, exchange }) => changeRole(ctx, params.id, change, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteRole',
    summary: 'Delete a role that no admin and no group has',
    access: can('roles.manage'),
    params: ById,
    status: 204,
    errors: [409],
    emits: ['role.deleted'],
    run: async (ctx, { params }) => {
      await deleteRole(ctx, params.id)
      return undefined
    },
  }),

  'POST /:id/clone': route({
    operationId: 'cloneRole',
    summary: 'Copy a role with its permissions, restrictions and menu items',
    access: can('roles.manage'),
    params: ById,
    body: RoleCopy,
    reply: Role,
    status: 201,
    errors: [409],
    location: (role) => `/api/v1/roles/${role.id}`,
    emits: ['role.created', 'tenant.quota_near'],
    run: (ctx, { params, body }) => cloneRole(ctx, params.id, body),
  }),

  'PUT /:id/permissions': route({
    operationId: 'replaceRolePermissions',
    summary: 'Replace all permissions of a role',
    access: can('roles.manage'),
    params: ById,
    query: DryRunQuery,
    body: RolePermissionsChange,
    reply: RolePermissionsChanged,
    errors: [409],
    transaction: 'own',
    emits: ['role.permissions_changed'],
    run: (ctx, { params, query, body: { version, ...change }, exchange }) =>
      rehearsedOrDone(ctx, query.dryRun, (ctx) => replacePermissions(ctx, params.id, change, versionSent(version, exchange))),
  }),

  'GET /:id/permissions': route({
    operationId: 'listRolePermissions',
    summary: 'The permissions of a role',
    access: can('roles.view'),
    params: ById,
    reply: z.array(GrantedPermission),
    run: async (ctx, { params }) => {
      const { permissions } = await getRole(ctx, params.id)
      return permissions.map(({ id, restrictedFields }) => ({ ...describePermission(permissionById(id)!, ctx.language), restrictedFields }))
    },
  }),

  'POST /:id/sync-scopes': route({
    operationId: 'syncRoleScopes',
    summary: "Bring a role in line with its tenant's grant",
    description: 'Permissions that the tenant is not granted go; fields that its delegation restricts are restricted in the role too.',
    access: can('roles.manage'),
    params: ById,
    query: DryRunQuery,
    reply: ScopesSynced,
    errors: [409],
    transaction: 'own',
    emits: ['role.permissions_changed'],
    run: (ctx, { params, query }) => rehearsedOrDone(ctx, query.dryRun, (ctx) => syncScopes(ctx, params.id)),
  }),
}
