/** The settings of the service under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { expectStatus, type Reply, startTwo, superAdmin, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'

const path = '/api/v1/settings'
let apps: readonly [TestApp, TestApp]
let token: string
before(async () => {
  apps = await startTwo()
  token = await apps[0].superToken()
})

const put = (n: number, body: object) => () => apps[n % 2]!.request('PUT', path, { token, body })
const reset = (n: number) => () => apps[n % 2]!.post(`${path}/reset`, { password: superAdmin.password }, { token })
const statuses = (replies: Reply[]) => tally(replies.map(({ status }) => status))
const told = (type: string) =>
  apps[0].open.service.database.kysely.selectFrom('events').select('changes').where('type', '=', type).orderBy('id').execute()
const begin = async () => {
  expectStatus(await reset(0)(), 200)
  return (await told('settings.updated')).length
}
const valuesOf = ({ open }: TestApp) => open.service.serviceSettings.values

describe('settings under callers at once', () => {
  it('loses none of 16 keys, and tells each once', async () => {
    const keys = [
      ['security', ['lockoutThreshold', 'lockoutMinutes', 'passwordMinLength', 'passwordHistoryCount', 'passwordExpiryDays']],
      ['webhooks', ['concurrency', 'logRetentionDays', 'warnAfterHours', 'testsPerMinute', 'replayMaxDays', 'replayMaxDeliveries']],
      ['rateLimits', ['otpCooldownSeconds', 'otpSendsPerAccountHour', 'otpSendsPerTenantDay', 'otpWrongCodesPerDay', 'maxConnections']],
    ] as const
    const all = keys.flatMap(([part, names]) => names.map((name) => [part, name] as const))
    assert.equal(all.length, 16)
    await everyRound(async () => {
      const known = await begin()
      const replies = await race(all.map(([part, name], n) => put(n, { [part]: { [name]: 11 + (name === 'maxConnections' ? 4000 : 0) } })))
      assert.deepEqual(statuses(replies), { 200: 16 })
      const changes = (await told('settings.updated')).slice(known).flatMap((row) => Object.keys(row.changes as object))
      assert.deepEqual(changes.sort(), all.map(([part, name]) => `${part}.${name}`).sort())
      for (const app of apps) {
        await eventually('every process has all', () =>
          all.every(([part, name]) => (valuesOf(app)[part] as Record<string, unknown>)[name] === (name === 'maxConnections' ? 4011 : 11)),
        )
      }
    })
  })

  it('is changed once by 16 who want the same', async () => {
    await everyRound(async () => {
      const known = await begin()
      const replies = await race(Array.from({ length: 16 }, (_, n) => put(n, { security: { lockoutThreshold: 42 } })))
      assert.deepEqual(statuses(replies), { 200: 16 })
      assert.equal((await told('settings.updated')).length, known + 1)
    })
  })

  it('is one of two whole states where changes and resets meet, the same on every process', async () => {
    await everyRound(async () => {
      await begin()
      const both = { security: { lockoutThreshold: 42, lockoutMinutes: 42 } }
      const replies = await race([...Array.from({ length: 8 }, (_, n) => put(n, both)), reset(0), reset(1)])
      assert.deepEqual(statuses(replies), { 200: 10 })
      const stored = await apps[0].open.service.serviceSettings.read(apps[0].open.service.database.kysely)
      const whole = [stored.get('security.lockoutThreshold') ?? 5, stored.get('security.lockoutMinutes') ?? 5]
      assert.ok(whole[0] === whole[1], String(whole))
      for (const app of apps) {
        await eventually(
          'every process has the same',
          () => valuesOf(app).security.lockoutThreshold === whole[0] && valuesOf(app).security.lockoutMinutes === whole[1],
        )
      }
    })
  })
})
