/** Domains of tenants over HTTP: who may claim, see, order and delete which. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { addTenant, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { domainsOf, pendingDomain, proveDomain, verifiedDomain } from './proving.ts'

let app: TestApp
let root: string
let tenantId: string
before(async () => {
  app = await startApp({ env: { PUBLIC_URL: 'https://app.tenantry.example:8443' } })
  root = await app.superToken()
  tenantId = await addTenant(app)
})
const newName = () => `login.${randomUUID()}.example.test`
const add = (id: string, domainName: unknown, token = root) => app.post(domainsOf(id), { domainName }, { token })
const remove = (id: string, domainId: string, token = root) => app.request('DELETE', `${domainsOf(id)}/${domainId}`, { token })
const verify = (id: string, domainId: string) => app.post(`${domainsOf(id)}/${domainId}/verify`, undefined, { token: root })
const primary = (id: string, domainId: string) => app.request('PUT', `${domainsOf(id)}/${domainId}/primary`, { token: root })
const list = async (id: string) => expectStatus(await app.get(domainsOf(id), { token: root }), 200).json
const eventsOf = async (domainId: string) => {
  const rows = await app.open.service.database.kysely.selectFrom('events').select(['type', 'data']).orderBy('id').execute()
  return rows.filter(({ data }) => (data as { domainId?: string }).domainId === domainId).map(({ type }) => type)
}

describe('a claim', () => {
  it('201 with the records that prove it, and the same in the list until it is proved', async () => {
    const id = await addTenant(app)
    const reply = expectStatus(await add(id, 'Shop.Example.COM'), 201)
    const { createdAt, verificationToken, id: domainId, ...rest } = reply.json
    assert.equal(reply.headers.location, `${domainsOf(id)}/${domainId}`)
    assert.match(verificationToken, /^[0-9a-f]{32}$/)
    const shown = {
      domainName: 'shop.example.com',
      isPrimary: false,
      isCustom: true,
      isVerified: false,
      verificationStatus: 'unverified',
      verifiedAt: null,
      lastCheckedAt: null,
      lastError: null,
      dnsRecordType: 'TXT',
      dnsRecordName: '_tenantry-challenge.shop.example.com',
      dnsRecordValue: `tenantry-verification=${verificationToken}`,
      dnsCnameValue: `${verificationToken}.app.tenantry.example`,
    }
    const owner = { tenantId: id, tenantName: app.open.service.tenants.node(id)!.name }
    assert.deepEqual(rest, { ...owner, ...shown })
    assert.deepEqual(await list(id), { ...owner, domains: [{ id: domainId, createdAt, verificationToken, ...shown }] })
    expectStatus(await verify(id, domainId), 202)
    await proveDomain(app, domainId)
    const [proved] = (await list(id)).domains
    assert.deepEqual(
      Object.keys(proved).filter((name) => /token|dns/i.test(name)),
      [],
    )
    assert.ok(proved.isVerified && proved.verificationStatus === 'verified' && proved.verifiedAt !== null && proved.lastCheckedAt !== null)
    assert.deepEqual(await eventsOf(domainId), ['tenant.domain_created', 'tenant.domain_verification_requested', 'tenant.domain_verified'])
  })

  it('400 naming domainName for what is no name, for the own host and names below it', async () => {
    const wrong = ['', 'localhost', '10.0.0.1', 'example.com.', '*.example.com', 'example.com:443', 'a_b.example', 'a'.repeat(300), 5, null]
    for (const name of [...wrong, 'app.tenantry.example', 'APP.tenantry.example', 'x.y.app.tenantry.example', undefined]) {
      const { json } = expectStatus(await add(tenantId, name), 400)
      assert.equal(json.errors[0].field, 'domainName', JSON.stringify(name))
    }
    expectStatus(await add(tenantId, 'tenantry.example'), 201)
    expectStatus(await app.post(domainsOf(tenantId), { domainName: newName(), isVerified: true }, { token: root }), 400)
  })

  it('409 for a name the tenant claims already, in any spelling; another tenant may claim it too, with another token', async () => {
    const [one, two] = [await addTenant(app), await addTenant(app)]
    const first = expectStatus(await add(one, 'münchen.example.test'), 201).json
    for (const same of ['münchen.example.test', 'MÜNCHEN.example.test', 'xn--mnchen-3ya.example.test']) {
      const { json } = expectStatus(await add(one, same), 409)
      assert.deepEqual([json.code, json.errors[0].field], ['conflict', 'domainName'])
    }
    const second = expectStatus(await add(two, 'münchen.example.test'), 201).json
    expectStatus(await remove(one, first.id), 204)
    const third = expectStatus(await add(one, 'münchen.example.test'), 201).json
    assert.equal(new Set([first, second, third].map(({ verificationToken }) => verificationToken)).size, 3)
  })

  it('409 quota_exceeded past fifty', async () => {
    const id = await addTenant(app)
    for (let n = 0; n < 50; n++) expectStatus(await add(id, newName()), 201)
    const { json } = expectStatus(await add(id, newName()), 409)
    assert.deepEqual([json.code, json.quota], ['quota_exceeded', 'domains'])
    assert.equal((await list(id)).domains.length, 50)
  })

  it("404 for a domain under another tenant's address; admins manage their own tenant and those below", async () => {
    const parent = await tenantWithAdmin(app)
    const child = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id })
    const [above, below] = [(await parent.signIn()).accessToken, (await child.signIn()).accessToken]
    const { id } = expectStatus(await add(child.tenant.id, newName(), above), 201).json
    for (const [tenant, token] of [
      [parent.tenant.id, below],
      [child.tenant.id, undefined],
    ] as const)
      assert.equal((await app.get(domainsOf(tenant), { token })).status, token ? 404 : 401)
    expectStatus(await add(parent.tenant.id, newName(), below), 404)
    for (const [method, path] of [
      ['DELETE', ''],
      ['PUT', '/primary'],
      ['POST', '/verify'],
    ] as const)
      expectStatus(await app.request(method, `${domainsOf(parent.tenant.id)}/${id}${path}`, { token: above }), 404)
    expectStatus(await remove(child.tenant.id, id, below), 204)
    expectStatus(await remove(child.tenant.id, id, below), 404)
  })
})

describe('the primary domain', () => {
  it('409 while it is not verified; then one at a time; none after it is deleted', async () => {
    const id = await addTenant(app)
    const first = await pendingDomain(app, id, newName())
    assert.equal(expectStatus(await primary(id, first), 409).json.code, 'domain_not_verified')
    await proveDomain(app, first)
    const second = await verifiedDomain(app, id, newName())
    const primaries = async () =>
      (await list(id)).domains.flatMap((one: { id: string; isPrimary: boolean }) => (one.isPrimary ? [one.id] : []))
    for (const each of [first, first, second, first]) {
      assert.equal(expectStatus(await primary(id, each), 200).json.isPrimary, true)
      assert.deepEqual(await primaries(), [each])
    }
    assert.equal((await eventsOf(first)).filter((type) => type === 'tenant.domain_primary_changed').length, 2)
    expectStatus(await remove(id, first), 204)
    assert.deepEqual(await primaries(), [])
  })

  it('404 once the tenant is deleted', async () => {
    const id = await addTenant(app)
    const domain = await verifiedDomain(app, id, newName(), true)
    await setTenant(app, id, { deletedAt: app.clock.now() })
    for (const reply of [
      await app.get(domainsOf(id), { token: root }),
      await verify(id, domain),
      await primary(id, domain),
      await remove(id, domain),
    ])
      expectStatus(reply, 404)
  })
})

describe('asking for a check', () => {
  it('202 pending, queued once however often it is asked for; told once; a verified one stays verified', async () => {
    const id = await addTenant(app)
    const domain = await pendingDomain(app, id, newName())
    for (let n = 0; n < 5; n++) assert.deepEqual(expectStatus(await verify(id, domain), 202).json, { status: 'pending' })
    const { kysely } = app.open.service.database
    assert.equal((await kysely.selectFrom('jobs').select('id').where('key', '=', domain).execute()).length, 1)
    assert.deepEqual(await eventsOf(domain), ['tenant.domain_created', 'tenant.domain_verification_requested'])
    await proveDomain(app, domain)
    assert.deepEqual(expectStatus(await verify(id, domain), 202).json, { status: 'verified' })
  })
})
