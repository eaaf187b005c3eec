import { z } from 'zod'
import { type PermissionName, permissionById, permissionNames } from '#core/permissions.ts'
import { Id, named } from './shapes.ts'

/** The slug of one. */
export const PermissionSlug = named('PermissionName', z.enum(permissionNames as [PermissionName, ...PermissionName[]]))

/** One permission of the catalogue. */
export const PermissionItem = named(
  'Permission',
  z.object({
    id: Id,
    name: z.string().meta({ description: 'Slug `<category>.<action>`' }),
    description: z.string().meta({ description: 'In the language of the request' }),
    category: z.string().meta({ description: 'Slug of the category' }),
    restrictableFields: z.array(z.string()).meta({ description: 'Fields that a restriction of this permission may name' }),
  }),
)

/** A permission as a tenant is granted it, or a role gives it. */
export const GrantedPermission = named(
  'GrantedPermission',
  PermissionItem.extend({
    restrictedFields: z.array(z.string()).meta({ description: 'Fields that may be neither seen nor written under it' }),
    ownFields: z.array(z.string()).optional().meta({
      description:
        'Of a tenant below the caller’s: those that are restricted for it by its own grant. A change of that keeps what is sent back',
    }),
    inheritedFields: z.array(z.string()).optional().meta({
      description:
        'Of a tenant below the caller’s: those that are restricted for a tenant above it, and so for it, for as long as they are there',
    }),
  }),
)

const categoryOf = <P extends z.ZodType>(id: string, permission: P) =>
  named(
    id,
    z.object({
      name: z.string().meta({ description: 'In the language of the request' }),
      slug: z.string(),
      permissions: z.array(permission),
    }),
  )

export const PermissionCategory = categoryOf('PermissionCategory', PermissionItem)
export const GrantedCategory = categoryOf('GrantedPermissionCategory', GrantedPermission)

/** More than the catalogue will ever have. */
const mostPermissions = 500
const mostFields = 50

/** Permissions to be given, by id. Whether there are such is for `parsePermissionInput` of the permissions module to say: 404, as for any reference. */
export const PermissionIds = z.array(Id).max(mostPermissions)

/** Fields to be restricted, by the id of the permission. 400 for an unknown permission and for a field that can't be restricted. */
export const RestrictedFieldsById = z
  // in the spelling that was sent: of one id in two spellings both are counted
  .record(z.uuid(), z.array(z.string().max(100)).max(mostFields))
  .superRefine((map, { addIssue }) => {
    const problem = (path: (string | number)[], params: Record<string, string | number>) => addIssue({ code: 'custom', path, params })
    if (Object.keys(map).length > mostPermissions) return problem([], { code: 'too_many', maximum: mostPermissions })
    for (const [id, names] of Object.entries(map)) {
      const allowed = permissionById(id)?.restrictableFields
      if (!allowed) problem([id], { code: 'not_allowed_value' })
      const told = allowed && allowed.length > 0 ? { allowed: allowed.join(', ') } : {}
      for (const [at, name] of names.entries())
        if (allowed && !allowed.includes(name)) problem([id, at], { code: 'not_allowed_value', ...told })
    }
  })
  .meta({ description: 'Restricted fields by permission id' })

const GroupName = named('GroupReference', z.object({ id: z.string(), name: z.string() }))

const RoleName = named('OwnRole', z.object({ id: Id, name: z.string() }))
const Restriction = named('OwnRestriction', z.object({ permissionCode: z.string(), restrictedFields: z.array(z.string()) }))

/** What the caller may do, and what of it is restricted. */
export const MyPermissions = named(
  'OwnPermissions',
  z.object({
    permissions: z.array(z.string()),
    restrictions: z.array(Restriction),
    roles: z.array(RoleName),
    groups: z.array(GroupName),
  }),
)
