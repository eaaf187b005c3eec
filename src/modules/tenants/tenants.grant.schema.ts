import { z } from 'zod'
import { PermissionIds, RestrictedFieldsById } from '#http/permission-shapes.ts'
import { BodyVersion } from '#http/version.ts'

export const GrantChange = z.strictObject({
  permissionIds: PermissionIds.meta({ description: 'All that the tenant is granted from now on' }),
  restrictedFields: RestrictedFieldsById.optional().meta({
    description: 'All that is restricted of it for the tenant and those below, by permission id; left out: as it is; `{}`: nothing',
  }),
  version: BodyVersion,
})

export const GrantChanged = z.object({
  message: z.string(),
  totalPermissions: z.int().meta({ description: 'How many the tenant is granted now' }),
  affectedTenants: z.int().meta({ description: 'How many tenants were changed, deleted ones and this one included' }),
  affectedRoles: z.int().meta({ description: 'How many roles lost something, deleted ones included' }),
})
