/** The calls of the tour in the area of webhooks. */
import { startReceiver } from '../rig/receiver.ts'
import { addDelivery } from '../webhooks/rig.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/webhooks'

export async function tourWebhooks({ app, call, token, mark, keep }: Stop): Promise<void> {
  const { url } = await startReceiver()
  const body = { url: `${url}?of=${mark}`, events: ['admin.created', 'tenant.*'], description: `Webhook ${mark}` }
  const { id, secret } = await call(`POST ${at}`, { token, body })
  keep(secret)
  await call(`GET ${at}`, { token, query: `?search=${mark}` })
  await call(`GET ${at}/event-types`, { token })
  await call(`GET ${at}/:id`, { token, id })
  await call(`PUT ${at}/:id`, { token, id, body: { events: ['*'], isActive: false } })
  await call(`GET ${at}/:id/secret`, { token, id })
  keep((await call(`POST ${at}/:id/rotate-secret`, { token, id, body: { gracePeriodSeconds: 60 } })).secret)
  await call(`GET ${at}/:id/stats`, { token, id, query: '?range=7d' })
  const second = await addDelivery(app, id)
  await call(`GET ${at}/:id/logs`, { token, id })
  await call(`GET ${at}/:id/logs/:eventId`, { token, id, second })
  await call(`PUT ${at}/:id`, { token, id, body: { isActive: true } })
  await call(`POST ${at}/:id/test`, { token, id, body: { event: 'user.created' } })
  await call(`POST ${at}/:id/logs/:eventId/replay`, { token, id, second })
  await call(`POST ${at}/:id/replay`, { token, id, body: { status: ['Failed', 'Delivered'] } })
  await call(`DELETE ${at}/:id`, { token, id })
}
