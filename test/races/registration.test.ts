/** Registration and proof by many at once, on two services: one winner each, and never a fault of ours. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { expectStatus, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { addUser, addWorkspace, codeFor, type Workspace } from '../users/rig.ts'

const door = '/api/v1/auth/user'
const callers = 16
let apps: readonly [TestApp, TestApp]
let workspace: Workspace
before(async () => {
  apps = await startTwo()
  workspace = await addWorkspace(apps[0])
})
const inTurn = (n: number) => apps[n % 2] as TestApp
const at = (call: (app: TestApp, n: number) => Promise<number>) => race(Array.from({ length: callers }, (_, n) => () => call(inTurn(n), n)))

describe('end users at once', () => {
  it('one address is registered once', async () => {
    await everyRound(async () => {
      const email = `one-${randomUUID()}@example.test`
      const body = { email, password: `zuvaqor ${randomUUID()}`, tenantCode: workspace.code }
      const statuses = await at(async (app) => (await app.post(`${door}/register`, { ...body, username: `u-${randomUUID()}` })).status)
      assert.deepEqual(tally(statuses), { 201: 1, 409: callers - 1 })
    })
  })

  it('one code proves an address once', async () => {
    await everyRound(async () => {
      const user = await addUser(apps[0], workspace.code)
      const body = { email: user.email, code: await codeFor(apps[0], user.id, 'email_verification'), tenantCode: workspace.code }
      const statuses = await at(async (app) => (await app.post(`${door}/verify-email`, body)).status)
      assert.deepEqual(tally(statuses), { 200: 1, 400: callers - 1 })
    })
  })

  it('a registration either is there before its tenant is suspended, or is refused', async () => {
    await everyRound(async () => {
      const own = await addWorkspace(apps[0])
      const token = await apps[0].superToken()
      const suspend = async () =>
        expectStatus(await apps[1].request('PUT', `/api/v1/Tenants/${own.id}`, { token, body: { status: 'Suspended' } }), 200).status
      const register = (n: number) => async () => {
        const mark = randomUUID()
        const body = { username: `u-${mark}`, email: `u-${mark}@example.test`, password: `zuvaqor ${mark}`, tenantCode: own.code }
        return (await inTurn(n).post(`${door}/register`, body)).status
      }
      const statuses = await race([suspend, ...Array.from({ length: 8 }, (_, n) => register(n))])
      assert.ok(
        statuses.every((status) => [200, 201, 400].includes(status)),
        JSON.stringify(tally(statuses)),
      )
      const late = await register(0)()
      assert.equal(late, 400)
    })
  })

  it('a code and a completed reset at once prove the address, and neither waits for the other', async () => {
    await everyRound(async () => {
      const user = await addUser(apps[0], workspace.code)
      const whose = { email: user.email, tenantCode: workspace.code }
      expectStatus(await apps[0].post(`${door}/request-password-reset`, whose), 202)
      const [proof, reset] = [await codeFor(apps[0], user.id, 'email_verification'), await codeFor(apps[0], user.id, 'password_reset_otp')]
      const statuses = await race([
        async () => (await apps[0].post(`${door}/verify-email`, { ...whose, code: proof })).status,
        async () => (await apps[1].post(`${door}/reset-password`, { ...whose, code: reset, newPassword: `new ${user.password}` })).status,
      ])
      assert.ok(statuses[0] === 200 || statuses[0] === 400, `${statuses}`)
      assert.equal(statuses[1], 200)
      const row = await apps[0].open.service.database.kysely
        .selectFrom('accounts')
        .select('emailVerifiedAt')
        .where('id', '=', user.id)
        .executeTakeFirstOrThrow()
      assert.ok(row.emailVerifiedAt)
    })
  })
})
