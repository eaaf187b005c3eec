/** The calls of the tour in the area of admins: lifecycle, bulk, protection, transfer. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/Admins'

export async function tourAdmins({ call, token, mark }: Stop): Promise<void> {
  const [{ role }] = (await call(`GET ${at}`, { token })).items
  const person = { email: `moved-${mark}@example.test`, firstName: `Moved ${mark}`, lastName: mark, roleId: role.id }
  const { id } = await call(`POST ${at}`, { token, body: person })
  await call(`PUT ${at}/:id`, { token, id, body: { email: `again-${mark}@example.test`, phoneNumber: '+4915112345679' } })
  await call(`POST ${at}/:id/deactivate`, { token, id })
  await call(`POST ${at}/:id/activate`, { token, id })
  await call(`POST ${at}/:id/block`, { token, id, body: {} })
  await call(`POST ${at}/:id/unblock`, { token, id })
  await call(`POST ${at}/:id/unlock`, { token, id })
  await call(`POST ${at}/:id/reset-password`, { token, id })
  await call(`DELETE ${at}/:id`, { token, id })
}
