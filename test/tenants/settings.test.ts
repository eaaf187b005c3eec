/** Settings of a tenant over HTTP: what holds, where it comes from, who may set it, and that it holds at once. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { serviceDefaults } from '#db/live/settings-defaults.ts'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app, { name: 'Own' })
  token = (await own.signIn()).accessToken
})

const path = (id: string) => `/api/v1/Tenants/${id}/settings`
const get = async (id: string, as = root) => expectStatus(await app.get(path(id), { token: as }), 200).json
const put = (id: string, body: unknown, as = root) => app.request('PUT', path(id), { body, token: as })
const set = async (id: string, body: unknown, as = root) => expectStatus(await put(id, body, as), 200).json
const below = (parentTenantId: string = own.tenant.id, name = 'Below') => tenantWithAdmin(app, { parentTenantId, token: root, name })
const told = async (id: string) =>
  expectStatus(await app.get(`/api/v1/audit?entityId=${id}&action=tenant.settings_changed&sortDirection=asc`, { token: root }), 200).json
    .items as { changes: Record<string, unknown>; tenantId: string }[]

describe('GET and PUT /api/v1/Tenants/{id}/settings', () => {
  it('200 the whole object with sources; the same as in the detail', async () => {
    const { tenant } = await below()
    const settings = await get(tenant.id)
    const { sources, inheritedFrom, inherited, ...values } = settings
    assert.deepEqual(inherited, {})
    assert.deepEqual(new Set(Object.keys(values)), new Set(Object.keys(serviceDefaults)))
    assert.deepEqual(new Set(Object.values(sources)), new Set(['default']))
    assert.deepEqual(inheritedFrom, {})
    assert.deepEqual(expectStatus(await app.get(`/api/v1/Tenants/${tenant.id}`, { token: root }), 200).json.settings, settings)
  })

  it('partial: absent stays, null is inherited again, live, with the name of who sets it where that is in scope', async () => {
    const parent = await below(own.tenant.id, 'Parent')
    const child = await below(parent.tenant.id)
    const childToken = (await child.signIn()).accessToken
    await set(parent.tenant.id, { primaryColor: '#112233', language: 'ar', passwordExpiryDays: 90 })
    const changed = await set(child.tenant.id, { language: 'en', loginHeadline: 'Hello' })
    assert.deepEqual([changed.language, changed.loginHeadline, changed.primaryColor], ['en', 'Hello', '#112233'])
    assert.deepEqual(
      [changed.sources.language, changed.sources.loginHeadline, changed.sources.primaryColor, changed.sources.loginSubtitle],
      ['own', 'own', 'inherited', 'default'],
    )
    assert.deepEqual(changed.inheritedFrom, { primaryColor: 'Parent', passwordExpiryDays: 'Parent' })
    assert.deepEqual(changed.inherited, { language: 'ar', loginHeadline: null }, 'what would hold without its own')
    const inside = await get(child.tenant.id, childToken)
    assert.deepEqual([inside.inheritedFrom, inside.inherited], [{}, {}], 'what stands above is not named, nor what it says')
    assert.deepEqual(await get(child.tenant.id), changed)
    const back = await set(child.tenant.id, { language: null })
    assert.deepEqual([back.language, back.sources.language, back.loginHeadline], ['ar', 'inherited', 'Hello'])
    await set(parent.tenant.id, { language: null })
    assert.equal((await get(child.tenant.id)).language, 'en')
  })

  it('the event tells what changed of its own values, and only that; no change is no event', async () => {
    const { tenant } = await below()
    await set(tenant.id, { companyName: 'First', require2FA: false })
    await set(tenant.id, { companyName: 'Second', require2FA: false, loginSubtitle: null })
    await set(tenant.id, { companyName: 'Second' })
    await set(tenant.id, {})
    const events = await told(tenant.id)
    assert.deepEqual(
      events.map(({ changes }) => changes),
      [
        { companyName: { before: null, after: 'First' }, require2FA: { before: null, after: false } },
        { companyName: { before: 'First', after: 'Second' } },
      ],
    )
    assert.equal(events[0]?.tenantId, tenant.id)
  })

  it('every setting takes what it should, at its bounds too, and reads back the same', async () => {
    const { tenant } = await below()
    const all = {
      maxAdmins: 0,
      maxRoles: 1_000_000,
      maxSubTenants: 5,
      maxStorageBytes: 5 * 1024 ** 4,
      passwordMinLength: 72,
      passwordRequireUppercase: true,
      passwordRequireNumber: true,
      passwordRequireSpecial: true,
      passwordExpiryDays: -1,
      passwordHistoryCount: 24,
      loginLockoutThreshold: 3,
      loginLockoutMinutes: 1440,
      require2FA: true,
      accessTokenMinutes: 60,
      auditRetentionDays: 30,
      auditEnabled: false,
      recycleBinRetentionDays: 3650,
      registrationEnabled: false,
      requireEmailVerification: true,
      identityProviderMode: 'Single',
      language: 'ar',
      logoUrl: '/files/logos/x.png',
      faviconUrl: 'https://example.test/favicon.ico',
      primaryColor: '#aBcDeF',
      secondaryColor: '#000000',
      companyName: 'Company',
      loginHeadline: 'Headline',
      loginSubtitle: 'Subtitle',
      loginBrandingJson: '{"a":[1,"<script>"]}',
      dashboardThemeJson: '[]',
      termsOfServiceUrl: 'https://example.test/terms',
      privacyPolicyUrl: 'http://example.test/privacy',
    }
    assert.deepEqual(new Set(Object.keys(all)), new Set(Object.keys(serviceDefaults)))
    const { sources, inheritedFrom: _, inherited: ___, ...values } = await set(tenant.id, all)
    assert.deepEqual(values, { ...all, maxAdmins: null })
    assert.deepEqual([sources.maxRoles, sources.auditEnabled], ['own', 'own'])
    const cleared = await set(tenant.id, Object.fromEntries(Object.keys(all).map((name) => [name, null])))
    assert.deepEqual(new Set(Object.values(cleared.sources)), new Set(['default']))
  })

  it('400 beyond the bounds, for what does not parse, and for addresses that could do harm; nothing of the body is stored', async () => {
    const { tenant } = await below()
    for (const [name, ...values] of [
      ['passwordMinLength', 7, 73, 8.5, '8'],
      ['loginLockoutThreshold', 2, 101],
      ['loginLockoutMinutes', 0, 1441],
      ['accessTokenMinutes', 0, 61],
      ['auditRetentionDays', 0, -1, 29, 3651],
      ['recycleBinRetentionDays', 0, 3651],
      ['passwordExpiryDays', -2, 3651],
      ['passwordHistoryCount', -1, 25],
      ['maxAdmins', -1, 1_000_001],
      ['require2FA', 'true', 1],
      ['identityProviderMode', 'None'],
      ['language', 'de'],
      ['primaryColor', 'red', '#12345', '#1234567', '#12345g'],
      ['loginBrandingJson', '{', '{"__proto__":{}}', '['.repeat(10_000) + ']'.repeat(10_000), `"${'x'.repeat(70_000)}"`],
      ['dashboardThemeJson', 'undefined'],
      [
        'termsOfServiceUrl',
        'javascript:alert(1)',
        'data:text/html,x',
        'https://user:pw@example.test/',
        '/own/path',
        'https://a\u0001.test',
      ],
      ['logoUrl', '//evil.test/x', 'javascript:1', '/../x'],
      ['tenantId', tenant.id],
      ['updatedAt', null],
    ] as [string, ...unknown[]][]) {
      for (const value of values) {
        const refused = expectStatus(await put(tenant.id, { companyName: 'Never', [name]: value }), 400).json
        assert.equal(refused.errors[0].field, name, String(value).slice(0, 100))
      }
    }
    assert.deepEqual([(await get(tenant.id)).companyName, (await told(tenant.id)).length], [null, 0])
  })

  it('404 above and beside, 403 without the permission', async () => {
    const other = await tenantWithAdmin(app)
    const child = await below()
    const childToken = (await child.signIn()).accessToken
    expectStatus(await put(other.tenant.id, { companyName: 'Mine' }, token), 404)
    expectStatus(await put(own.tenant.id, { companyName: 'Mine' }, childToken), 404)
    expectStatus(await app.get(path(own.tenant.id), { token: childToken }), 404)
    const viewer = await tokenHolding(app, own.tenant.id, ['tenants.view'])
    await get(own.tenant.id, viewer)
    assert.equal(expectStatus(await put(own.tenant.id, { companyName: 'Mine' }, viewer), 403).json.requiredPermission, 'tenants.update')
    for (const { tenant } of [other, own]) assert.equal((await get(tenant.id)).companyName, null)
  })
})

describe('what is set from outside only', () => {
  it('403 field_restricted naming each, in whatever spelling of the id, and nothing of the body is stored', async () => {
    const { tenant, signIn } = await below()
    const inside = (await signIn()).accessToken
    await set(tenant.id, { maxAdmins: 5, maxRoles: 0, auditEnabled: true, auditRetentionDays: 400 }, token)
    for (const [body, fields] of [
      [{ maxAdmins: 6 }, ['maxAdmins']],
      [{ maxAdmins: 0 }, ['maxAdmins']],
      [{ maxAdmins: null }, ['maxAdmins']],
      [{ maxRoles: 3 }, ['maxRoles']],
      [{ maxSubTenants: 3 }, ['maxSubTenants']],
      [{ auditEnabled: false, maxAdmins: 1 }, ['maxAdmins', 'auditEnabled']],
      [{ auditEnabled: null }, ['auditEnabled']],
      [{ auditRetentionDays: 399 }, ['auditRetentionDays']],
      [{ auditRetentionDays: null }, ['auditRetentionDays']],
    ] as [object, string[]][]) {
      for (const id of [tenant.id, tenant.id.toUpperCase()]) {
        const refused = expectStatus(await put(id, { companyName: 'Never', ...body }, inside), 403).json
        assert.equal(refused.code, 'field_restricted')
        assert.deepEqual(
          refused.errors.map(({ field }: { field: string }) => field),
          fields,
        )
      }
    }
    const kept = await get(tenant.id)
    assert.deepEqual([kept.maxAdmins, kept.auditEnabled, kept.auditRetentionDays, kept.companyName], [5, true, 400, null])
  })

  it('sending the present values is no change: the whole object comes back, and what is inherited stays so', async () => {
    const { tenant, signIn } = await below()
    const inside = (await signIn()).accessToken
    await set(tenant.id, { maxAdmins: 5, maxRoles: 0 }, token)
    const { sources: _, inheritedFrom: __, inherited: ___, ...whole } = await get(tenant.id, inside)
    const answer = await set(tenant.id, { ...whole, companyName: 'Mine' }, inside)
    assert.deepEqual([answer.maxAdmins, answer.companyName], [5, 'Mine'])
    assert.deepEqual([answer.sources.auditEnabled, answer.sources.maxSubTenants], ['default', 'default'])
    await set(tenant.id, { maxRoles: null, maxSubTenants: 0 }, inside)
    assert.deepEqual((await told(tenant.id)).length, 2)
  })

  it('auditRetentionDays is raised from inside, against what is inherited too', async () => {
    const parent = await below()
    const { tenant, signIn } = await below(parent.tenant.id)
    const inside = (await signIn()).accessToken
    await set(parent.tenant.id, { auditRetentionDays: 500 })
    expectStatus(await put(tenant.id, { auditRetentionDays: 499 }, inside), 403)
    assert.equal((await set(tenant.id, { auditRetentionDays: 600 }, inside)).auditRetentionDays, 600)
    expectStatus(await put(tenant.id, { auditRetentionDays: null }, inside), 403)
    assert.equal((await set(tenant.id, { auditRetentionDays: 30 }, token)).auditRetentionDays, 30)
    assert.equal((await set(tenant.id, { auditRetentionDays: null }, inside)).auditRetentionDays, 500)
    await set(tenant.id, { auditEnabled: false }, token)
    await set(parent.tenant.id, { auditEnabled: false })
    expectStatus(await put(tenant.id, { auditEnabled: null }, inside), 403)
    await set(tenant.id, { auditEnabled: null }, token)
    assert.equal((await set(tenant.id, { auditEnabled: false }, inside)).sources.auditEnabled, 'inherited')
  })

  it('a quota below what is used takes nothing away and stops growth', async () => {
    const parent = await below()
    for (let n = 0; n < 2; n++) await below(parent.tenant.id)
    assert.equal((await set(parent.tenant.id, { maxSubTenants: 1, maxAdmins: 1 }, token)).maxSubTenants, 1)
    const more = await app.post('/api/v1/Tenants', { name: 'One more', parentTenantId: parent.tenant.id }, { token: root })
    assert.equal(expectStatus(more, 409).json.code, 'quota_exceeded')
    const children = expectStatus(await app.get(`/api/v1/Tenants?parentTenantId=${parent.tenant.id}`, { token: root }), 200).json
    assert.equal(children.totalCount, 2)
  })
})

describe('what a setting does, it does at once', () => {
  it('require2FA binds live sessions; below too', async () => {
    const parent = await below()
    const child = await below(parent.tenant.id)
    const { accessToken } = await child.signIn()
    expectStatus(await app.get('/api/v1/Admins', { token: accessToken }), 200)
    await set(parent.tenant.id, { require2FA: true })
    assert.equal(expectStatus(await app.get('/api/v1/Admins', { token: accessToken }), 403).json.code, 'two_factor_setup_required')
    await set(child.tenant.id, { require2FA: false })
    expectStatus(await app.get('/api/v1/Admins', { token: accessToken }), 200)
  })

  it('the lockout threshold and the password rules', async () => {
    const { tenant, admin, signIn } = await below()
    const { accessToken, user } = await signIn()
    await set(tenant.id, { loginLockoutThreshold: 3, passwordMinLength: 40 }, accessToken)
    const change = { currentPassword: admin.password, newPassword: 'a good password, not long enough' }
    const refused = await app.post(`/api/v1/Admins/${user.id}/change-password`, change, { token: accessToken })
    assert.equal(expectStatus(refused, 400).json.code, 'password_policy')
    const wrong = { identifier: admin.email, password: 'wrong', tenantId: tenant.id }
    for (let n = 0; n < 3; n++) expectStatus(await app.post('/api/v1/auth/admin/login', wrong), 401)
    expectStatus(await app.post('/api/v1/auth/admin/login', { ...wrong, password: admin.password }), 423)
  })

  it('auditEnabled false hides the ordinary events that follow, and the change itself stands in the log', async () => {
    const { tenant } = await below()
    await set(tenant.id, { auditEnabled: false }, token)
    await set(tenant.id, { companyName: 'Unseen' }, token)
    assert.deepEqual(
      (await told(tenant.id)).map(({ changes }) => Object.keys(changes)),
      [['auditEnabled']],
    )
  })
})
