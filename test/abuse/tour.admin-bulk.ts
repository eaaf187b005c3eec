/** The calls of the tour that move many admins at once. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/Admins'

export async function tourAdminBulk({ call, token, mark }: Stop): Promise<void> {
  const [{ role }] = (await call(`GET ${at}`, { token })).items
  const body = { email: `many-${mark}@example.test`, firstName: `Many ${mark}`, lastName: mark, roleId: role.id }
  const { id } = await call(`POST ${at}`, { token, body })
  for (const move of ['deactivate', 'activate']) await call(`POST ${at}/bulk-${move}`, { token, body: { ids: [id] } })
  await call(`POST ${at}/bulk-delete-all`, { token, body: { filter: { search: `many-${mark}` }, dryRun: true } })
  await call(`POST ${at}/bulk-delete`, { token, body: { ids: [id] } })
}
