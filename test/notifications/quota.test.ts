/** What is told of quotas and of bulk work: once, and to the right ones. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { addAdmin, setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let tenantId: string
let token: string
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app, { name: 'Bounded' })
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

async function told(type: string): Promise<{ body: string; data: Record<string, unknown> }[]> {
  const { service } = app.open
  await new FanOut(service, { warn() {}, error() {} }, { targets: [...fanOutTargets, notificationTarget(service)] }).drain()
  return expectStatus(await app.get(`/api/v1/notifications?type=${type}&sortDirection=asc`, { token }), 200).json.items
}
const addRole = (name: string) => app.post('/api/v1/roles', { name, permissionIds: [] }, { token })

describe('a quota', () => {
  it('is told of at 80 and at 100 percent, once each until it is set to another number', async () => {
    await setSettings(app, tenantId, { maxRoles: 5 })
    const ids: string[] = []
    const bounds = async () => (await told('tenant.quota_near')).map(({ data: { percent, used, limit } }) => [percent, used, limit])
    for (let n = 0; n < 3; n++) ids.push(expectStatus(await addRole(`Role ${n}`), 201).json.id)
    assert.deepEqual(await bounds(), [])
    ids.push(expectStatus(await addRole('Role 3'), 201).json.id)
    assert.deepEqual(await bounds(), [[80, 4, 5]])
    ids.push(expectStatus(await addRole('Role 4'), 201).json.id)
    assert.equal((await addRole('Role 5')).json.code, 'quota_exceeded')
    for (const id of ids.splice(3)) expectStatus(await app.request('DELETE', `/api/v1/roles/${id}`, { token }), 204)
    for (const name of ['Role 6', 'Role 7']) expectStatus(await addRole(name), 201)
    assert.deepEqual(await bounds(), [
      [80, 4, 5],
      [100, 5, 5],
    ])
    assert.match((await told('tenant.quota_near'))[1]!.body, /Bounded has used all 5 \(maxRoles\)/)
    await setSettings(app, tenantId, { maxRoles: 6 })
    expectStatus(await addRole('Role 8'), 201)
    assert.deepEqual((await bounds()).at(-1), [100, 6, 6])
  })

  it('of tenants below is told to the tenant that it bounds', async () => {
    await setSettings(app, tenantId, { maxSubTenants: 2 })
    const below = expectStatus(await app.post('/api/v1/Tenants', { name: 'Below' }, { token }), 201).json.id
    expectStatus(await app.post('/api/v1/Tenants', { name: 'Deep', parentTenantId: below }, { token: await app.superToken() }), 201)
    const last = (await told('tenant.quota_near')).at(-1)
    assert.deepEqual([last?.data.quota, last?.data.percent], ['maxSubTenants', 100])
  })
})

describe('bulk work', () => {
  it('that changed something is told to who asked for it, with the number; a dry run is not', async () => {
    const people = await Promise.all([0, 1, 2].map(() => addAdmin(app, tenantId)))
    const ids = [...people.map(({ id }) => id), 'no-such-id']
    const call = (more: object) => app.post('/api/v1/Admins/bulk-deactivate', { ids, ...more }, { token })
    expectStatus(await call({}), 200)
    expectStatus(await call({}), 200)
    const finished = await told('job.finished')
    assert.deepEqual(
      finished.map(({ data }) => [data.affected, data.skipped]),
      [[3, 1]],
    )
    assert.match(finished[0]!.body, /^3 records were changed. 1 were left out/)
  })
})
