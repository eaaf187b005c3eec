/** What an application for admins begins with: one answer in place of six, the same as those six, in a fixed number of statements. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { DefaultQueryExecutor } from 'kysely'
import { version } from '#core/package-version.ts'
import { Start } from '#modules/start/start.schema.ts'
import { addAdmin, addTenant, login, setAccount, setSettings, setTenant } from '../auth/people.ts'
import { everything, putGrant } from '../delegation/rig.ts'
import { world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})
const url = '/api/v1/Admins/me/start'
const start = async (token: string) => expectStatus(await app.get(url, { token }), 200).json
const answer = async (path: string, token: string) => expectStatus(await app.get(`/api/v1/${path}`, { token }), 200).json

describe('the start of an admin', () => {
  it('says what six operations say', async () => {
    const place = await world(app)
    const person = await place.person(everything)
    await place.group({ nameEn: 'Some group' }, [person.id])
    expectStatus(await app.post('/api/v1/menus', { titleEn: 'Own item' }, { token: place.token }), 201)
    const body = { targets: [{ type: 'admin', id: person.id }], title: 'News', body: 'Of today' }
    expectStatus(await app.post('/api/v1/notifications', body, { token: place.token }), 202)
    expectStatus(await app.request('PUT', '/api/v1/Admins/me/preferences', { token: person.token, body: { theme: 'dark' } }), 200)
    const { token } = person
    const found = await start(token)
    Start.strict().parse(found)
    assert.deepEqual(found.me, await answer('Admins/me', token))
    const { permissions, restrictions, roles, groups } = found
    assert.deepEqual({ permissions, restrictions, roles, groups }, await answer('permissions/my', token))
    assert.equal(groups.length, 1)
    assert.deepEqual(found.menus, await answer('menus', token))
    assert.ok(found.menus.some(({ titleEn }: { titleEn: string }) => titleEn === 'Own item'))
    assert.deepEqual(found.preferences, await answer('Admins/me/preferences', token))
    assert.equal(found.preferences.theme, 'dark')
    assert.equal(found.unreadNotifications, (await answer('notifications/unread-count', token)).count)
    assert.equal(found.unreadNotifications, 1)
    assert.deepEqual([found.duties, found.impersonator], [{ passwordChange: false, twoFactorSetup: false }, null])
    const { serviceName, features } = app.open.service.options
    assert.deepEqual(found.service, { name: serviceName, version, features: { ...features } })
  })

  it('tells of the own tenant and of nothing above it, and of how it looks', async () => {
    const above = await addTenant(app, { name: 'Above' })
    const own = await addTenant(app, { name: 'Own', parentId: above })
    await setSettings(app, above, { primaryColor: '#112233', companyName: 'Seller', passwordMinLength: 14 })
    await setSettings(app, own, { companyName: 'Own company' })
    const { json } = await login(app, await addAdmin(app, own))
    const { tenant, passwordPolicy } = await start(json.accessToken)
    assert.deepEqual([tenant.id, tenant.name, tenant.status], [own, 'Own', 'Active'])
    assert.deepEqual(tenant.path, [{ id: own, name: 'Own' }])
    const { branding } = tenant
    assert.deepEqual([branding.companyName, branding.primaryColor, branding.logoUrl], ['Own company', '#112233', null])
    assert.equal(passwordPolicy.minLength, 14)
    assert.ok(!JSON.stringify(tenant).includes(above))
  })

  it('has no tenant for who is on the platform', async () => {
    const found = await start(await app.superToken())
    assert.deepEqual([found.tenant, found.me.email, found.passwordPolicy.minLength], [null, superAdmin.email, 8])
  })

  it('is masked by nothing, as one’s own profile, whatever hides addresses', async () => {
    const place = await world(app)
    const { tenantId, token, ...masked } = await world(app, place.tenantId)
    expectStatus(await putGrant(app, place.token, tenantId, everything, { 'admins.view': ['email', 'phoneNumber'] }), 200)
    const found = await start(token)
    assert.deepEqual(found.me, await answer('Admins/me', token))
    assert.match(found.me.email, /@/)
    assert.ok(found.restrictions.some(({ permissionCode }: { permissionCode: string }) => permissionCode === 'admins.view'))
    assert.ok(masked)
  })

  it('names who acts as somebody', async () => {
    const admin = await addAdmin(app, await addTenant(app))
    const root = await app.superToken()
    const { accessToken } = expectStatus(await app.post(`/api/v1/Admins/${admin.id}/impersonate`, {}, { token: root }), 200).json
    const found = await start(accessToken)
    const me = await answer('Admins/me', root)
    assert.equal(found.me.id, admin.id)
    assert.deepEqual(found.impersonator, { id: me.id, name: `${me.firstName} ${me.lastName}`.trim() })
  })

  it('opens while a password and a second factor are owed, and says so', async () => {
    const tenantId = await addTenant(app)
    await setSettings(app, tenantId, { require2fa: true, passwordMinLength: 17 })
    const admin = await addAdmin(app, tenantId)
    await setAccount(app, admin.id, { mustChangePassword: true })
    const token: string = (await login(app, admin)).json.accessToken
    const found = await start(token)
    assert.deepEqual([found.duties, found.passwordPolicy.minLength], [{ passwordChange: true, twoFactorSetup: true }, 17])
    expectStatus(await app.get('/api/v1/menus', { token }), 403)
  })

  it('is nobody’s whose session or tenant is over, and no end user’s', async () => {
    const tenantId = await addTenant(app)
    const token: string = (await login(app, await addAdmin(app, tenantId))).json.accessToken
    await start(token)
    await setTenant(app, tenantId, { status: 'Suspended' })
    expectStatus(await app.get(url, { token }), 401)
    expectStatus(await app.get(url), 401)
  })
})

describe('the statements of a start', () => {
  it('are ten at most, for one group and three menu items as for many', async (t) => {
    const place = await world(app)
    const { id, token } = await place.person(everything)
    const counted: string[] = []
    const { executeQuery } = DefaultQueryExecutor.prototype
    t.mock.method(DefaultQueryExecutor.prototype, 'executeQuery', function (this: never, ...given: Parameters<typeof executeQuery>) {
      counted.push(given[0].sql)
      return executeQuery.apply(this, given)
    })
    // the least of several: what the process does beside them is counted, too
    const statementsOfOne = async () => {
      const counts: number[] = []
      for (let round = 0; round < 8; round++) {
        counted.length = 0
        await start(token)
        counts.push(counted.filter((text) => !/revocations|pg_current/.test(text)).length)
      }
      return Math.min(...counts)
    }
    const role = await place.role([])
    await place.group({ roleIds: [role] }, [id])
    const few = await statementsOfOne()
    for (let n = 0; n < 8; n++) {
      await place.group({ roleIds: [await place.role([])] }, [id])
      expectStatus(await app.post('/api/v1/menus', { titleEn: `Item ${n}` }, { token: place.token }), 201)
    }
    assert.equal((await start(token)).groups.length, 9)
    assert.ok(few > 0 && few <= 10, `${few}`)
    assert.equal(await statementsOfOne(), few)
  })
})
