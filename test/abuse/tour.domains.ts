/** The calls of the tour in the area of domains. */
import { proveDomain } from '../domains/proving.ts'
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/Tenants/:id/domains'

export async function tourDomains({ app, call, token, tenantId: id, mark }: Stop): Promise<void> {
  const claim = async (name: string) => (await call(`POST ${area}`, { token, id, body: { domainName: `${name}.${mark}.example.test` } })).id
  const second = await claim('login')
  await call(`POST ${area}/:domainId/verify`, { token, id, second })
  await proveDomain(app, second)
  await call(`PUT ${area}/:domainId/primary`, { token, id, second })
  await call(`GET ${area}`, { token, id })
  await call('GET /api/v1/public/workspace', { query: `?domain=login.${mark}.example.test` })
  await call(`DELETE ${area}/:domainId`, { token, id, second: await claim('gone') })
}
