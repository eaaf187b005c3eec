/** The calls of the tour in which admins see to end users. */
import { leastUpload, linesOf } from '../least-body.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/users'

export async function tourUserAdmin({ call, token, mark }: Stop): Promise<void> {
  const person = { username: `user.${mark}`, email: `user-${mark}@example.test`, firstName: `User ${mark}`, lastName: mark }
  const { id } = await call(`POST ${at}`, { token, body: person })
  await call(`GET ${at}`, { token, query: `?search=${mark}` })
  await call(`GET ${at}/:id`, { token, id })
  await call(`PUT ${at}/:id`, { token, id, body: { email: `moved-${mark}@example.test`, lastName: `Moved ${mark}`, isActive: false } })
  await call(`PUT ${at}/:id/block`, { token, id, body: { reason: `Reason ${mark}` } })
  await call(`PUT ${at}/:id/block`, { token, id, body: { isBlocked: false } })
  await call(`PUT ${at}/:id/avatar`, { token, id, ...leastUpload() })
  await call(`POST ${at}/:id/unlock`, { token, id })
  await call(`POST ${at}/:id/reset-password`, { token, id })
  await call(`POST ${at}/:id/reset-2fa`, { token, id })
  await call(`GET ${at}/:id/sessions`, { token, id })
  await call(`POST ${at}/:id/sessions/revoke-all`, { token, id })
  await call(`DELETE ${at}/:id`, { token, id })
  await call(`POST ${at}/import`, { token, ...linesOf([{ email: `import-${mark}@example.test`, firstName: `Import ${mark}` }]) })
}
