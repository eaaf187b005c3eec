import { z } from 'zod'
import { exampleIds } from '#http/example-values.ts'
import { PermissionIds, RestrictedFieldsById } from '#http/permission-shapes.ts'
import { named } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

export const GrantChange = named(
  'GrantChange',
  z.strictObject({
    permissionIds: PermissionIds.meta({ description: 'All that the tenant is granted from now on' }),
    restrictedFields: RestrictedFieldsById.optional().meta({
      description:
        'All that is restricted of it for the tenant and those below, by permission id; left out: as it is; `{}`: nothing. A permission ' +
        'that is granted anew and has no key here is restricted as it was when it was taken; `[]` ends that',
    }),
    version: BodyVersion,
  }),
  { permissionIds: [exampleIds.permission], restrictedFields: { [exampleIds.permission]: ['email'] }, version: 3 },
)

export const GrantChanged = named(
  'GrantChanged',
  z.object({
    message: z.string(),
    totalPermissions: z.int().meta({ description: 'How many the tenant is granted now' }),
    affectedTenants: z.int().meta({ description: 'How many tenants were changed, deleted ones and this one included' }),
    affectedRoles: z.int().meta({ description: 'How many roles lost something, deleted ones included' }),
  }),
)
