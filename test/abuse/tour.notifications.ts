/** The calls of the tour in the area of notifications. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/notifications'

export async function tourNotifications({ call, token, adminId, mark, keep }: Stop): Promise<void> {
  const body = { targets: [{ type: 'admin', id: adminId }], title: `Told ${mark}`, body: `About ${mark}`, link: '/webhooks' }
  await call(`POST ${at}`, { token, body })
  await call(`GET ${at}/search-targets`, { token, query: `?q=${mark}` })
  await call(`GET ${at}/unread-count`, { token })
  const { ticket } = await call(`POST ${at}/stream-ticket`, { token })
  await call(`GET ${at}/stream`, { query: `?ticket=${keep(ticket)}` })
  await call(`GET ${at}/stream`, { token })
  const { items } = await call(`GET ${at}`, { token, query: '?isRead=false' })
  await call(`PUT ${at}/:id/read`, { token, id: items[0].id })
  await call(`PUT ${at}/:id/unread`, { token, id: items[0].id })
  await call(`PUT ${at}/read-all`, { token })
  await call(`DELETE ${at}/:id`, { token, id: items[0].id })
}
