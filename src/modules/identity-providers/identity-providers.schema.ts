import { z } from 'zod'
import { globalProviderNames } from '#core/identity-provider.ts'
import { oneLine } from '#http/person-fields.ts'
import { Id, named, recordShape, TenantName, Timestamp } from '#http/shapes.ts'
import { BodyVersion } from '#http/version.ts'

export const ByProvider = z.object({ id: Id, providerId: Id })

const name = z
  .string()
  .regex(/^[a-z][a-z0-9-]{1,30}$/)
  .refine((text) => !globalProviderNames.includes(text), { params: { code: 'not_allowed_value' } })
  .meta({
    description: 'What stands for `{provider}` in `login/{provider}`; unique in the tenant, and not google, apple, microsoft or facebook',
  })
const displayName = oneLine(100).meta({ description: 'On the button of a login page' })
const issuer = z.string().max(500).meta({
  description:
    'As the provider writes it in its tokens. Its discovery document is read when it is set; another issuer ends the links made by the old one',
})
const clientId = oneLine(300).meta({ description: 'Who the service is there; another one ends the links made by the old one' })
const clientSecret = oneLine(500).nullable().meta({ description: 'Never shown; null for a public client' })
const scopes = z
  .array(z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/))
  .min(1)
  .max(20)
  .refine((all) => all.includes('openid'), { params: { code: 'not_allowed_value' } })
  .meta({ description: '`openid` among them (OpenID Connect Core 1.0, section 3.1.2.1)' })
const trustEmail = z.boolean().meta({
  description:
    'Whether an address counts as proved where the provider says `email_verified`: it then opens the user of this tenant who proved the same one',
})

export const NewIdentityProvider = named(
  'NewIdentityProvider',
  z.strictObject({
    name,
    displayName,
    issuer,
    clientId,
    clientSecret: clientSecret.optional(),
    scopes: scopes.optional(),
    trustEmail: trustEmail.optional(),
    isActive: z.boolean().optional(),
  }),
  {
    name: 'acme-sso',
    displayName: 'Acme single sign-on',
    issuer: 'https://login.acme.example',
    clientId: 'tenantry',
    clientSecret: 'kept between them',
  },
)

export const ChangeIdentityProvider = named(
  'ChangeIdentityProvider',
  z.strictObject({
    displayName: displayName.optional(),
    issuer: issuer.optional(),
    clientId: clientId.optional(),
    clientSecret: clientSecret.optional(),
    scopes: scopes.optional(),
    trustEmail: trustEmail.optional(),
    isActive: z.boolean().optional(),
    version: BodyVersion,
  }),
  { displayName: 'Acme sign-in', isActive: false, version: 1 },
)

const fields = {
  id: Id,
  tenantId: Id,
  name: z.string(),
  displayName: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  hasClientSecret: z.boolean(),
  scopes: z.array(z.string()),
  trustEmail: z.boolean(),
  isActive: z.boolean(),
  version: z.int(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
}

export const IdentityProvider = named('IdentityProvider', z.object(fields))
export const IdentityProviderList = named(
  'IdentityProviders',
  recordShape('tenants', { tenantId: Id, tenantName: TenantName, identityProviders: z.array(IdentityProvider) }),
)
