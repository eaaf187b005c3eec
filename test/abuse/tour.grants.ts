/** The calls of the tour in the area of grants. */
import type { Stop } from './tour.tenants.ts'

export async function tourGrants({ call, token }: Stop): Promise<void> {
  const [category] = await call('GET /api/v1/permissions', { token })
  await call('GET /api/v1/permissions/categories', { token })
  await call('GET /api/v1/permissions/available-for-tenant', { token })
  await call('GET /api/v1/permissions/:id', { token, id: category.permissions[0].id })
}
