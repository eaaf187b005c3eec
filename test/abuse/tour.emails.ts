/** The calls of the tour in the area of mails. */
import { addMail } from '../emails/rig.ts'
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/emails'

export async function tourEmails({ app, call, token, tenantId, mark }: Stop): Promise<void> {
  const id = await addMail(app, tenantId, { subject: `About ${mark}` })
  await call(`GET ${area}`, { token })
  await call(`GET ${area}/:id`, { token, id })
  await call(`GET ${area}/stats`, { token })
  await call(`GET ${area}/search-recipients`, { token, query: `?q=${mark}` })
}
