/** PUT /api/v1/Tenants/{id}: names, code and what is told of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app)
  token = (await own.signIn()).accessToken
})

const put = (id: string, body: unknown, as = token, headers = {}) =>
  app.request('PUT', `/api/v1/Tenants/${id}`, { body, token: as, headers })
const get = async (id: string) => expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token: root }), 200).json
const child = async () => (await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })).tenant
const events = async (id: string) =>
  expectStatus(await app.get(`/api/v1/audit?entityId=${id}&sortDirection=asc`, { token: root }), 200).json.items as {
    action: string
    entityName: string
    changes: Record<string, unknown>
  }[]
const mark = () => randomUUID().slice(0, 8)

describe('PUT /api/v1/Tenants/{id}', () => {
  it('200 with the record as it is; absent stays, null clears; one event with what changed', async () => {
    const { id, code } = await child()
    const fresh = `new-${mark()}`
    const body = { name: '  New name ', code: fresh, description: 'About', address: 'Street 1', logoUrl: 'https://example.test/l.png' }
    const changed = expectStatus(await put(id, body), 200).json
    const wanted = { ...body, name: 'New name' }
    for (const [field, value] of Object.entries(wanted)) assert.equal(changed[field], value)
    assert.deepEqual([changed.version, changed.status, changed.parentTenantId], [2, 'Active', own.tenant.id])
    const cleared = expectStatus(await put(id, { description: null }), 200).json
    assert.deepEqual([cleared.description, cleared.address, cleared.version], [null, 'Street 1', 3])
    const [, first, second] = (await events(id)).filter(({ action }) => action.startsWith('tenant.'))
    assert.deepEqual(
      [first?.action, first?.entityName, first?.changes.code],
      ['tenant.updated', 'New name', { before: code, after: fresh }],
    )
    assert.deepEqual(new Set(Object.keys(first?.changes ?? {})), new Set(Object.keys(body)))
    assert.deepEqual(second?.changes, { description: { before: 'About', after: null } })
  })

  it('200 for a change that changes nothing: no version, no event', async () => {
    const tenant = await child()
    for (const body of [{}, { name: tenant.name, code: tenant.code, status: 'Active', isActive: true, description: null }]) {
      assert.equal(expectStatus(await put(tenant.id, body), 200).json.version, 1)
    }
    assert.equal((await events(tenant.id)).length, 1)
  })

  it('the new code is found at sign-in pages at once, the old one is free', async () => {
    const { id, code } = await child()
    const moved = `moved-${mark()}`
    expectStatus(await put(id, { code: moved }), 200)
    const page = (at: string) => app.get(`/api/v1/public/workspace?code=${at}`)
    assert.equal(expectStatus(await page(moved), 200).json.code, moved)
    expectStatus(await page(code), 404)
    const { id: heir } = await child()
    assert.equal(expectStatus(await put(heir, { code }), 200).json.code, code)
  })

  it('409 naming a taken code, whoever has it, and nothing is stored', async () => {
    const { id, code } = await child()
    const foreign = (await tenantWithAdmin(app)).tenant.code
    const refused = expectStatus(await put(id, { name: 'Other', code: foreign }), 409).json
    assert.deepEqual([refused.code, refused.errors[0].field], ['conflict', 'code'])
    const { name, code: kept, version } = await get(id)
    assert.deepEqual([name === 'Other', kept, version], [false, code, 1])
  })

  it('409 version_conflict for a version that is past, in the body and in If-Match; 400 for an If-Match that is none', async () => {
    const { id } = await child()
    expectStatus(await put(id, { name: 'Second', version: 1 }), 200)
    assert.equal(expectStatus(await put(id, { name: 'Third', version: 1 }), 409).json.code, 'version_conflict')
    assert.equal(expectStatus(await put(id, { name: 'Third' }, token, { 'if-match': '"1"' }), 409).json.code, 'version_conflict')
    expectStatus(await put(id, { name: 'Third' }, token, { 'if-match': 'x' }), 400)
    assert.equal(expectStatus(await put(id, { name: 'Third' }, token, { 'if-match': '"2"' }), 200).json.name, 'Third')
  })

  it('400 for a new parent, a reserved or malformed code, an empty or hostile name, an address that is none', async () => {
    const { id } = await child()
    for (const body of [
      { parentTenantId: own.tenant.id },
      { parentTenantId: null },
      { code: 'api' },
      { code: 'UPPER' },
      { code: 'a/b' },
      { code: null },
      { name: '' },
      { name: 'a\nb' },
      { name: '\u202eevil' },
      { name: 'x'.repeat(201) },
      { logoUrl: 'javascript:alert(1)' },
      { logoUrl: 'data:image/svg+xml,x' },
      { logoUrl: '//evil.test/x' },
      { description: 'x'.repeat(2001) },
      { statusReason: 'x'.repeat(501) },
      { status: 'Deleted' },
      { version: 0 },
      { id },
    ]) {
      const reply = expectStatus(await put(id, body), 400)
      assert.equal(reply.json.errors[0].field, Object.keys(body)[0], reply.text)
    }
    assert.equal((await get(id)).version, 1)
  })

  it('200 for names of the own tenant by its own admin; 404 for what is above and beside', async () => {
    assert.equal(expectStatus(await put(own.tenant.id, { address: 'Here' }), 200).json.parentTenantId, null)
    const other = await tenantWithAdmin(app)
    expectStatus(await put(other.tenant.id, { name: 'Taken over' }), 404)
    const below = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
    const childToken = (await below.signIn()).accessToken
    expectStatus(await put(own.tenant.id, { name: 'Taken over' }, childToken), 404)
    for (const { tenant } of [other, own]) assert.notEqual((await get(tenant.id)).name, 'Taken over')
  })

  it('403 with tenants.view alone', async () => {
    const { id } = await child()
    const viewer = await tokenHolding(app, own.tenant.id, ['tenants.view', 'tenants.create', 'tenants.delete'])
    assert.equal(expectStatus(await put(id, { name: 'No' }, viewer), 403).json.requiredPermission, 'tenants.update')
  })
})
