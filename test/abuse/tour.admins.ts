/** The calls of the tour in the area of admins: lifecycle, bulk, protection, transfer. */
import { randomUUID } from 'node:crypto'
import { platformViewerRoleId } from '#core/platform-roles.ts'
import { superAdmin } from '../harness.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/Admins'

export async function tourAdmins(stop: Stop): Promise<void> {
  await changeAccountState(stop)
  await actAs(stop)
  await handOver(stop)
}

async function changeAccountState({ call, token, mark }: Stop): Promise<void> {
  const [{ role }] = (await call(`GET ${at}`, { token })).items
  const person = { email: `moved-${mark}@example.test`, firstName: `Moved ${mark}`, lastName: mark, roleId: role.id }
  const { id } = await call(`POST ${at}`, { token, body: person })
  await call(`PUT ${at}/:id`, { token, id, body: { email: `again-${mark}@example.test`, phoneNumber: '+4915112345679' } })
  await call(`GET ${at}/:id/permissions`, { token, id })
  await call(`POST ${at}/:id/deactivate`, { token, id })
  await call(`POST ${at}/:id/activate`, { token, id })
  await call(`POST ${at}/:id/block`, { token, id, body: {} })
  await call(`POST ${at}/:id/unblock`, { token, id })
  await call(`POST ${at}/:id/unlock`, { token, id })
  await call(`POST ${at}/:id/reset-2fa`, { token, id })
  await call(`GET ${at}/:id/sessions`, { token, id })
  await call(`POST ${at}/:id/sessions/revoke-all`, { token, id })
  await call('GET /api/v1/search', { token, query: `?q=${mark}` })
  await call(`POST ${at}/:id/reset-password`, { token, id })
  await call(`DELETE ${at}/:id`, { token, id })
}

async function actAs({ call, top, adminId, mark, keep }: Stop): Promise<void> {
  const acting = await call(`POST ${at}/:id/impersonate`, { token: top, id: adminId, body: { reason: `Reason ${mark}` } })
  const back = await call(`POST ${at}/stop-impersonation`, { token: keep(acting.accessToken) })
  for (const secret of [acting.refreshToken, back.accessToken, back.refreshToken]) keep(secret)
  for (let times = 0; times < 2; times++) await call(`POST ${at}/:id/protect`, { token: top, id: adminId, body: {} })
}

/** There and back again: the rest of the tour needs the SuperAdmin it began with. */
async function handOver({ call, top, mark, keep }: Stop): Promise<void> {
  const { id: topId } = await call(`GET ${at}/me`, { token: top })
  const password = keep(`a password of ${randomUUID()}`)
  const person = { email: `heir-${mark}@example.test`, firstName: `Heir ${mark}`, lastName: mark, roleId: platformViewerRoleId, password }
  const { id } = await call(`POST ${at}`, { token: top, body: person })
  const body = { identifier: person.email, password, isPlatformAdmin: true }
  const { accessToken, refreshToken } = await call('POST /api/v1/auth/admin/login', { body })
  for (const secret of [accessToken, refreshToken]) keep(secret)
  await call(`POST ${at}/:id/transfer`, { token: top, id, body: { password: superAdmin.password } })
  await call(`POST ${at}/:id/transfer`, { token: accessToken, id: topId, body: { password } })
}
