/** The calls of the tour in the area of mails. */
import { randomUUID } from 'node:crypto'
import { addFailedMail, addMail, addTemplate, bounceSecret } from '../emails/rig.ts'
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/emails'

export async function tourEmails({ app, call, token, tenantId, mark }: Stop): Promise<void> {
  const id = await addMail(app, tenantId, { subject: `About ${mark}` })
  await call(`GET ${area}`, { token })
  await call(`GET ${area}/:id`, { token, id })
  await call(`GET ${area}/stats`, { token })
  const templateId = await addTemplate(app, tenantId, `Letter ${mark}`)
  const to = `lina-${mark.toLowerCase()}@example.test`
  await call(`POST ${area}/send`, { token, body: { to, templateId, variables: { name: mark } } })
  await call(`POST ${area}/send-bulk`, { token, body: { templateId, recipients: [{ to, variables: { name: mark } }] } })
  const batchId = randomUUID()
  for (const more of [{}, { batchId }]) await addMail(app, tenantId, more)
  await call(`DELETE ${area}/:id/cancel`, { token, id: await addMail(app, tenantId) })
  await call(`DELETE ${area}/batches/:batchId/cancel`, { token, id: batchId })
  await call(`POST ${area}/:id/resend`, { token, id: await addFailedMail(app, tenantId) })
  await call(`POST ${area}/bounces`, { body: { emailId: id, type: 'soft' }, headers: { 'x-bounce-secret': bounceSecret } })
  await call(`GET ${area}/search-recipients`, { token, query: `?q=${mark}` })
}
