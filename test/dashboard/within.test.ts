/** Numbers `within` one tenant: those that its own admins read, and of a tenant of anybody else what an empty one has. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { FanOut } from '#events/fan-out.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addProvedUser } from '../users/rig.ts'

const dashboard = '/api/v1/dashboard'
const numbers = [
  ...['summary', 'stats', 'login-activity', 'event-distribution', 'security-events', 'top-blocked-ips', 'charts'].map(
    (path) => `${dashboard}/${path}`,
  ),
  '/api/v1/emails/stats',
]

type Made = Awaited<ReturnType<typeof tenantWithAdmin>>
let app: TestApp
let own: Made
let child: Made
let stranger: Made
let deleted: string
let token: string
let childToken: string

/** Wrong passwords from one address. */
async function fail(made: Made, ip: string, times: number): Promise<void> {
  const body = { identifier: made.admin.email, password: 'not the password', tenantId: made.tenant.id }
  for (let n = 0; n < times; n++) await app.request('POST', '/api/v1/auth/admin/login', { body, headers: { 'x-forwarded-for': ip } })
}

before(async () => {
  app = await startApp({ env: { TRUST_PROXY: 'loopback' } })
  const root = await app.superToken()
  own = await tenantWithAdmin(app, { name: 'Own' })
  child = await tenantWithAdmin(app, { name: 'Child', parentTenantId: own.tenant.id })
  stranger = await tenantWithAdmin(app, { name: 'Stranger' })
  const gone = await tenantWithAdmin(app, { name: 'Gone', parentTenantId: own.tenant.id })
  deleted = gone.tenant.id
  expectStatus(await app.request('DELETE', `/api/v1/Tenants/${deleted}`, { token: root }), 204)
  token = (await own.signIn()).accessToken
  childToken = (await child.signIn()).accessToken
  await addProvedUser(app, child.tenant.code)
  await fail(child, '192.0.2.1', 4)
  await fail(own, '192.0.2.2', 3)
  await fail(stranger, '192.0.2.3', 4)
  const silent = { warn() {}, error: (fields: object) => assert.fail(JSON.stringify(fields)) }
  await new FanOut(app.open.service, silent as never).drain()
})

const read = async (path: string, by = token) => {
  const { json } = expectStatus(await app.get(path, { token: by }), 200)
  return json.data ?? json
}

describe('numbers within a tenant', () => {
  for (const path of numbers) {
    it(`GET ${path} tells of a tenant below what its own admin is told, by either form of its id`, async () => {
      const theirs = await read(path, childToken)
      assert.notDeepEqual(theirs, await read(path), 'else this proves nothing')
      for (const within of [child.tenant.id, app.open.service.keys.opaqueIds.encode('tenant', child.tenant.id)])
        assert.deepEqual(withoutPeople(await read(`${path}?within=${within}`)), withoutPeople(theirs))
      assert.deepEqual(await read(`${path}?within=${own.tenant.id}`), await read(path))
    })

    it(`GET ${path} tells of a tenant out of scope, a deleted one and one that nobody has the same: nothing`, async () => {
      const answers = []
      for (const within of [stranger.tenant.id, deleted, randomUUID()]) answers.push(JSON.stringify(await read(`${path}?within=${within}`)))
      assert.equal(new Set(answers).size, 1, answers.join('\n'))
      const counts = answers[0]!.replaceAll(/"(?:date|from|to)":"[^"]*"/g, '').match(/:\d+/g) ?? []
      assert.ok(
        counts.every((count) => count === ':0'),
        answers[0],
      )
      assert.equal(JSON.stringify(await read(`${path}?within=${own.tenant.id}`, childToken)), answers[0], 'nor of the one above')
    })

    it(`GET ${path} 400 naming within for a text that is no id`, async () => {
      const { json } = expectStatus(await app.get(`${path}?within=acme`, { token }), 400)
      assert.deepEqual(
        json.errors.map(({ field, code }: { field: string; code: string }) => [field, code]),
        [['within', 'format']],
      )
    })
  }

  it('names in the newest failures of a part whoever the caller may know', async () => {
    const { recent } = await read(`${dashboard}/security-events?within=${child.tenant.id}`)
    assert.ok(recent.length > 0)
    assert.ok(recent.every(({ tenantId }: { tenantId: string }) => tenantId === child.tenant.id))
    assert.ok(!JSON.stringify(recent).includes('192.0.2.2'))
  })

  it('403 stays what it is without the permission', async () => {
    const without = await tokenHolding(app, own.tenant.id, ['audit.view'])
    for (const path of numbers) expectStatus(await app.get(`${path}?within=${child.tenant.id}`, { token: without }), 403)
  })
})

/** Who stands above is named to the caller, and not to the admin below. */
const withoutPeople = (answer: { recent?: object[] }) =>
  answer.recent ? { ...answer, recent: answer.recent.map(({ id }: { id?: string }) => id) } : answer
