import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { SecurityLogPage } from '#modules/auth/sign-in.schema.ts'
import { startApp, superAdmin, type TestApp } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { addAdmin, addTenant, login } from './people.ts'

let app: TestApp
before(async () => {
  app = await startApp({ background: true })
})

const path = '/api/v1/auth/admin/security-log'
const read = async (token: string, query = '') => (await app.get(`${path}${query}`, { token })).json

describe('the security log', () => {
  it("is a page of the caller's own events, newest first", async () => {
    const tenantId = await addTenant(app)
    const admin = await addAdmin(app, tenantId)
    await login(app, admin, { password: 'not the password' })
    const { json } = await login(app, admin, { deviceInfo: 'a telephone' })
    await login(app, await addAdmin(app, tenantId))
    const page = await eventually('both events to be there', async () => {
      const answer = await read(json.accessToken)
      return answer.totalCount === 2 && answer
    })
    SecurityLogPage.strict().parse(page)
    const [newest, oldest] = page.items
    assert.equal(newest.event, 'auth.login.succeeded')
    assert.equal(newest.outcome, 'success')
    assert.equal(newest.deviceInfo, 'a telephone')
    assert.equal(newest.ipAddress, '127.0.0.1')
    assert.equal(newest.location, null)
    assert.equal(oldest.event, 'auth.login.failed')
    assert.equal(oldest.details.attempts, 1)
    assert.deepEqual([page.page, page.pageSize, page.totalPages], [1, 10, 1])
    const first = await read(json.accessToken, '?pageSize=1')
    const second = await read(json.accessToken, `?pageSize=1&cursor=${first.nextCursor}`)
    assert.deepEqual([first.items[0].id, second.items[0].id, second.page, second.nextCursor], [newest.id, oldest.id, 2, null])
    assert.deepEqual((await read(json.accessToken, '?sortDirection=asc&pageSize=1')).items[0].id, oldest.id)
    assert.equal((await app.get(`${path}?pageSize=101`, { token: json.accessToken })).status, 400)
    assert.equal((await app.get(`${path}?sortBy=event`, { token: json.accessToken })).status, 400)
  })

  it('does not tell where somebody else acted from', async () => {
    const admin = await addAdmin(app, await addTenant(app))
    const own = await app.signIn(superAdmin.email, superAdmin.password)
    await app.post(`/api/v1/auth/admin/impersonate/${admin.id}`, { reason: 'a reason' }, { token: own.accessToken })
    const { accessToken } = (await login(app, admin)).json
    const entry = await eventually('the event', async () =>
      (await read(accessToken)).items.find(({ event }: { event: string }) => event === 'auth.impersonation.started'),
    )
    assert.deepEqual([entry.ipAddress, entry.deviceInfo], [null, null])
    assert.ok(!JSON.stringify(entry).includes('a reason'))
  })
})
