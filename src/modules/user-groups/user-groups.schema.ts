import { z } from 'zod'
import { permissionNames } from '#core/permissions.ts'
import { exampleIds } from '#http/example-values.ts'
import { PermissionSlug } from '#http/permission-shapes.ts'
import { ByTenant, Id, named, recordShape, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

/** How many members and roles a group shows of itself; the counts beside them are of all. */
export const inDetail = { members: 1000, roles: 100 }
export const inList = { members: 5, roles: 5 }

/** As many as one group may have, and so as many as a request may name. */
const mostRoles = 100
const mostMembersAtOnce = 1000

export const OpaqueId = z.string().meta({ description: 'Opaque: always the same for the same record, and no UUID' })

const Member = named(
  'UserGroupMember',
  recordShape('admins', {
    adminId: Id,
    firstName: z.string(),
    lastName: z.string(),
    username: z.string().nullable(),
    email: z.string(),
    isActive: z.boolean(),
  }),
)

const GroupRole = named(
  'UserGroupRole',
  z.object({
    roleId: Id,
    nameEn: z.string(),
    nameAr: z.string().nullable(),
    code: z.string().meta({ description: 'Its name as names are compared' }),
    permissionCount: z.int(),
  }),
)

const Restriction = named('UserGroupRestriction', z.object({ permissionCode: z.string(), restrictedFields: z.array(z.string()) }))

const names = {
  id: OpaqueId,
  nameEn: z.string(),
  nameAr: z.string().nullable(),
  code: z.string(),
  isActive: z.boolean(),
}

export const Group = named(
  'UserGroup',
  recordShape('groups', {
    ...names,
    descriptionEn: z.string().nullable(),
    descriptionAr: z.string().nullable(),
    tenantId: OpaqueId.nullable().meta({ description: 'Opaque; null: belongs to the platform' }),
    tenantName: TenantName,
    memberCount: z.int(),
    members: z.array(Member).meta({
      description: `The first of them, by id: ${inDetail.members} in a record by itself, ${inList.members} in a list`,
    }),
    roleCount: z.int(),
    roles: z.array(GroupRole).meta({ description: `By name; in a list the first ${inList.roles}` }),
    restrictions: z.array(Restriction),
    createdAt: Timestamp,
    version: z.int(),
  }),
)

/** What a choice of groups needs. */
export const CompactGroup = named('UserGroupChoice', recordShape('groups', names))

const PathId = z.string().meta({ description: 'Opaque id of a group' })
export const ByGroup = z.object({ id: PathId })
export const OfGroup = z.object({ groupId: PathId })
export const OfGroupAndAdmin = z.object({ groupId: PathId, adminId: Id })
export const OfTenant = z.object({ tenantId: ByTenant.shape.id })

const distinct = (ids: readonly string[]): string[] => [...new Set(ids)]

export const NewMembers = named(
  'UserGroupMembersAddition',
  z.strictObject({ adminIds: z.array(Id).min(1).max(mostMembersAtOnce).transform(distinct) }),
  { adminIds: [exampleIds.otherAdmin] },
)

export const RoleIds = z.array(Id).max(mostRoles).transform(distinct)

export const NewRoles = named('UserGroupRolesChange', z.strictObject({ roleIds: RoleIds, version: BodyVersion }), {
  roleIds: [exampleIds.role],
  version: 3,
})

export const NewRestrictions = named(
  'UserGroupRestrictionsChange',
  z.strictObject({
    restrictions: z
      .array(z.strictObject({ permissionCode: PermissionSlug, restrictedFields: z.array(z.string().max(100)).max(100) }))
      .max(permissionNames.length)
      .meta({ description: 'All that there will be; each permission once, and granted to the tenant of the group' }),
    version: BodyVersion,
  }),
  { restrictions: [{ permissionCode: 'admins.view', restrictedFields: ['email'] }], version: 3 },
)
