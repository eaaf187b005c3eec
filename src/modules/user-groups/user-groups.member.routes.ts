import { can } from '#http/access.ts'
import { route } from '#http/route.ts'
import { versionSent } from '#http/version.ts'
import { mostGroupsOfAdmin } from '#rights/permission-sources.ts'
import { requireGroupId } from './user-groups.ids.ts'
import { addMembers, removeMember } from './user-groups.member.actions.ts'
import { replaceRestrictions } from './user-groups.restrictions.actions.ts'
import { replaceRoles } from './user-groups.roles.actions.ts'
import { Group, NewMembers, NewRestrictions, NewRoles, OfGroup, OfGroupAndAdmin } from './user-groups.schema.ts'

export const groupMemberRoutes = {
  'POST /:groupId/members': route({
    operationId: 'addUserGroupMembers',
    summary: 'Put admins into a group; who is in it already stays',
    description: `All of them or none: 404 when one is unknown or not of the tenant of the group. An admin is in ${mostGroupsOfAdmin} groups at most, those of the recycle bin counted: else 409 \`quota_exceeded\`.`,
    access: can('groups.update'),
    params: OfGroup,
    body: NewMembers,
    reply: Group,
    errors: [409],
    emits: ['group.members_added'],
    run: (ctx, { params, body }) => addMembers(ctx, requireGroupId(ctx, params.groupId), body.adminIds),
  }),

  'DELETE /:groupId/members/:adminId': route({
    operationId: 'removeUserGroupMember',
    summary: 'Take an admin out of a group; roles of their own stay theirs',
    access: can('groups.update'),
    params: OfGroupAndAdmin,
    status: 204,
    emits: ['group.member_removed'],
    run: async (ctx, { params }) => {
      await removeMember(ctx, requireGroupId(ctx, params.groupId), params.adminId)
      return undefined
    },
  }),

  'PUT /:groupId/roles': route({
    operationId: 'replaceUserGroupRoles',
    summary: 'Replace all roles of a group',
    access: can('groups.update'),
    params: OfGroup,
    body: NewRoles,
    reply: Group,
    errors: [409],
    emits: ['group.roles_changed'],
    run: (ctx, { params, body, exchange }) =>
      replaceRoles(ctx, requireGroupId(ctx, params.groupId), body.roleIds, versionSent(body.version, exchange)),
  }),

  'PUT /:groupId/restrictions': route({
    operationId: 'replaceUserGroupRestrictions',
    summary: 'Replace all field restrictions of a group',
    description: 'They hold for every member, whatever gives the permission, as long as the group is active.',
    access: can('groups.update'),
    params: OfGroup,
    body: NewRestrictions,
    reply: Group,
    errors: [409],
    emits: ['group.restrictions_changed'],
    run: (ctx, { params, body, exchange }) =>
      replaceRestrictions(ctx, requireGroupId(ctx, params.groupId), body.restrictions, versionSent(body.version, exchange)),
  }),
}
