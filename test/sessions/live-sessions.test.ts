import { deepEqual, equal, notEqual, ok } from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { type Database, openDatabase } from '#db/database.ts'
import { atEnd } from '../rig/cleanup.ts'
import { fillable, type Process, silent, startProcess } from './live-state.ts'

describe('live sessions', () => {
  let database: Database
  let hands: Awaited<ReturnType<typeof fillable>>
  let here: Process
  let root: string
  let tenant: string

  before(async () => {
    database = await openDatabase({ url: null, dataDirectory: null, log: silent })
    atEnd(() => database.close())
    hands = await fillable(database)
    root = await hands.addTenant([])
    tenant = await hands.addTenant([root])
    here = await startProcess(database)
  })

  /** An admin of the tenant who may see admins, signed in, and already in the cache. */
  async function signedIn(permissions: readonly string[] = ['admins.view']) {
    const roleId = await hands.addRole(tenant, permissions)
    const accountId = await hands.addAccount(tenant, roleId)
    const sessionId = await hands.addSession(accountId)
    ok(await here.sessions.find(sessionId))
    return { roleId, accountId, sessionId }
  }
  const actorOf = async (sessionId: string) => (await here.sessions.find(sessionId))?.actor
  const account = (id: string, values: object) =>
    here.change('account', id, (db) => db.updateTable('accounts').set(values).where('id', '=', id).execute())

  it('say who calls and what they may do, from memory the second time', async () => {
    const { accountId, sessionId } = await signedIn()
    const session = here.sessions.find(sessionId)
    ok(session !== null && !(session instanceof Promise), 'answered at once')
    deepEqual(session.actor, {
      id: accountId,
      kind: 'admin',
      tenantId: tenant,
      sessionId,
      name: 'Ada Byron',
      isSuperAdmin: false,
      permissions: new Set(['admins.view']),
      masks: new Map(),
      impersonatorId: null,
      impersonatorName: null,
      mustChangePassword: false,
      requiresTwoFactorSetup: false,
    })
    equal(here.sessions.find(sessionId), session)
  })

  it('are null for what is no session', async () => {
    equal(await here.sessions.find(hands.newId()), null)
    equal(await here.sessions.find('not a session'), null)
  })

  for (const [what, values] of [
    ['blocked', { isBlocked: true }],
    ['deactivated', { isActive: false }],
    ['deleted', { deletedAt: new Date() }],
  ] as const) {
    it(`end at once when the account is ${what}`, async () => {
      const { accountId, sessionId } = await signedIn()
      await account(accountId, values)
      equal(await here.sessions.find(sessionId), null)
    })
  }

  it('end at once when they are ended, but let the access token of a logout run out', async () => {
    const { sessionId } = await signedIn()
    const end = (values: object) =>
      here.change('session', sessionId, (db) => db.updateTable('sessions').set(values).where('id', '=', sessionId).execute())
    await end({ endedBecause: 'logout' })
    ok(await here.sessions.find(sessionId))
    await end({ endedAt: new Date(), endedBecause: 'revoked' })
    equal(await here.sessions.find(sessionId), null)
  })

  it('end when their time is over, cached or not', async () => {
    const { sessionId } = await signedIn()
    here.clock.turnedMs = 86_400_000
    equal(await here.sessions.find(sessionId), null)
    here.clock.turnedMs = 0
    ok(await here.sessions.find(sessionId))
  })

  it('never open to a session of the other kind of account', async () => {
    const accountId = await hands.addAccount(tenant, null, { kind: 'user' })
    ok(await here.sessions.find(await hands.addSession(accountId, { kind: 'user' })))
    equal(await here.sessions.find(await hands.addSession(accountId)), null)
  })

  it('end with the tenant or an ancestor of it, and stay dead when that is active again', async () => {
    const { sessionId } = await signedIn()
    const other = await hands.addAccount(null, await hands.addRole(null, ['tenants.view']))
    const platform = await hands.addSession(other)
    const set = (values: object) =>
      here.change('tenant', root, (db) => db.updateTable('tenants').set(values).where('id', '=', root).execute())
    await set({ status: 'Suspended' })
    equal(await here.sessions.find(sessionId), null)
    ok(await here.sessions.find(platform), 'the platform is not under it')
    await set({ status: 'Active', sessionsValidAfter: new Date() })
    equal(await here.sessions.find(sessionId), null)
    await set({ sessionsValidAfter: null })
    ok(await here.sessions.find(sessionId))
    await set({ deletedAt: new Date() })
    equal(await here.sessions.find(sessionId), null)
    await set({ deletedAt: null })
  })

  it('lose what role, group and grant lose, and gain the mask they gain', async () => {
    const { roleId, accountId, sessionId } = await signedIn(['admins.view'])
    const usersRole = await hands.addRole(tenant, ['users.view'])
    const groupId = await hands.addGroup(tenant, [usersRole], [accountId])
    await account(accountId, { version: 2 })
    deepEqual([...(await actorOf(sessionId))!.permissions].sort(), ['admins.view', 'users.view'])

    await here.change('role', usersRole, (db) =>
      db
        .updateTable('rolePermissions')
        .set({ restrictedFields: ['email'] })
        .where('roleId', '=', usersRole)
        .execute(),
    )
    deepEqual((await actorOf(sessionId))!.masks, new Map([['users.view', ['email']]]))

    await here.change('group', groupId, (db) => db.updateTable('userGroups').set({ isActive: false }).where('id', '=', groupId).execute())
    deepEqual([...(await actorOf(sessionId))!.permissions], ['admins.view'])
    await here.change('group', groupId, (db) => db.updateTable('userGroups').set({ isActive: true }).where('id', '=', groupId).execute())
    equal((await actorOf(sessionId))!.permissions.size, 2)

    await here.change('tenant', root, (db) =>
      db
        .insertInto('tenantRestrictions')
        .values({ tenantId: root, permission: 'admins.view', fields: ['phoneNumber'] })
        .execute(),
    )
    deepEqual((await actorOf(sessionId))!.masks.get('admins.view'), ['phoneNumber'], 'of an ancestor')
    await here.change('tenant', root, (db) => db.deleteFrom('tenantRestrictions').execute())

    await here.change('role', roleId, (db) => db.deleteFrom('rolePermissions').where('roleId', '=', roleId).execute())
    deepEqual([...(await actorOf(sessionId))!.permissions], ['users.view'])
  })

  it('keep in memory what a change does not concern', async () => {
    const [one, two] = [await signedIn(), await signedIn()]
    const before = here.sessions.find(two.sessionId)
    await account(one.accountId, { firstName: 'Grace' })
    equal(here.sessions.find(two.sessionId), before)
    equal((await actorOf(one.sessionId))!.name, 'Grace Byron')
  })

  it('ask for a new password and for two-factor, and stop asking, all for the same session', async () => {
    const { accountId, sessionId } = await signedIn()
    await account(accountId, { mustChangePassword: true })
    equal((await actorOf(sessionId))!.mustChangePassword, true)
    await account(accountId, { mustChangePassword: false, passwordChangedAt: new Date() })
    equal((await actorOf(sessionId))!.mustChangePassword, false)

    const settings = (values: object) =>
      here.change('settings', root, (db) =>
        db
          .insertInto('tenantSettings')
          .values({ tenantId: root, ...values })
          .onConflict((conflict) => conflict.column('tenantId').doUpdateSet(values))
          .execute(),
      )
    await settings({ require2fa: true, passwordExpiryDays: 1 })
    equal((await actorOf(sessionId))!.requiresTwoFactorSetup, true)
    await account(accountId, { twoFactorEnabled: true })
    equal((await actorOf(sessionId))!.requiresTwoFactorSetup, false)

    equal((await actorOf(sessionId))!.mustChangePassword, false)
    await hands.db
      .updateTable('sessions')
      .set({ expiresAt: new Date(Date.now() + 10 * 86_400_000) })
      .where('id', '=', sessionId)
      .execute()
    await account(accountId, { version: 3 })
    ok(await here.sessions.find(sessionId))
    here.clock.turnedMs = 2 * 86_400_000
    equal((await actorOf(sessionId))!.mustChangePassword, true, 'the password is too old')
    here.clock.turnedMs = 0
    await settings({ require2fa: null, passwordExpiryDays: null })
  })

  describe('of an impersonation', () => {
    /** The SuperAdmin acting as an admin of the tenant. */
    async function impersonation() {
      await hands.db.updateTable('roles').set({ seed: null }).where('seed', '=', 'SuperAdmin').execute()
      const superRole = await hands.addRole(null, [], { seed: 'SuperAdmin', reach: 'granted' })
      const impersonatorId = await hands.addAccount(null, superRole)
      const parentId = await hands.addSession(impersonatorId)
      const targetId = await hands.addAccount(tenant, await hands.addRole(tenant, ['admins.view']))
      const sessionId = await hands.addSession(targetId, { parentId, impersonatorId })
      ok(await here.sessions.find(sessionId))
      ok(await here.sessions.find(parentId))
      return { impersonatorId, parentId, targetId, sessionId }
    }

    it('are the target in all but the marker', async () => {
      const { impersonatorId, targetId, sessionId, parentId } = await impersonation()
      const actor = (await actorOf(sessionId))!
      deepEqual(
        [actor.id, actor.tenantId, actor.isSuperAdmin, actor.impersonatorId, actor.impersonatorName],
        [targetId, tenant, false, impersonatorId, 'Ada Byron'],
      )
      deepEqual([...actor.permissions], ['admins.view'])
      equal((await actorOf(parentId))!.isSuperAdmin, true)
    })

    for (const [what, take] of [
      [
        'its parent is logged out of',
        ({ parentId }) =>
          here.change('session', parentId, (db) =>
            db.updateTable('sessions').set({ endedBecause: 'logout' }).where('id', '=', parentId).execute(),
          ),
      ],
      [
        'its parent is ended',
        ({ parentId }) =>
          here.change('session', parentId, (db) =>
            db.updateTable('sessions').set({ endedAt: new Date() }).where('id', '=', parentId).execute(),
          ),
      ],
      ['the impersonator is blocked', ({ impersonatorId }) => account(impersonatorId, { isBlocked: true })],
      ['the impersonator is no longer the SuperAdmin', ({ impersonatorId }) => account(impersonatorId, { roleId: null })],
      ['the target is blocked', ({ targetId }) => account(targetId, { isBlocked: true })],
      ['the target becomes protected', ({ targetId }) => account(targetId, { isProtected: true })],
    ] as [string, (one: Awaited<ReturnType<typeof impersonation>>) => Promise<void>][]) {
      it(`end when ${what}`, async () => {
        const one = await impersonation()
        await take(one)
        equal(await here.sessions.find(one.sessionId), null)
      })
    }
  })

  it('are read once for all who ask at once', async () => {
    const { accountId, sessionId } = await signedIn()
    await account(accountId, { version: 9 })
    const [one, two] = await Promise.all([here.sessions.find(sessionId), here.sessions.find(sessionId)])
    notEqual(one, null)
    equal(one?.actor.permissions, two?.actor.permissions)
  })
})
