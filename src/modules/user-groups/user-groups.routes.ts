import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { versionSent } from '#http/version.ts'
import { createGroup, deleteGroup, updateGroup } from './user-groups.actions.ts'
import { requireGroupId } from './user-groups.ids.ts'
import { compactGroupList, groupList, ownGroups, readGroupsOfTenant } from './user-groups.list.ts'
import { GroupChange, NewGroup, NewGroupHere } from './user-groups.new.schema.ts'
import { getGroup } from './user-groups.queries.ts'
import { ByGroup, Group, OfTenant } from './user-groups.schema.ts'

const locationOf = (group: { id: string }) => `/api/v1/UserGroups/${group.id}`

export const groupRoutes = {
  'GET /': route({
    operationId: 'listUserGroups',
    summary: 'Page of the groups of the own tenant; for the platform of the global ones',
    description: 'With `within` those of that tenant and of all below it.',
    access: can('groups.view'),
    query: groupList.querySchemaWithout('tenantId'),
    reply: groupList.pageSchema,
    run: (ctx, { query }) => groupList.read(ctx, query, ownGroups(ctx, query)),
  }),

  'GET /myTenantGroups': route({
    operationId: 'listUserGroupChoices',
    summary: 'The same groups in short, to choose from',
    access: can('groups.view'),
    query: compactGroupList.querySchemaWithout('tenantId'),
    reply: compactGroupList.pageSchema,
    run: (ctx, { query }) => compactGroupList.read(ctx, query, ownGroups(ctx, query)),
  }),

  'GET /byTenantId/:tenantId': route({
    operationId: 'listTenantUserGroups',
    summary: 'Page of the groups of one tenant',
    access: 'super-admin',
    params: OfTenant,
    query: groupList.querySchemaWithout('tenantId'),
    reply: groupList.pageSchema,
    run: (ctx, { params, query }) => readGroupsOfTenant(ctx, params.tenantId, query),
  }),

  'GET /:id': route({
    operationId: 'getUserGroup',
    summary: 'One group with its members, roles and restrictions',
    access: can('groups.view'),
    params: ByGroup,
    reply: Group,
    run: (ctx, { params }) => getGroup(ctx, requireGroupId(ctx, params.id)),
  }),

  'POST /': route({
    operationId: 'createUserGroup',
    summary: 'Create a group',
    access: can('groups.create'),
    body: NewGroup,
    reply: Group,
    status: 201,
    errors: [404, 409],
    location: locationOf,
    emits: ['group.created'],
    transaction: 'own',
    run: (ctx, { body }) => createGroup(ctx, body),
  }),

  'POST /createForMyTenant': route({
    operationId: 'createOwnTenantUserGroup',
    summary: "Create a group in the caller's own tenant",
    access: can('groups.create'),
    body: NewGroupHere,
    reply: Group,
    status: 201,
    errors: [404, 409],
    location: locationOf,
    emits: ['group.created'],
    transaction: 'own',
    run: (ctx, { body }) => createGroup(ctx, body),
  }),

  'PUT /:id': route({
    operationId: 'updateUserGroup',
    summary: 'Change what is sent of a group; its roles are replaced as a whole',
    access: can('groups.update'),
    params: ByGroup,
    body: GroupChange,
    reply: Group,
    errors: [409],
    emits: ['group.updated'],
    run: (ctx, { params, body: { version, ...wanted }, exchange }) =>
      updateGroup(ctx, requireGroupId(ctx, params.id), wanted, versionSent(version, exchange)),
  }),

  'DELETE /:id': route({
    operationId: 'deleteUserGroup',
    summary: 'Delete a group: it gives and restricts nothing any more',
    access: can('groups.delete'),
    params: ByGroup,
    status: 204,
    emits: ['group.deleted'],
    run: async (ctx, { params }) => {
      await deleteGroup(ctx, requireGroupId(ctx, params.id))
      return undefined
    },
  }),
}
