/** Accounts that are signed in, and what they are told without anything having happened. */
import { randomUUID } from 'node:crypto'
import { addNotifications, type NewNotification } from '#modules/notifications/new-notifications.ts'
import { addAdmin, change, login, type TestAdmin } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export interface Somebody extends TestAdmin {
  readonly token: string
}

/** A new admin of a tenant. */
export async function somebody(app: TestApp, tenantId: string): Promise<Somebody> {
  const admin = await addAdmin(app, tenantId)
  return { ...admin, token: expectStatus(await login(app, admin), 200).json.accessToken }
}

/** One of a cause of its own. */
export const someNews = (accountId: string, tenantId: string, more: Partial<NewNotification> = {}): NewNotification => ({
  accountId,
  kind: 'admin',
  tenantId,
  type: 'message',
  severity: 'info',
  title: 'T',
  body: 'B',
  data: {},
  link: null,
  actorId: null,
  eventId: randomUUID(),
  ...more,
})

/** Tells an account so often, on the process of `app`. */
export async function tell(app: TestApp, accountId: string, tenantId: string, times = 1): Promise<void> {
  const all = Array.from({ length: times }, () => someNews(accountId, tenantId))
  await change(app, (ctx) => addNotifications(ctx.db, ctx.now, all, ctx.wakes))
}
