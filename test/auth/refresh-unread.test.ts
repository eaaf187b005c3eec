/** A refresh whose reads fail: nobody loses a session by an answer that the service itself could not give. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { daysMs, secondsMs } from '#core/clock.ts'
import { hashToken, newToken } from '#core/secrets/one-time-code.ts'
import { uuidv7 } from '#core/uuid.ts'
import { addPerson, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addAdmin, eventsOf } from './people.ts'

let app: TestApp
let own: World
before(async () => {
  app = await startApp()
  own = await world(app)
})

const refresh = (refreshToken: string) => app.post('/api/v1/auth/admin/refresh', { refreshToken })
const permissionsIn = (token: string): string[] =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).permissions.toSorted()
const pastGraceMs = secondsMs(11)
// the embedded database has one connection, which the lock would keep
const skip = process.env.TEST_DATABASE !== 'postgres'

/** An admin, with a session of its own as rows: the service has not heard of it. */
async function holder(roleId: string): Promise<{ id: string; refreshToken: string }> {
  const { id } = await addPerson(app, own.tenantId, roleId)
  return { id, refreshToken: await sessionOf(id, own.tenantId) }
}

async function sessionOf(accountId: string, tenantId: string): Promise<string> {
  const { kysely } = app.open.service.database
  const [now, id, token] = [app.clock.now(), uuidv7(app.clock.now()), newToken()]
  const times = { createdAt: now, authenticatedAt: now, lastActiveAt: now, expiresAt: new Date(now.getTime() + daysMs(1)) }
  await kysely
    .insertInto('sessions')
    .values({ id, accountId, kind: 'admin', tenantId, ipAddress: '127.0.0.1', ...times })
    .execute()
  await kysely
    .insertInto('refreshTokens')
    .values({ hash: hashToken(token), sessionId: id, createdAt: now, expiresAt: times.expiresAt })
    .execute()
  return token
}

/** A tenant that the log says nothing of: this process has to ask for it. */
async function unheardTenant(settings: { accessTokenMinutes: number }): Promise<string> {
  const { kysely } = app.open.service.database
  const id = uuidv7(app.clock.now())
  await kysely
    .insertInto('tenants')
    .values({ id, parentId: null, code: `t-${id.slice(-8)}`, name: 'Unheard', createdAt: app.clock.now() })
    .execute()
  await kysely.insertInto('tenantClosure').values({ ancestorId: id, descendantId: id, depth: 0 }).execute()
  await kysely
    .insertInto('tenantSettings')
    .values({ tenantId: id, ...settings })
    .execute()
  return id
}

/** Holds a table until `work` is done, so that whatever reads it is given up. */
async function whileLocked<T>(table: RawBuilder<unknown>, work: () => Promise<T>): Promise<T> {
  return await app.open.service.database.kysely.transaction().execute(async (tx) => {
    await sql`lock table ${table} in access exclusive mode`.execute(tx)
    return await work()
  })
}

describe('refresh of somebody in a group', () => {
  it('tells what the groups give, and lets one of sixteen callers through', async () => {
    const { id, refreshToken } = await holder(await own.role(['roles.view']))
    await own.group({ roleIds: [await own.role(['users.view'])] }, [id])
    const replies = await Promise.all(Array.from({ length: 16 }, () => refresh(refreshToken)))
    const won = replies.filter(({ status }) => status === 200)
    assert.equal(won.length, 1)
    assert.ok(replies.every(({ status, json }) => status === 200 || json.code === 'refresh_token_invalid'))
    const { accessToken, refreshToken: next } = won[0]!.json
    assert.deepEqual(permissionsIn(accessToken), ['roles.view', 'users.view'])
    expectStatus(await refresh(next), 200)
    app.clock.turn(pastGraceMs)
    expectStatus(await refresh(refreshToken), 401)
    assert.ok((await eventsOf(app, id)).includes('auth.token.reuse_detected'), 'a token that was used stays used')
  })

  it('uses nothing up while the groups cannot be read: the same token is good after the 503', { skip }, async () => {
    const { id, refreshToken } = await holder(await own.role(['roles.view']))
    await own.group({ roleIds: [await own.role(['users.view'])] }, [id])
    const refused = expectStatus(await whileLocked(sql`user_group_roles`, () => refresh(refreshToken)), 503)
    assert.ok(Number(refused.headers['retry-after']) > 0)
    app.clock.turn(pastGraceMs)
    const { accessToken } = expectStatus(await refresh(refreshToken), 200).json
    assert.deepEqual(permissionsIn(accessToken), ['roles.view', 'users.view'])
    assert.ok(!(await eventsOf(app, id)).includes('auth.token.reuse_detected'))
  })
})

describe('refresh of somebody in no group', () => {
  it('asks nothing of what restricts the tenant: it takes fields, and a token names permissions', { skip }, async () => {
    const { refreshToken } = await holder(await own.role(['roles.view', 'admins.view']))
    await app.open.service.database.kysely
      .insertInto('tenantRestrictions')
      .values({ tenantId: own.tenantId, permission: 'admins.view', fields: ['email'] })
      .execute()
    const { accessToken } = expectStatus(await whileLocked(sql`tenant_restrictions`, () => refresh(refreshToken)), 200).json
    assert.deepEqual(permissionsIn(accessToken), ['admins.view', 'roles.view'])
  })

  it('is answered as the service says where the settings of a tenant that another process made cannot be read', { skip }, async () => {
    const tenantId = await unheardTenant({ accessTokenMinutes: 60 })
    const { id } = await addAdmin(app, tenantId)
    const token = await sessionOf(id, tenantId)
    const first = expectStatus(await whileLocked(sql`tenant_settings`, () => refresh(token)), 200).json
    assert.equal(first.expiresIn, app.open.service.options.accessTokenMinutes * 60)
    assert.equal(expectStatus(await refresh(first.refreshToken), 200).json.expiresIn, 3600)
  })
})
