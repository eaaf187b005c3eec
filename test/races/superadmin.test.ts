/** The one SuperAdmin under transfers, moves of the target and what is done in its name at once: always exactly one. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { permissionNames } from '#core/permissions.ts'
import { platformViewerRoleId, superAdminRoleId } from '#core/platform-roles.ts'
import { resetSuperAdmin } from '#modules/admins/superadmin-reset.ts'
import { addAdmin, addTenant, login, type TestAdmin } from '../auth/people.ts'
import { addPerson, addRole, type Person } from '../groups/world.ts'
import { expectStatus, type Reply, startTwo, superAdmin, type TestApp } from '../harness.ts'
import { everyRound, race } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
/** Holds everything, and is not the SuperAdmin. */
let peer: Person
/** Whoever it is by now. */
let holder: TestAdmin
before(async () => {
  apps = await startTwo()
  app = apps[0]
  const { user } = await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  holder = { ...superAdmin, id: user.id, tenantId: null }
  peer = await addPerson(app, null, await addRole(app, null, permissionNames))
})

type Call = (service: TestApp) => Promise<Reply>
/** In turn on either service. */
const together = (calls: readonly Call[]) => race(calls.map((call, n) => () => call(apps[n % 2]!)))
const tokenOf = async (admin: TestAdmin): Promise<string> => expectStatus(await login(app, admin), 200).json.accessToken
const transfer =
  (to: TestAdmin, token: string, password: string): Call =>
  (service) =>
    service.post(`/api/v1/admins/${to.id}/transfer`, { password }, { token })
const act =
  (move: string, id: string, token: string): Call =>
  (service) =>
    move === 'delete'
      ? service.request('DELETE', `/api/v1/admins/${id}`, { token })
      : service.post(`/api/v1/admins/${id}/${move}`, {}, { token })

/** Exactly one, who can sign in; it is `holder` from now on. */
async function settle(candidates: readonly TestAdmin[], replies: readonly Reply[]): Promise<void> {
  const rows = await app.open.service.database.kysely
    .selectFrom('accounts')
    .select(['id', 'isActive', 'isBlocked', 'deletedAt', 'tenantId', 'kind'])
    .where('roleId', '=', superAdminRoleId)
    .execute()
  const text = replies.map(({ status, text }) => `${status} ${text}`).join('\n')
  assert.ok(
    replies.every(({ status }) => status < 500),
    text,
  )
  assert.equal(rows.length, 1, text)
  const { id, ...state } = rows[0]!
  assert.deepEqual(state, { isActive: true, isBlocked: false, deletedAt: null, tenantId: null, kind: 'admin' }, text)
  holder = { ...[holder, ...candidates].find((admin) => admin.id === id)!, tenantId: null }
  const my = await app.get('/api/v1/permissions/my', { token: await tokenOf(holder) })
  assert.equal(my.json.permissions.length, permissionNames.length)
}

describe('exactly one SuperAdmin', () => {
  it('transfer against transfer: one is done, the others learn that they are too late', async () => {
    await everyRound(async () => {
      const targets = await Promise.all(Array.from({ length: 4 }, () => addAdmin(app, null, { roleId: platformViewerRoleId })))
      const { password } = holder
      const token = await tokenOf(holder)
      const replies = await together(targets.map((target) => transfer(target, token, password)))
      assert.equal(replies.filter(({ status }) => status === 200).length, 1)
      assert.ok(replies.every(({ status }) => [200, 403].includes(status)))
      await settle(targets, replies)
    })
  })

  it('the same one twice at once, to an admin of a tenant', async () => {
    await everyRound(async () => {
      const target = await addAdmin(app, await addTenant(app))
      const token = await tokenOf(holder)
      const replies = await together(Array.from({ length: 4 }, () => transfer(target, token, holder.password)))
      assert.equal(replies.filter(({ status }) => status === 200).length, 1, replies.map(({ text }) => text).join('\n'))
      await settle([target], replies)
    })
  })

  for (const move of ['delete', 'block', 'deactivate'] as const) {
    it(`transfer against ${move} of its target, by who holds as much`, async () => {
      await everyRound(async () => {
        const target = await addAdmin(app, null, { roleId: platformViewerRoleId })
        const token = await tokenOf(holder)
        const moves = Array.from({ length: 3 }, () => act(move, target.id, peer.token))
        const replies = await together([...moves.slice(1), transfer(target, token, holder.password), ...moves.slice(2)])
        const handed = replies[2]!.status
        assert.ok([200, 403, 404, 409].includes(handed), replies[2]!.text)
        await settle([target], replies)
      })
    })
  }

  it('transfer against what is begun in the caller’s name: nobody acts as another who is not the SuperAdmin', async () => {
    await everyRound(async () => {
      const [target, victim] = await Promise.all([
        addAdmin(app, null, { roleId: platformViewerRoleId }),
        addAdmin(app, await addTenant(app), {}),
      ])
      const token = await tokenOf(holder)
      const replies = await together([
        act('impersonate', victim!.id, token),
        transfer(target!, token, holder.password),
        act('impersonate', victim!.id, token),
      ])
      assert.equal(replies[1]!.status, 200, replies[1]!.text)
      for (const { json } of [replies[0]!, replies[2]!])
        if (json.accessToken) expectStatus(await app.get('/api/v1/Admins/me', { token: json.accessToken }), 401)
      await settle([target!], replies)
    })
  })

  it('transfer against another password of the caller: by a password that is no more it is not done', async () => {
    await everyRound(async () => {
      const target = await addAdmin(app, null, { roleId: platformViewerRoleId })
      const token = await tokenOf(holder)
      const newPassword = `another one of ${target.id}`
      const change: Call = (service) =>
        service.post(`/api/v1/Admins/${holder.id}/change-password`, { currentPassword: holder.password, newPassword }, { token })
      const replies = await together([change, transfer(target, token, holder.password)])
      assert.equal(replies[0]!.status, 200, replies[0]!.text)
      assert.ok([200, 401].includes(replies[1]!.status), replies[1]!.text)
      holder = { ...holder, password: newPassword }
      await settle([target], replies)
    })
  })

  it('the end of acting as somebody beside a refresh of the session it began in: neither waits for the other', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    const victim = await addAdmin(app, await addTenant(app))
    const { accessToken } = expectStatus(await login(app, holder), 200).json
    const acting = expectStatus(await act('impersonate', victim.id, accessToken)(app), 200).json
    const { sid } = JSON.parse(Buffer.from(accessToken.split('.')[1]!, 'base64url').toString())
    let stopped: Promise<Reply> | undefined
    await app.open.service.database.transaction(async (db) => {
      // as a refresh does, in its order
      await sql`update refresh_tokens set expires_at = expires_at where session_id = ${sid}`.execute(db)
      stopped = app.post('/api/v1/auth/admin/stop-impersonation', undefined, { token: acting.accessToken })
      await sleep(200)
      await sql`set local lock_timeout = '500ms'`.execute(db)
      await sql`update sessions set last_active_at = now() where id = ${sid}`.execute(db)
    })
    expectStatus(await stopped!, 200)
  })

  it('the command that gives it a new password, while it passes on: the one who has it by then gets it', async () => {
    await everyRound(async () => {
      const [former, target] = [holder, await addAdmin(app, null, { roleId: platformViewerRoleId })]
      let printed: Promise<string> | undefined
      await app.open.service.database.transaction(async (db) => {
        await sql`select from accounts where id in (${former.id}, ${target.id}) order by id for no key update`.execute(db)
        for (const [id, roleId] of [
          [former.id, platformViewerRoleId],
          [target.id, superAdminRoleId],
        ])
          await sql`update accounts set role_id = ${roleId} where id = ${id}`.execute(db)
        printed = resetSuperAdmin(app.open.service, { disableTwoFactor: false })
        await sleep(200)
      })
      const password = await printed!
      expectStatus(await login(app, { ...target, password }), 200)
      expectStatus(await login(app, former), 200)
      holder = { ...target, password: `chosen by ${target.id}` }
      const { accessToken } = (await login(app, { ...target, password })).json
      const chosen = { currentPassword: password, newPassword: holder.password }
      expectStatus(await app.post(`/api/v1/Admins/${target.id}/change-password`, chosen, { token: accessToken }), 200)
      await settle([], [])
    })
  })
})
