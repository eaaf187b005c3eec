/** The calls of the tour in the area of roles. */
import { permissionCatalogue } from '#core/permissions.ts'
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/roles'

export async function tourRoles({ call, token, tenantId, mark }: Stop): Promise<void> {
  const view = permissionCatalogue.find(({ name }) => name === 'admins.view')!.id
  await call(`GET ${area}/my-tenant-available-permissions`, { token })
  const body = { name: `Role ${mark}`, description: `About ${mark}`, permissionIds: [view], restrictedFields: { [view]: ['email'] } }
  const { id } = await call(`POST ${area}`, { token, body })
  await call(`GET ${area}/:id`, { token, id })
  await call(`PUT ${area}/:id`, { token, id, body: { description: `More about ${mark}` } })
  await call(`PUT ${area}/:id/permissions`, { token, id, body: { permissionIds: [view], restrictedFields: { [view]: ['phoneNumber'] } } })
  await call(`GET ${area}/:id/permissions`, { token, id })
  await call(`POST ${area}/:id/sync-scopes`, { token, id })
  const copy = await call(`POST ${area}/:id/clone`, { token, id, body: { name: `Copy ${mark}` } })
  await call(`DELETE ${area}/:id`, { token, id: copy.id })
  await call(`GET ${area}`, { token })
  await call(`GET ${area}/my-tenant-roles`, { token })
  await call('GET /api/v1/Tenants/:id/roles', { token, id: tenantId })
}
