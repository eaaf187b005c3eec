/** The calls of the tour in the area of a tenant's identity providers. */
import { someIssuer } from '../rig/issuer.ts'
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/Tenants/:id/identity-providers'

export async function tourIdentityProviders({ call, token, tenantId: id, mark, keep }: Stop): Promise<void> {
  const { url: issuer } = await someIssuer()
  const body = { name: 'acme-sso', displayName: `Of ${mark}`, issuer, clientId: 'tenantry', clientSecret: keep(`between them ${mark}`) }
  const { id: second } = await call(`POST ${area}`, { token, id, body })
  await call(`PUT ${area}/:providerId`, { token, id, second, body: { isActive: false } })
  await call(`GET ${area}`, { token, id })
  await call(`DELETE ${area}/:providerId`, { token, id, second })
}
