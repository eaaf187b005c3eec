/** The calls of the tour in the area of menus. */
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/menus'

export async function tourMenus({ call, token, mark }: Stop): Promise<void> {
  const made = await call(`POST ${at}`, { token, body: { titleEn: `Menu ${mark}`, titleAr: `قائمة ${mark}`, path: `/${mark}` } })
  await call(`GET ${at}`, { token })
  const { order } = await call(`PUT ${at}/:id`, { token, id: made.id, body: { icon: 'key' } })
  await call(`PUT ${at}/reorder`, { token, body: { items: [{ id: made.id, parentId: null, order: order + 1 }] } })
  await call(`DELETE ${at}/:id`, { token, id: made.id })
}
