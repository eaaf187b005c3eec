import { randomUUID } from 'node:crypto'
import { expectStatus, type Reply, type TestApp } from '../harness.ts'

export const path = '/api/v1/message-templates'

/** What a template needs at least, under a name of its own. */
export const plainTemplate = (more: Record<string, unknown> = {}) => ({
  name: `Template ${randomUUID()}`,
  subject: 'For {{ name }}',
  bodyHtml: '<p>Hello {{ name }}</p>',
  category: 'notification',
  variables: ['name'],
  ...more,
})

export const tryTemplate = (app: TestApp, token: string, more: Record<string, unknown> = {}): Promise<Reply> =>
  app.post(path, plainTemplate(more), { token })

export const makeTemplate = async (app: TestApp, token: string, more: Record<string, unknown> = {}) =>
  expectStatus(await tryTemplate(app, token, more), 201).json

export const eventsOfTemplate = (app: TestApp, id: string) =>
  app.open.service.database.kysely.selectFrom('events').selectAll().where('entityId', '=', id).orderBy('id').execute()
