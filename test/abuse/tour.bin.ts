/** The calls of the tour in the area of the recycle bin. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/recycle-bin'

export async function tourBin({ call, token, mark }: Stop): Promise<void> {
  const { id } = await call('POST /api/v1/roles', { token, body: { name: `Binned ${mark}` } })
  await call('DELETE /api/v1/roles/:id', { token, id })
  await call(`GET ${at}`, { token, query: `?search=${mark}` })
  await call(`POST ${at}/:id/restore`, { token, id })
  await call('DELETE /api/v1/roles/:id', { token, id })
  await call(`DELETE ${at}/:id`, { token, id })
}
