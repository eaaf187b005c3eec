/** The calls of the tour in the area of tenants. */
import type { Call } from './tour.ts'

export interface Stop {
  readonly call: Call
  /** Of the SuperAdmin. */
  readonly top: string
  /** Of the tenant's first admin. */
  readonly token: string
  readonly tenantId: string
  readonly adminId: string
  /** Appears in everything the tour makes. */
  readonly mark: string
}

export async function tourTenants(stop: Stop): Promise<void> {
  await readTenants(stop)
}

async function readTenants({ call, token, tenantId }: Stop): Promise<void> {
  for (const name of ['tree', 'myChildren', 'myTenantAndChildren', 'creation-permissions']) await call(`GET /api/v1/Tenants/${name}`, { token })
  for (const name of ['children', 'stats', 'descendant-count', 'admins'])
    await call(`GET /api/v1/Tenants/:id/${name}`, { token, id: tenantId })
  const { code } = await call('GET /api/v1/Tenants/:id', { token, id: tenantId })
  await call('GET /api/v1/public/workspace', { query: `?code=${code}` })
}
