/** The calls of the tour in the area of tenants. */
import type { TestApp } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import type { Call } from './tour.ts'

export interface Stop {
  readonly app: TestApp
  readonly call: Call
  /** Of the SuperAdmin. */
  readonly top: string
  /** Of the tenant's first admin. */
  readonly token: string
  readonly tenantId: string
  readonly adminId: string
  /** Appears in everything the tour makes. */
  readonly mark: string
  /** Notes a secret that was issued on the way, and gives it back. */
  readonly keep: <T extends string>(secret: T) => T
}

export async function tourTenants(stop: Stop): Promise<void> {
  await readTenants(stop)
  await changeTenants(stop)
}

async function changeTenants({ call, token, tenantId, mark }: Stop): Promise<void> {
  const below = { name: `Below ${mark}`, parentTenantId: tenantId }
  const { id } = await call('POST /api/v1/Tenants', { token, body: below })
  await call('PUT /api/v1/Tenants/:id', { token, id, body: { description: `Changed ${mark}`, status: 'Suspended', statusReason: mark } })
  await call('GET /api/v1/Tenants/:id/settings', { token, id })
  await call('PUT /api/v1/Tenants/:id/settings', { token, id, body: { companyName: `Company ${mark}`, language: 'ar' } })
  await call('POST /api/v1/Tenants/:id/logo', { token, id, ...leastUpload() })
  await call('DELETE /api/v1/Tenants/:id', { token, id, query: '?cascade=true' })
}

async function readTenants({ call, token, tenantId }: Stop): Promise<void> {
  for (const name of ['tree', 'myChildren', 'myTenantAndChildren', 'creation-permissions'])
    await call(`GET /api/v1/Tenants/${name}`, { token })
  for (const name of ['children', 'stats', 'descendant-count', 'admins'])
    await call(`GET /api/v1/Tenants/:id/${name}`, { token, id: tenantId })
  const { code } = await call('GET /api/v1/Tenants/:id', { token, id: tenantId })
  await call('GET /api/v1/public/workspace', { query: `?code=${code}` })
  await call('GET /api/v1/public/sign-in', { query: `?code=${code}&returnTo=/account` })
}
