/** GET /api/v1/public/workspace: what anybody may know of a workspace, and no more. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setSettings, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

const page = (code: string) => app.get(`/api/v1/public/workspace?code=${encodeURIComponent(code)}`)
const branding = {
  faviconUrl: null,
  primaryColor: '#112233',
  secondaryColor: null,
  companyName: 'Parent Brand',
  loginHeadline: null,
  loginSubtitle: null,
  loginBrandingJson: '{"a":1}',
  termsOfServiceUrl: null,
  privacyPolicyUrl: null,
  language: 'ar',
}

async function family() {
  const parent = await tenantWithAdmin(app, { name: `Parent ${randomUUID()}` })
  const own = await tenantWithAdmin(app, { name: `Own ${randomUUID()}`, parentTenantId: parent.tenant.id })
  const { primaryColor, companyName, loginBrandingJson, language } = branding
  await setSettings(app, parent.tenant.id, { primaryColor, companyName, loginBrandingJson, language, passwordMinLength: 12 })
  await setSettings(app, own.tenant.id, { passwordRequireNumber: true, logoUrl: '/logos/own.png' })
  return { parent, own }
}

describe('GET /api/v1/public/workspace', () => {
  it('200 for anybody: branding as it holds, the rules for passwords, an opaque id that sign-in takes', async () => {
    const { own, parent } = await family()
    const { json, text } = expectStatus(await page(own.tenant.code.toUpperCase()), 200)
    const { tenantId, ...rest } = json
    assert.deepEqual(rest, {
      code: own.tenant.code,
      name: own.tenant.name,
      isSignInAvailable: true,
      logoUrl: '/logos/own.png',
      ...branding,
      providers: [],
      passwordPolicy: { minLength: 12, requireUppercase: false, requireNumber: true, requireSpecial: false },
      registrationEnabled: true,
      requireEmailVerification: false,
    })
    for (const secret of [own.tenant.id, parent.tenant.id, parent.tenant.name, parent.tenant.code]) assert.ok(!text.includes(secret))
    assert.equal(tenantId, (await page(own.tenant.code)).json.tenantId)
    const signedIn = await app.signIn(own.admin.email, own.admin.password, { tenantId })
    assert.equal(signedIn.user.tenantId, own.tenant.id)
  })

  it("200 with the tenant's own picture before one that is inherited", async () => {
    const { own, parent } = await family()
    const root = await app.superToken()
    const body = { name: 'Pictured', parentTenantId: own.tenant.id, logoUrl: '/logos/record.png' }
    const { code } = expectStatus(await app.post('/api/v1/Tenants', body, { token: root }), 201).json
    assert.equal((await page(code)).json.logoUrl, '/logos/record.png')
    await setSettings(app, parent.tenant.id, { logoUrl: '/logos/parent.png' })
    await setSettings(app, own.tenant.id, { logoUrl: null })
    assert.equal((await page(own.tenant.code)).json.logoUrl, '/logos/parent.png')
  })

  it('200 with the name only while it or a tenant above is suspended, the same for both', async () => {
    const { own, parent } = await family()
    const { tenantId } = (await page(own.tenant.code)).json
    const seen = new Set<string>()
    for (const id of [own.tenant.id, parent.tenant.id]) {
      await setTenant(app, id, { status: 'Suspended' })
      const { json, text } = expectStatus(await page(own.tenant.code), 200)
      assert.deepEqual(json, { tenantId, code: own.tenant.code, name: own.tenant.name, isSignInAvailable: false })
      seen.add(text)
      await setTenant(app, id, { status: 'Active' })
    }
    assert.equal(seen.size, 1)
    assert.equal((await page(own.tenant.code)).json.companyName, 'Parent Brand')
  })

  it('404, the same bytes, for a code that is unknown, no code at all, or of a deleted tenant', async () => {
    const { own, parent } = await family()
    const below = await family()
    await setTenant(app, own.tenant.id, { deletedAt: app.clock.now() })
    await setTenant(app, below.parent.tenant.id, { deletedAt: app.clock.now() })
    const seen = new Set<string>()
    for (const code of [own.tenant.code, below.own.tenant.code, 'no-such-code', '', '../x', own.tenant.id, `${parent.tenant.code} `])
      seen.add(expectStatus(await page(code), 404).text.replace(/"traceId":"[^"]*"/, ''))
    assert.equal(seen.size, 1)
  })

  it('400 without a code, with two, with one that is too long, or by a name nobody declared', async () => {
    for (const query of ['', '?code=abc&code=abd', `?code=${'a'.repeat(201)}`, '?name=example', '?code=abc&domain=example.test'])
      assert.equal((await app.get(`/api/v1/public/workspace${query}`)).status, 400, query)
  })

  it('200 at once for a tenant that another process made, on PostgreSQL', { skip: process.env.TEST_DATABASE !== 'postgres' }, async () => {
    const other = await startApp({ env: { DATABASE_URL: app.config.databaseUrl as string } })
    for (let round = 0; round < 10; round++) {
      const settings = { companyName: `Fresh ${round}` }
      const body = { name: 'Fresh', settings }
      const { code } = expectStatus(await app.post('/api/v1/Tenants', body, { token: await app.superToken() }), 201).json
      const seen = expectStatus(await other.get(`/api/v1/public/workspace?code=${code}`), 200).json
      assert.deepEqual([seen.isSignInAvailable, seen.companyName], [true, settings.companyName])
    }
  })
})
