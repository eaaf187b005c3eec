/** Somebody gives a wrong password for something dangerous while they sign in elsewhere: what fails is counted under the same locks. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, startTwo, superAdmin, type TestApp } from '../harness.ts'
import { everyRound, race } from '../rig/race.ts'

/** Fewer at once than lock an account. */
const wrong = 3
const right = 5

let apps: readonly [TestApp, TestApp]
before(async () => {
  apps = await startTwo()
})

describe('a wrong password beside sign-ins of the same account', () => {
  it('is refused, counted, and in nobody’s way', async () => {
    const token = await apps[0].superToken()
    const door = '/api/v1/auth/admin/login'
    const body = { identifier: superAdmin.email, password: superAdmin.password, isPlatformAdmin: true }
    await everyRound(async () => {
      // where the sign-ins of the round before came first, its failures still count
      expectStatus(await apps[0].post(door, body), 200)
      const fail = (n: number) => async () =>
        (await apps[n % 2]!.post('/api/v1/settings/reset', { password: 'not the password' }, { token })).status
      const enter = (n: number) => async () => (await apps[n % 2]!.post(door, body)).status
      const told = await race([...Array.from({ length: wrong }, (_, n) => fail(n)), ...Array.from({ length: right }, (_, n) => enter(n))])
      assert.deepEqual(told, [...Array(wrong).fill(401), ...Array(right).fill(200)])
    })
  })
})
