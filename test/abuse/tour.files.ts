/** The calls of the tour in the area of files. */
import { picture } from './picture.ts'
import type { Stop } from './tour.tenants.ts'

const at = '/api/v1/files'

export async function tourFiles({ call, token }: Stop): Promise<void> {
  const made = await call(`POST ${at}/upload`, { token, ...(await picture()) })
  await call(`GET ${at}`, { token })
  await call(`GET ${at}/:id`, { token, id: made.id })
  await call(`DELETE ${at}/:id`, { token, id: made.id })
}
