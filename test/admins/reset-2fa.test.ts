/** POST /api/v1/admins/{id}/reset-2fa: for who lost the second factor, by who stands no lower, and never for oneself. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { codeAt, enableTwoFactor, pendingToken, verify } from '../auth/authenticator.ts'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin, eventsOf, login, type TestAdmin } from '../auth/people.ts'
import { expectExcess, type Person, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { race, tally } from '../rig/race.ts'
import { addPeer, rowOf, superId } from './peer.ts'

let app: TestApp
let own: World
let peer: Person
before(async () => {
  app = await startApp()
  own = await world(app)
  peer = await addPeer(app)
})

const reset = (id: string, token = own.token) => app.post(`/api/v1/admins/${id}/reset-2fa`, undefined, { token })
const somebody = async (permissions: readonly string[] = []): Promise<TestAdmin> =>
  await addAdmin(app, own.tenantId, { roleId: await own.role(permissions) })
const status = async (token: string) => (await app.get('/api/v1/Admins/me', { token })).status
const toldOf = async (id: string) => (await mailsTo(app, id)).filter(({ template }) => template === 'two_factor_changed')

describe('POST /api/v1/admins/{id}/reset-2fa', () => {
  it('200 with the record: secret and backup codes are gone, every session and waiting sign-in ends, the owner is told', async () => {
    const admin = await somebody()
    const { secret, backupCodes, token } = await enableTwoFactor(app, admin)
    const waiting = await pendingToken(app, admin)
    const mails = (await toldOf(admin.id)).length
    const answer = expectStatus(await reset(admin.id), 200).json
    assert.deepEqual([answer.id, answer.twoFactorEnabled], [admin.id, false])
    assert.equal(await status(token), 401)
    for (const code of [codeAt(secret, app.clock.now()), backupCodes[0] as string])
      assert.equal(expectStatus(await verify(app, waiting, code), 401).json.code, 'two_factor_invalid')
    const { kysely } = app.open.service.database
    const kinds = await kysely.selectFrom('credentials').select('kind').where('accountId', '=', admin.id).execute()
    assert.deepEqual(kinds, [{ kind: 'password' }])
    const told = (await toldOf(admin.id)).slice(mails)
    assert.deepEqual(
      told.map(({ variables }) => [variables.enabled, variables.ip]),
      [[false, undefined]],
    )
    assert.equal((await eventsOf(app, admin.id)).at(-1), 'auth.two_factor.reset')
    // the password alone opens the account now, and a new second factor can be set up
    assert.ok(expectStatus(await login(app, admin), 200).json.accessToken)
    await enableTwoFactor(app, admin)
  })

  it('200 and nothing else where there is none; one that is only being set up goes too', async () => {
    const admin = await somebody()
    const { accessToken } = (await login(app, admin)).json
    expectStatus(await reset(admin.id), 200)
    assert.equal(await status(accessToken), 200)
    assert.ok(!(await eventsOf(app, admin.id)).includes('auth.two_factor.reset'))
    const { secret } = expectStatus(
      await app.post('/api/v1/auth/admin/2fa/enable', { password: admin.password }, { token: accessToken }),
      200,
    ).json
    expectStatus(await reset(admin.id), 200)
    const again = (await login(app, admin)).json.accessToken
    expectStatus(await app.post('/api/v1/auth/admin/2fa/confirm', { code: codeAt(secret, app.clock.now()) }, { token: again }), 409)
  })

  it('by many at once: one mail, one event', async () => {
    const admin = await somebody()
    await enableTwoFactor(app, admin)
    const mails = (await toldOf(admin.id)).length
    const replies = await race(Array.from({ length: 6 }, () => () => reset(admin.id)))
    assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 6 })
    assert.equal((await toldOf(admin.id)).length, mails + 1)
    assert.equal((await eventsOf(app, admin.id)).filter((type) => type === 'auth.two_factor.reset').length, 1)
  })

  it('403 oneself, 403 with the excess upwards, 403 without `admins.update`, 404 foreign and unknown: the factor stays', async () => {
    const above = await somebody(['users.view'])
    await enableTwoFactor(app, above)
    const low = await own.person(['admins.update', 'admins.view'])
    expectExcess(await reset(above.id, low.token), ['users.view'])
    assert.equal(
      expectStatus(await reset(above.id, (await own.person(['admins.view', 'users.update'])).token), 403).json.requiredPermission,
      'admins.update',
    )
    expectStatus(await reset(low.id, low.token), 403)
    expectStatus(await reset(own.adminId), 403)
    const other = await world(app)
    for (const id of [above.id, randomUUID(), 'x']) expectStatus(await reset(id, other.token), 404)
    expectStatus(await reset(peer.id), 404)
    assert.equal((await rowOf(app, above.id)).twoFactorEnabled, true)
  })

  it('403 the SuperAdmin, whoever holds as much', async () => {
    const id = await superId(app)
    expectStatus(await reset(id, peer.token), 403)
    expectStatus(await reset(id, await app.superToken()), 403)
    assert.ok(!(await eventsOf(app, id)).includes('auth.two_factor.reset'))
  })
})
