/** The calls of the tour in the area of message templates. */
import type { Stop } from './tour.tenants.ts'

const area = '/api/v1/message-templates'

export async function tourTemplates({ call, token, mark }: Stop): Promise<void> {
  const body = {
    name: `Template ${mark}`,
    subject: `Of ${mark}`,
    bodyHtml: `<p>{{ name }} ${mark}</p>`,
    category: 'notification',
    variables: ['name'],
  }
  const { id } = await call(`POST ${area}`, { token, body })
  await call(`GET ${area}`, { token })
  await call(`GET ${area}/:id`, { token, id })
  await call(`PUT ${area}/:id`, { token, id, body: { bodyText: `{{ name }} of ${mark}` } })
  await call(`POST ${area}/:id/preview`, { token, id, body: {} })
  await call(`POST ${area}/:id/render`, { token, id, body: { variables: { name: 'Sara' } } })
  await call(`POST ${area}/:id/send-test`, { token, id, body: { to: `test-${mark}@example.test` } })
  await call(`POST ${area}/preview`, { token, body: { draft: { bodyHtml: `<p>${mark}</p>` } } })
  await call(`DELETE ${area}/:id`, { token, id })
}
