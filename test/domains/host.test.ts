/** A verified domain stands for its tenant: at sign-in, for the page before it, and in links for end users; we do not speak for what is below it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { FastifyRequest } from 'fastify'
import { createAccount } from '#accounts/new-account.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { answerHeaders } from '#http/headers/security-headers.ts'
import { requestPasswordReset } from '#sign-in/password-reset-request.ts'
import { lastReset, mailsTo } from '../auth/mail.ts'
import { addAdmin, addTenant, change, loginPath, setTenant, type TestAdmin } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { domainsOf, pendingDomain, verifiedDomain } from './proving.ts'

let app: TestApp
/** Behind a proxy that it trusts. */
let proxied: TestApp
/** Behind one that passes on what its clients sent. */
let passedOn: TestApp
before(async () => {
  const PUBLIC_URL = 'https://app.tenantry.example'
  app = await startApp({ env: { PUBLIC_URL } })
  proxied = await startApp({ env: { PUBLIC_URL, TRUST_PROXY: 'loopback', TRUST_FORWARDED_HOST: 'on' } })
  passedOn = await startApp({ env: { TRUST_PROXY: 'loopback' } })
})
const newName = () => `${randomUUID()}.example.test`
/** An address with the same password in two tenants, so that only a tenant that is named leads to tokens. */
async function twins(at = app): Promise<{ one: TestAdmin; two: TestAdmin }> {
  const email = `${randomUUID()}@example.test`
  const password = `a password of ${email}`
  const add = async () => await addAdmin(at, await addTenant(at), { email, username: null, password })
  return { one: await add(), two: await add() }
}
const login = (admin: TestAdmin, headers: Record<string, string>, more: object = {}, at = app) =>
  at.post(loginPath, { identifier: admin.email, password: admin.password, ...more }, { headers })
const tenantOf = ({ json }: { json: { user?: { tenantId: string }; requiresWorkspaceSelection?: boolean } }) =>
  json.requiresWorkspaceSelection ? 'selection' : (json.user?.tenantId ?? null)

describe('sign-in at a domain', () => {
  it('is to the tenant that has proved it, with any port, case and dot at the end', async () => {
    const { one } = await twins()
    const name = newName()
    await verifiedDomain(app, one.tenantId as string, name)
    for (const host of [name, `${name}:8443`, name.toUpperCase(), `${name}.`])
      assert.equal(tenantOf(expectStatus(await login(one, { host }), 200)), one.tenantId, host)
  })

  it('is to nobody’s tenant at an unverified, failed, deleted, foreign or unknown one', async () => {
    const { one } = await twins()
    const name = newName()
    const id = await pendingDomain(app, one.tenantId as string, name)
    const gone = newName()
    const deleted = await verifiedDomain(app, one.tenantId as string, gone)
    expectStatus(await app.request('DELETE', `${domainsOf(one.tenantId as string)}/${deleted}`, { token: await app.superToken() }), 204)
    const { kysely } = app.open.service.database
    for (const status of ['pending', 'failed', 'unverified'] as const) {
      await kysely.updateTable('tenantDomains').set({ status }).where('id', '=', id).execute()
      await app.open.service.domains.apply('flush')
      for (const host of [name, gone, `www.${name}`, 'unknown.example.test', 'localhost', '127.0.0.1', '[::1]:80'])
        assert.equal(tenantOf(expectStatus(await login(one, { host }), 200)), 'selection', host)
    }
  })

  it('goes to the tenant or the platform that is named, whatever the host', async () => {
    const { one, two } = await twins()
    const host = newName()
    await verifiedDomain(app, one.tenantId as string, host)
    assert.equal(tenantOf(await login(two, { host }, { tenantId: two.tenantId })), two.tenantId)
    const root = { ...one, email: superAdmin.email, password: superAdmin.password }
    expectStatus(await login(root, { host }, { isPlatformAdmin: true }), 200)
    assert.equal(expectStatus(await login(root, { host }), 401).json.code, 'invalid_credentials')
    expectStatus(await login(one, { host }, { tenantId: 'neither' }), 400)
  })

  it('answers for a suspended tenant as ever, and for a deleted one as if the domain were none', async () => {
    const { one } = await twins()
    const host = newName()
    await verifiedDomain(app, one.tenantId as string, host)
    await setTenant(app, one.tenantId as string, { status: 'Suspended' })
    assert.equal(expectStatus(await login(one, { host }), 403).json.code, 'tenant_suspended')
    await setTenant(app, one.tenantId as string, { status: 'Active', deletedAt: app.clock.now() })
    assert.notEqual(tenantOf(expectStatus(await login(one, { host }), 200)), one.tenantId)
  })

  it('finds the workspace of the domain alone, and resets the password of its account alone', async () => {
    const { one, two } = await twins()
    const host = newName()
    await verifiedDomain(app, one.tenantId as string, host)
    const body = { identifier: one.email, password: one.password }
    const discover = async (headers: object) =>
      expectStatus(await app.post('/api/v1/auth/admin/discover-workspaces', body, { headers: { ...headers } }), 200).json.workspaces.length
    assert.deepEqual([await discover({ host }), await discover({})], [1, 2])
    expectStatus(
      await app.post('/api/v1/auth/admin/request-password-reset', { email: one.email, method: 'magic-link' }, { headers: { host } }),
      202,
    )
    assert.deepEqual([(await mailsTo(app, one.id)).length, (await mailsTo(app, two.id)).length], [1, 0])
    // whoever means another place says that it is not this one: an account of the platform has no tenant to name
    const elsewhere = { email: two.email, tenantId: null, method: 'magic-link' }
    expectStatus(await app.post('/api/v1/auth/admin/request-password-reset', elsewhere, { headers: { host } }), 202)
    assert.equal((await mailsTo(app, two.id)).length, 1)
  })

  it('believes X-Forwarded-Host from a trusted proxy only, and only where that is said to set it', async () => {
    const name = newName()
    for (const [at, expected] of [
      [app, 'selection'],
      [passedOn, 'selection'],
      [proxied, null],
    ] as const) {
      const { one } = await twins(at)
      const host = `${at === app ? 'a' : at === passedOn ? 'b' : 'c'}.${name}`
      await verifiedDomain(at, one.tenantId as string, host)
      assert.equal(tenantOf(await login(one, { 'x-forwarded-host': host }, {}, at)), expected ?? one.tenantId)
      assert.equal(
        tenantOf(await login(one, { host, 'x-forwarded-host': 'other.example' }, {}, at)),
        at === proxied ? 'selection' : one.tenantId,
      )
    }
  })
})

describe('Strict-Transport-Security', () => {
  const strict = async (at: TestApp, headers: Record<string, string>, path = '/health/live') =>
    (await at.get(path, { headers })).headers['strict-transport-security']

  it('binds subdomains on the host of PUBLIC_URL alone, however that is written', async () => {
    for (const host of ['app.tenantry.example', 'APP.tenantry.example.', 'app.tenantry.example:443'])
      assert.equal(await strict(app, { host }), 'max-age=31536000; includeSubDomains', host)
    for (const host of [
      'login.customer.example',
      'tenantry.example',
      'x.app.tenantry.example',
      '127.0.0.1',
      'app.tenantry.example.evil.example',
    ])
      assert.equal(await strict(app, { host }), 'max-age=31536000', host)
  })

  it('stands on errors too: of a route, of no route, of an address that can not be read', async () => {
    for (const path of ['/api/v1/Admins/me', '/nowhere', '/%zz'])
      assert.equal(await strict(app, { host: 'login.customer.example' }, path), 'max-age=31536000', path)
  })

  it('goes by the host that a trusted proxy wrote', async () => {
    const forwarded = (name: string) => strict(proxied, { host: 'inside', 'x-forwarded-host': name })
    assert.equal(await forwarded('app.tenantry.example'), 'max-age=31536000; includeSubDomains')
    assert.equal(await forwarded('login.customer.example'), 'max-age=31536000')
    assert.equal(await strict(app, { host: 'login.customer.example', 'x-forwarded-host': 'app.tenantry.example' }), 'max-age=31536000')
  })

  it('is not sent where people come by plain http', () => {
    const headersOf = answerHeaders(() => 'http://app.tenantry.example', { host: () => 'app.tenantry.example' })
    assert.equal(headersOf({} as FastifyRequest)['strict-transport-security'], undefined)
  })
})

describe('GET /api/v1/public/workspace?domain=', () => {
  const page = (domain: string, at = app) => at.get(`/api/v1/public/workspace?domain=${encodeURIComponent(domain)}`)

  it('200 for a verified domain, as by the code; the name only while suspended', async () => {
    const tenantId = await addTenant(app)
    const name = newName()
    await verifiedDomain(app, tenantId, name)
    const { json } = expectStatus(await page(name.toUpperCase()), 200)
    assert.deepEqual(json, (await app.get(`/api/v1/public/workspace?code=${json.code}`)).json)
    await setTenant(app, tenantId, { status: 'Suspended' })
    assert.deepEqual(Object.keys(expectStatus(await page(name), 200).json), ['tenantId', 'code', 'name', 'isSignInAvailable'])
    await setTenant(app, tenantId, { deletedAt: app.clock.now() })
    expectStatus(await page(name), 404)
  })

  it('404, the same bytes, for one that is claimed only, unknown, or no domain; 400 beside a code', async () => {
    const name = newName()
    await pendingDomain(app, await addTenant(app), name)
    const seen = new Set<string>()
    for (const domain of [name, 'unknown.example.test', 'localhost', '10.0.0.1', '*', '', `${name}.`, `${name}:443`])
      seen.add(expectStatus(await page(domain), 404).text.replace(/"traceId":"[^"]*"/, ''))
    assert.equal(seen.size, 1)
    for (const query of ['', '?code=abc&domain=a.example', '?domain=a.example&domain=b.example', `?domain=${'a'.repeat(300)}`])
      expectStatus(await app.get(`/api/v1/public/workspace${query}`), 400)
  })
})

describe('links in mails', () => {
  it('for users lead to the primary domain over https while there is one; for admins never', async () => {
    const { service } = app.open
    const tenantId = await addTenant(app)
    const token = await app.superToken()
    const first = await verifiedDomain(app, tenantId, newName(), true)
    const name = service.domains.primaryOf(tenantId) as string
    const admin = await addAdmin(app, tenantId)
    const mark = randomUUID()
    const names = { username: null, email: `${mark}@example.test`, firstName: 'U', lastName: mark, roleId: null, createdBy: null }
    const userId = await change(app, (ctx) => createAccount(ctx, 'user', { tenantId, passwordHash: null, ...names }))
    const linkFor = async (kind: 'admin' | 'user', id: string, email: string) => {
      await change(app, (ctx) => ctx.db.deleteFrom('codeLimits').execute())
      await requestPasswordReset(systemContext(service), kind, { email, tenantId, method: 'magic-link' })
      assert.ok((await lastReset(app, id)).token)
      return new URL((await mailsTo(app, id)).at(-1)?.variables.link)
    }
    const start = async () => {
      const { origin, pathname } = await linkFor('user', userId, names.email)
      return origin + pathname
    }
    assert.equal(await start(), `https://${name}/reset-password`)
    assert.equal((await linkFor('admin', admin.id, admin.email)).origin, 'https://app.tenantry.example')
    expectStatus(await app.request('DELETE', `${domainsOf(tenantId)}/${first}`, { token }), 204)
    assert.equal(await start(), 'https://app.tenantry.example/reset-password')
  })
})
