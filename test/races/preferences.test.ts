/** Preferences under changes at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { addAdmin, addTenant, login } from '../auth/people.ts'
import { expectStatus, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

const url = '/api/v1/Admins/me/preferences'
const chosen = {
  ...{ language: 'ar', theme: 'dark', density: 'compact', numerals: 'arabic', timeZone: 'Asia/Amman', shortcuts: false },
  views: [{ screen: 'admins', name: 'Blocked', query: 'isBlocked=true' }],
  columns: { admins: ['name'] },
}
const names = Object.keys(chosen) as (keyof typeof chosen)[]

let apps: readonly [TestApp, TestApp]
let tenantId: string
before(async () => {
  apps = await startTwo()
  tenantId = await addTenant(apps[0])
})

const someone = async (): Promise<string> => (await login(apps[0], await addAdmin(apps[0], tenantId))).json.accessToken
const put = (n: number, token: string, body: object) => apps[n % 2]!.request('PUT', url, { token, body })

describe('preferences under changes at once', () => {
  it('of different names all hold, from the first on', async () => {
    await everyRound(async () => {
      const token = await someone()
      const replies = await race(names.map((name, n) => () => put(n, token, { [name]: chosen[name] })))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: names.length })
      assert.deepEqual(expectStatus(await apps[1].get(url, { token }), 200).json, { ...chosen, pinnedTenants: [] })
    })
  })

  it('never come to more than 16 KB together: of two that fit alone one is refused', async () => {
    await everyRound(async () => {
      const token = await someone()
      const views = Array.from({ length: 9 }, (_, n) => ({ screen: 'admins', name: `View ${n}`, query: 'a'.repeat(1000) }))
      const columns = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`${n}x`.padEnd(60, 'x'), ['y'.repeat(60), 'z'.repeat(60)]]))
      const replies = await race([() => put(0, token, { views }), () => put(1, token, { columns })])
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 400: 1 })
      const kept = (await apps[0].get(url, { token })).json
      assert.equal((kept.views.length > 0 ? 1 : 0) + (Object.keys(kept.columns).length > 0 ? 1 : 0), 1)
    })
  })
})
