import { z } from 'zod'
import { examplePassword } from '#http/example-values.ts'
import { named } from '#http/shapes.ts'
import { DeviceInfo, Identifier, Password, TenantReference } from './sign-in.schema.ts'

export const AdminLogin = named(
  'SignIn',
  z.strictObject({
    identifier: Identifier,
    password: Password,
    tenantId: TenantReference.nullish(),
    isPlatformAdmin: z.boolean().nullish().meta({ description: 'True selects platform administration; not together with `tenantId`' }),
    deviceInfo: DeviceInfo.nullish(),
  }),
  { identifier: 'superadmin@tenantry.local', password: examplePassword, isPlatformAdmin: true },
)

export const DiscoverWorkspaces = named('WorkspaceDiscovery', z.strictObject({ identifier: Identifier, password: Password }), {
  identifier: 'sara@acme.example',
  password: examplePassword,
})

export const Impersonate = named('Impersonation', z.strictObject({ reason: z.string().max(500).nullish() }), { reason: 'Ticket 4711' })
