/** A tenant's own provider vouches for an admin who becomes one of the platform meanwhile: it must open nobody there. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { sql } from 'kysely'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startTwo, superAdmin } from '../harness.ts'
import { adminDoor, somebody } from '../providers/rig.ts'
import { lockWaits } from '../rig/lock-waits.ts'
import { startOpenIdIssuer } from '../rig/openid.ts'
import { eventually } from '../rig/ports.ts'
import { addWorkspace } from '../users/rig.ts'

const clientId = 'tenantry-at-own'

it('an own provider opens nobody of the platform, whoever moves there while it vouches', async (t) => {
  if (process.env.TEST_DATABASE !== 'postgres') return t.skip('one connection has nobody wait')
  const apps = await startTwo()
  const app = apps[0]
  const issuer = await startOpenIdIssuer(() => app.clock.now(), clientId)
  const root = await app.superToken()
  const place = await addWorkspace(app)
  const body = { name: 'own', displayName: 'Own', clientId, issuer: issuer.url }
  expectStatus(await app.post(`/api/v1/Tenants/${place.id}/identity-providers`, body, { token: root }), 201)
  const admin = await addAdmin(app, place.id)
  const { accessToken: token } = await app.signIn(admin.email, admin.password, { tenantId: place.id })
  const person = somebody()
  const link = { provider: 'own', token: await issuer.sign(person) }
  expectStatus(await app.post(`${adminDoor}/external-logins/link`, link, { token }), 201)
  const enter = async () => apps[1].post(`${adminDoor}/login/own`, { token: await issuer.sign(person), tenantId: place.id })
  // the second process knows the issuer's keys from here on: the crossing below leaves no time to fetch them
  expectStatus(await enter(), 200)

  const database = app.open.service.database.kysely
  const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = database.transaction().execute(async (tx) => {
    await sql`select from tenants where id = ${place.id} for update`.execute(tx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const moving = app.post(`/api/v1/admins/${admin.id}/transfer`, { password: superAdmin.password }, { token: root })
  await eventually('the transfer to wait', async () => (await lockWaits(app)) >= 1)
  const entering = enter()
  await eventually('the sign-in to wait', async () => (await lockWaits(app)) >= 2)
  free.resolve()
  await holding
  expectStatus(await moving, 200)
  const reply = await entering
  // whichever of them got the locks first: who was in before the move is out with it
  if (reply.status === 200) {
    assert.equal(reply.json.user.tenantId, place.id, `a session of ${JSON.stringify(reply.json.user)}`)
    expectStatus(await app.get('/api/v1/Admins/me', { token: reply.json.accessToken }), 401)
  }
  const left = await database.selectFrom('externalLogins').select('provider').where('accountId', '=', admin.id).execute()
  assert.deepEqual(left, [], 'what nobody can use is gone')
})
