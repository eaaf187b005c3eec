/** Users made over HTTP, and sessions of theirs. */
import { randomUUID } from 'node:crypto'
import { lockAccount } from '#accounts/locked-account.ts'
import { startSession } from '#sessions/new-session.ts'
import { tokensFor } from '#sessions/session-tokens.ts'
import { change } from '../auth/people.ts'
import { expectStatus, type TestApp } from '../harness.ts'

export const at = '/api/v1/users'

/** A body that makes somebody new. */
export const newUser = <T extends object>(more: T = {} as T) => {
  const mark = randomUUID().slice(0, 8)
  return { username: `user.${mark}`, email: `user-${mark}@example.test`, password: `zuvaqor words ${mark}`, ...more }
}

/** @returns the record, as it was answered */
export const addUser = async (app: TestApp, token: string, more: object = {}) =>
  expectStatus(await app.post(at, newUser(more), { token }), 201).json

/** Signs a user in behind the doors: how users do it themselves is another matter. */
export const tokensOf = (app: TestApp, id: string): Promise<{ accessToken: string }> =>
  change(app, async (ctx) => {
    const account = await lockAccount(ctx, 'user', id)
    if (!account) throw new Error('no such user')
    const { kind, tenantId } = account
    const session = await startSession(ctx, { accountId: id, kind, tenantId, deviceInfo: 'a test', validAfter: null })
    return await tokensFor(ctx, account, { ...session, impersonatorId: null })
  })

/** What the service answers to somebody who is signed in, of either kind. */
export const statusOf = async (app: TestApp, token: string): Promise<number> => (await app.get('/api/v1/health', { token })).status

/** The row of a user, deleted or not. */
export const rowOf = (app: TestApp, id: string) =>
  app.open.service.database.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** What happened to a user, oldest first; what was refused did not. */
export const eventsAbout = (app: TestApp, id: string) =>
  app.open.service.database.kysely
    .selectFrom('events')
    .selectAll()
    .where('entityId', '=', id)
    .where('type', '<>', 'access.denied')
    .orderBy('id')
    .execute()

export const typesOf = async (app: TestApp, id: string): Promise<string[]> => (await eventsAbout(app, id)).map(({ type }) => type)

/** How many users a tenant has, by the kept counts and by its rows: they must be the same. */
export async function countsOf(app: TestApp, tenantId: string) {
  const { kysely } = app.open.service.database
  const counted = await kysely
    .selectFrom('tenantAccountCounts')
    .select(['isActive', 'isBlocked', 'n'])
    .where('tenantId', '=', tenantId)
    .where('kind', '=', 'user')
    .where('n', '<>', 0)
    .orderBy('isActive')
    .orderBy('isBlocked')
    .execute()
  const totals = await kysely.selectFrom('tenantTotals').select('users').where('tenantId', '=', tenantId).executeTakeFirst()
  return { counted, total: totals?.users ?? 0 }
}
