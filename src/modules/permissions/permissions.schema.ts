import { z } from 'zod'
import { Id } from '#http/shapes.ts'

const Named = z.object({ id: z.string(), name: z.string() })

/** What the caller may do, and what of it is restricted. */
export const MyPermissions = z.object({
  permissions: z.array(z.string()),
  restrictions: z.array(z.object({ permissionCode: z.string(), restrictedFields: z.array(z.string()) })),
  roles: z.array(Named.extend({ id: Id })),
  groups: z.array(Named),
})
