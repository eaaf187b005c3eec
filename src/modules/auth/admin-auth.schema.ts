import { z } from 'zod'
import { Id } from '#http/shapes.ts'
import { DeviceInfo, Identifier, Password, TenantReference } from './sign-in.schema.ts'

export const AdminLogin = z.strictObject({
  identifier: Identifier,
  password: Password,
  tenantId: TenantReference.nullish(),
  isPlatformAdmin: z.boolean().nullish().meta({ description: 'True selects platform administration; not together with `tenantId`' }),
  deviceInfo: DeviceInfo.nullish(),
})

export const DiscoverWorkspaces = z.strictObject({ identifier: Identifier, password: Password })

export const Impersonate = z.strictObject({ reason: z.string().max(500).nullish() })

export const ByTokenId = z.object({ tokenId: Id })
