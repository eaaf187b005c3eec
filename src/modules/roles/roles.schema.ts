import { z } from 'zod'
import { longestNameKey, nameKey } from '#core/text/name-key.ts'
import { exampleIds } from '#http/example-values.ts'
import { GrantedPermission, PermissionIds, RestrictedFieldsById } from '#http/permission-shapes.ts'
import { plainLine } from '#http/person-fields.ts'
import { Id, named, recordShape, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

export const Role = named(
  'Role',
  recordShape('roles', {
    id: Id,
    name: z.string(),
    description: z.string().nullable(),
    isDefault: z.boolean(),
    isSystem: z.boolean().meta({ description: "Belongs to the service: can't be changed or deleted" }),
    adminCount: z.int().meta({ description: 'Admins that have it directly' }),
    permissions: z
      .array(named('RolePermission', GrantedPermission.pick({ id: true, name: true, category: true, restrictedFields: true })))
      .meta({ description: 'In the order of the catalogue' }),
    menuItems: z
      .array(named('RoleMenuItem', z.object({ id: Id, title: z.string(), isVisible: z.boolean() })))
      .meta({ description: 'What its holders are shown; never a right' }),
    tenantId: Id.nullable().meta({ description: 'Null: a role of the platform' }),
    tenantName: TenantName,
    createdAt: Timestamp,
    version: z.int(),
  }),
)

const mostMenuItems = 1000

/** What can't be seen is not refused here: a name that differs in it alone is the same name, and that is what its sender is told. */
const RoleName = plainLine(100)
  .refine((name) => nameKey(name) !== '', { params: { code: 'format' } })
  .refine((name) => nameKey(name).length <= longestNameKey, { params: { code: 'too_long', maximum: longestNameKey } })
const Description = z.string().trim().max(1000).nullable().optional()
const MenuItemIds = z.array(Id).max(mostMenuItems).optional().meta({ description: "The role's tenant's or the platform's; never a right" })

export const NewRole = named(
  'NewRole',
  z.strictObject({
    name: RoleName.meta({ description: "Unique in the tenant, and none of the seeded roles' names" }),
    description: Description,
    permissionIds: PermissionIds.default([]),
    restrictedFields: RestrictedFieldsById.optional(),
    menuItemIds: MenuItemIds,
    isDefault: z.boolean().default(false).meta({ description: 'Taken from the role that was it' }),
    tenantId: Id.nullable().optional().meta({ description: "The caller's own when left out; a platform admin's is the platform" }),
  }),
  {
    name: 'Helpdesk',
    description: 'Sees admins without their addresses',
    permissionIds: [exampleIds.permission],
    restrictedFields: { [exampleIds.permission]: ['email'] },
  },
)

export const RoleChange = named(
  'RoleChange',
  z.strictObject({
    name: RoleName.optional(),
    description: Description,
    menuItemIds: MenuItemIds,
    isDefault: z.boolean().optional(),
    version: BodyVersion,
  }),
  { description: 'Sees admins, not their addresses', version: 3 },
)

export const RoleCopy = named(
  'RoleCopy',
  z.strictObject({ name: RoleName.optional().meta({ description: '"Copy of …" when left out' }) }),
  { name: 'Helpdesk at night' },
)

export const RolePermissionsChange = named(
  'RolePermissionsChange',
  z.strictObject({
    permissionIds: PermissionIds.meta({ description: 'All that the role gives from now on' }),
    restrictedFields: RestrictedFieldsById.optional().meta({
      description: 'Replaces all restrictions; left out, permissions that stay keep theirs',
    }),
    version: BodyVersion,
  }),
  { permissionIds: [exampleIds.permission], restrictedFields: { [exampleIds.permission]: ['email'] }, version: 3 },
)

export const RolePermissionsChanged = named(
  'RolePermissionsChanged',
  z.object({
    message: z.string(),
    totalPermissions: z.int(),
    restrictedFieldsCount: z.int().meta({ description: 'Over all permissions' }),
  }),
)

export const ScopesSynced = named(
  'RoleScopesSynced',
  z.object({
    message: z.string(),
    removedPermissions: z.array(z.string()).meta({ description: 'Names of permissions that the tenant is not granted' }),
    addedRestrictedFields: z.record(z.string(), z.array(z.string())).meta({ description: 'By name of the permission' }),
  }),
)
