/** The calls of the tour in the area of grants. */
import type { Stop } from './tour.tenants.ts'

export async function tourGrants({ call, top, token, tenantId, adminId }: Stop): Promise<void> {
  const [category] = await call('GET /api/v1/permissions', { token })
  await call('GET /api/v1/permissions/categories', { token })
  await call('GET /api/v1/permissions/available-for-tenant', { token })
  await call('GET /api/v1/permissions/:id', { token, id: category.permissions[0].id })
  await call('GET /api/v1/permissions/explain', { token, query: `?adminId=${adminId}&permission=users.view` })

  const granted: { id: string }[] = await call('GET /api/v1/Tenants/:id/permissions', { token, id: tenantId })
  await call('GET /api/v1/Tenants/:id/permissions/grouped', { token, id: tenantId })
  const permissionIds = granted.map(({ id }) => id)
  await call('PUT /api/v1/Tenants/:id/permissions', { token: top, id: tenantId, body: { permissionIds: permissionIds.slice(1) } })
  await call('PUT /api/v1/Tenants/:id/permissions', { token: top, id: tenantId, body: { permissionIds } })
}
