import { z } from 'zod'
import { type PermissionName, permissionById, permissionNames } from '#core/permissions.ts'
import { Id } from '#http/shapes.ts'
import { reasons } from '#identity/explanation.ts'

const Named = z.object({ id: z.string(), name: z.string() })

/** What the caller may do, and what of it is restricted. */
export const MyPermissions = z.object({
  permissions: z.array(z.string()),
  restrictions: z.array(z.object({ permissionCode: z.string(), restrictedFields: z.array(z.string()) })),
  roles: z.array(Named.extend({ id: Id })),
  groups: z.array(Named),
})

const fields = {
  id: Id,
  name: z.string().meta({ description: 'Slug `<category>.<action>`' }),
  description: z.string().meta({ description: 'In the language of the request' }),
  category: z.string().meta({ description: 'Slug of the category' }),
  restrictableFields: z.array(z.string()).meta({ description: 'Fields that a restriction of this permission may name' }),
}
const titles = { name: z.string().meta({ description: 'In the language of the request' }), slug: z.string() }

/** One permission of the catalogue. */
export const PermissionItem = z.object(fields)
export const PermissionCategory = z.object({ ...titles, permissions: z.array(PermissionItem) })

/** One permission as a tenant is granted it. */
export const GrantedPermission = z.object({
  ...fields,
  restrictedFields: z.array(z.string()).meta({ description: 'Restricted for the whole tenant, by itself or by a tenant above it' }),
})
export const GrantedCategory = z.object({ ...titles, permissions: z.array(GrantedPermission) })

/** More than the catalogue will ever have. */
const mostPermissions = 500
const mostFields = 50

/** Permissions to be given, by id; unknown ones are for `permissionsOfIds` to refuse. */
export const PermissionIds = z.array(Id).max(mostPermissions)

/** Fields to be restricted, by the id of the permission. Throws 400 for an unknown permission and for a field that can't be restricted. */
export const RestrictedFieldsById = z
  // in the spelling that was sent: of one id in two spellings both are counted
  .record(z.uuid(), z.array(z.string().max(100)).max(mostFields))
  .superRefine((map, { addIssue }) => {
    const problem = (path: (string | number)[], params: Record<string, string>) => addIssue({ code: 'custom', path, params })
    if (Object.keys(map).length > mostPermissions) return problem([], { code: 'too_many' })
    for (const [id, names] of Object.entries(map)) {
      const permission = permissionById(id)
      if (!permission) {
        problem([id], { code: 'not_allowed_value' })
        continue
      }
      const allowed = permission.restrictableFields
      for (const [at, name] of names.entries()) if (!allowed.includes(name)) problem([id, at], { code: 'not_allowed_value' })
    }
  })
  .meta({ description: 'Restricted fields by permission id' })

export const AvailableQuery = z.strictObject({
  tenantId: z.string().max(100).optional().meta({ description: "The caller's own when left out; a platform admin's is the platform" }),
})

export const ExplainQuery = z.strictObject({
  adminId: z.string().max(100).optional().meta({ description: 'The caller when left out; anybody else needs `admins.view` too' }),
  permission: z.enum(permissionNames as [PermissionName, ...PermissionName[]]).meta({ description: 'Slug' }),
})

const Step = z.object({
  source: z.enum(['role', 'group', 'tenant', 'platform']),
  effect: z.enum(['gives', 'withholds', 'restricts']),
  reason: z.enum(reasons),
  id: z.string().nullable().meta({ description: 'Of the role, group or tenant; null for what lies above the own tenant' }),
  name: z.string().nullable(),
  via: Named.nullable().meta({ description: 'The group that brings the role' }),
  restrictedFields: z.array(z.string()),
})

export const Explanation = z.object({
  allowed: z.boolean().meta({ description: 'Whether a role gives the permission and the tenant is granted it' }),
  restrictedFields: z.array(z.string()).meta({ description: 'What is restricted of it in the end' }),
  chain: z.array(Step).meta({ description: 'Roles and groups first, then the tenant and those above it as far as the caller sees' }),
})
