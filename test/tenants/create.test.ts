/** POST /api/v1/Tenants: the whole of a tenant, or nothing of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { everything, putGrant } from '../delegation/rig.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const create = (body: unknown, token = root) => app.post('/api/v1/Tenants', body, { token })
const mark = () => randomUUID().slice(0, 8)
const newAdmin = (m = mark()) => ({ email: `a-${m}@example.test`, firstName: 'Ada', lastName: 'Admin', password: `long words ${m}` })

describe('POST /api/v1/Tenants', () => {
  it('201 answers the record, where it is, and the detail shows settings, statistics and place', async () => {
    const made = expectStatus(await create({ name: 'Ünïted Corp. & Sons', settings: { language: 'ar', maxAdmins: 3 } }), 201)
    assert.equal(made.json.code, 'united-corp-sons')
    assert.equal(made.headers.location, `/api/v1/Tenants/${made.json.id}`)
    assert.deepEqual([made.json.isActive, made.json.status, made.json.parentTenantId, made.json.version], [true, 'Active', null, 1])
    const detail = expectStatus(await app.get(made.headers.location as string, { token: root }), 200).json
    assert.deepEqual(detail.statistics, { adminCount: 0, userCount: 0, storageBytes: 0 })
    assert.deepEqual(detail.hierarchy, {
      level: 0,
      path: [{ id: made.json.id, name: 'Ünïted Corp. & Sons' }],
      childCount: 0,
      descendantCount: 0,
    })
    assert.deepEqual([detail.settings.language, detail.settings.maxAdmins, detail.settings.passwordMinLength], ['ar', 3, 8])
    assert.deepEqual([detail.settings.sources.language, detail.settings.sources.passwordMinLength], ['own', 'default'])
  })

  it('201 makes codes that are free, also of names without a Latin letter', async () => {
    const codes = []
    for (const name of ['Same Name', 'Same Name', 'same-name', 'شركة', 'شركة', 'api'])
      codes.push(expectStatus(await create({ name }), 201).json.code)
    assert.deepEqual(codes, ['same-name', 'same-name-2', 'same-name-3', 'tenant-1', 'tenant-1-2', 'tenant-api'])
  })

  it('201 with its first admin, who signs in, holds all but settings.*, and was invited by mail without a password in it', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { accessToken } = await signIn()
    const mine = expectStatus(await app.get('/api/v1/permissions/my', { token: accessToken }), 200).json
    assert.ok(mine.permissions.includes('tenants.create') && mine.permissions.includes('admins.view'))
    assert.ok(!mine.permissions.some((name: string) => name.startsWith('settings.')))
    assert.deepEqual(
      mine.roles.map(({ name }: { name: string }) => name),
      ['TenantAdmin'],
    )
    const mails = await app.open.service.database.kysely.selectFrom('emails').selectAll().where('tenantId', '=', tenant.id).execute()
    assert.deepEqual(
      mails.map(({ template, status }) => [template, status]),
      [['admin_welcome', 'queued']],
    )
  })

  it('201 below the own tenant when no parent is named, and shows nothing from above it', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { accessToken } = await signIn()
    const child = expectStatus(await create({ name: `Child ${mark()}` }, accessToken), 201).json
    assert.equal(child.parentTenantId, tenant.id)
    const grandchild = await tenantWithAdmin(app, { parentTenantId: child.id, token: accessToken })
    const { accessToken: low } = await grandchild.signIn()
    const own = expectStatus(await app.get(`/api/v1/Tenants/${grandchild.tenant.id}`, { token: low }), 200).json
    assert.equal(own.parentTenantId, null)
    assert.deepEqual([own.hierarchy.level, own.hierarchy.path.length], [0, 1])
    assert.deepEqual(own.settings.inheritedFrom, {})
    const seen = expectStatus(await app.get(`/api/v1/Tenants/${grandchild.tenant.id}`, { token: accessToken }), 200).json
    assert.deepEqual(
      seen.hierarchy.path.map(({ id }: { id: string }) => id),
      [tenant.id, child.id, grandchild.tenant.id],
    )
    const top = expectStatus(await app.get(`/api/v1/Tenants/${tenant.id}`, { token: accessToken }), 200).json
    assert.deepEqual([top.hierarchy.childCount, top.hierarchy.descendantCount], [1, 2])
    assert.equal(top.statistics.adminCount, 2)
  })

  it('404 for a parent that is foreign, above, or unknown: the same bytes, with its field', async () => {
    const parent = await tenantWithAdmin(app)
    const high = (await parent.signIn()).accessToken
    const own = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id, token: high })
    const sibling = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id, token: high })
    const { accessToken } = await own.signIn()
    const seen = new Set<string>()
    for (const parentTenantId of [sibling.tenant.id, parent.tenant.id, randomUUID()]) {
      const reply = expectStatus(await create({ name: 'X', parentTenantId }, accessToken), 404)
      assert.equal(reply.json.errors[0].field, 'parentTenantId')
      seen.add(reply.text.replace(/"traceId":"[^"]*"/, ''))
    }
    assert.equal(seen.size, 1)
    expectStatus(await app.get(`/api/v1/Tenants/${parent.tenant.id}`, { token: accessToken }), 404)
  })

  it('400 for a reserved, upper-case, short, long or foreign-letter code; 409 for one that is taken', async () => {
    for (const code of ['admin', 'api', 'www', 'Abc', 'ab', 'a'.repeat(51), 'a_b', 'a/b', 'ärger', '../etc', '-ab', 'a b', ''])
      assert.equal((await create({ name: 'X', code })).status, 400, code)
    const code = `c-${mark()}`
    expectStatus(await create({ name: 'X', code }), 201)
    const reply = expectStatus(await create({ name: 'Y', code }), 409)
    assert.deepEqual([reply.json.code, reply.json.errors[0].field], ['conflict', 'code'])
  })

  it('400 for every setting out of its bounds', async () => {
    const bad: Record<string, unknown>[] = [
      { passwordMinLength: 7 },
      { passwordMinLength: 73 },
      { loginLockoutThreshold: 2 },
      { loginLockoutMinutes: 0 },
      { accessTokenMinutes: 61 },
      { auditRetentionDays: 29 },
      { auditRetentionDays: -1 },
      { maxAdmins: -1 },
      { maxAdmins: 1.5 },
      { primaryColor: 'red' },
      { loginBrandingJson: '{' },
      { loginBrandingJson: '{"__proto__":{}}' },
      { dashboardThemeJson: '['.repeat(10_000) + ']'.repeat(10_000) },
      { termsOfServiceUrl: 'javascript:alert(1)' },
      { privacyPolicyUrl: 'https://user:pw@example.test/' },
      { logoUrl: 'data:image/png;base64,AA' },
      { logoUrl: '//evil.test/x' },
      { faviconUrl: '/a/../../b' },
      { termsOfServiceUrl: '/terms' },
      { noSuchSetting: 1 },
    ]
    for (const settings of bad) {
      const reply = await create({ name: 'X', settings })
      assert.equal(reply.status, 400, JSON.stringify(settings).slice(0, 80))
      assert.match(reply.json.errors[0].field, /^settings\./)
    }
    expectStatus(
      await create({ name: 'X', settings: { logoUrl: '/logos/a.png', dashboardThemeJson: '{"a":[1]}', primaryColor: '#aBc123' } }),
      201,
    )
  })

  it('403 for `admin` without admins.create or without all that the tenant would hold, and nothing stays', async () => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { kysely } = app.open.service.database
    const viewer = await kysely
      .selectFrom('roles')
      .select('id')
      .where('tenantId', '=', tenant.id)
      .where('seed', '=', 'Viewer')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('rolePermissions').values({ roleId: viewer.id, permission: 'tenants.create' }).execute()
    const { accessToken } = await signIn()
    const person = newAdmin()
    expectStatus(await app.post('/api/v1/admins', { ...person, roleId: viewer.id }, { token: accessToken }), 201)
    const low = await app.signIn(person.email, person.password, { tenantId: tenant.id })
    const code = `n-${mark()}`
    const refused = expectStatus(await create({ name: 'X', code, admin: newAdmin() }, low.accessToken), 403)
    assert.equal(refused.json.requiredPermission, 'admins.create')
    await kysely.insertInto('rolePermissions').values({ roleId: viewer.id, permission: 'admins.create' }).execute()
    const again = await app.signIn(person.email, person.password, { tenantId: tenant.id })
    const excess = expectStatus(await create({ name: 'X', code, admin: newAdmin() }, again.accessToken), 403).json.excess
    assert.ok(excess.includes('tenants.delete') && !excess.includes('tenants.view'))
    assert.equal((await kysely.selectFrom('tenants').select('id').where('code', '=', code).execute()).length, 0)
    expectStatus(await create({ name: 'X', code }, again.accessToken), 201)
  })

  it('403 field_restricted for an admin with what is restricted while the password is hashed, and nothing is stored', async (t) => {
    const { tenant, signIn } = await tenantWithAdmin(app)
    const { accessToken } = await signIn()
    const { passwords, database } = app.open.service
    const hash = passwords.hash.bind(passwords)
    for (const name of ['admins.create', 'admins.view']) {
      const hashing = t.mock.method(passwords, 'hash', async (password: string) => {
        expectStatus(await putGrant(app, root, tenant.id, everything, { [name]: ['email'] }), 200)
        return await hash(password)
      })
      const [code, admin] = [`n-${mark()}`, newAdmin()]
      const { json } = expectStatus(await create({ name: 'X', code, admin }, accessToken), 403)
      assert.deepEqual([json.code, json.errors[0].field], ['field_restricted', 'admin.email'], name)
      assert.equal(hashing.mock.callCount(), 1)
      hashing.mock.restore()
      assert.deepEqual(await database.kysely.selectFrom('tenants').select('id').where('code', '=', code).execute(), [])
      assert.deepEqual(await database.kysely.selectFrom('accounts').select('id').where('email', '=', admin.email).execute(), [])
      expectStatus(await putGrant(app, root, tenant.id, everything, {}), 200)
    }
  })

  it('400 holds the first password to the rules the tenant itself is given', async () => {
    const admin = { ...newAdmin(), password: 'only lower words' }
    const settings = { passwordRequireUppercase: true, passwordMinLength: 20 }
    const reply = expectStatus(await create({ name: 'X', admin, settings }), 400)
    assert.equal(reply.json.code, 'password_policy')
    assert.equal(reply.json.errors[0].field, 'admin.password')
  })

  it('404 for a parent below a tenant that was deleted', async () => {
    const { tenant } = await tenantWithAdmin(app)
    const { service } = app.open
    await service.database.kysely.updateTable('tenants').set({ deletedAt: new Date() }).where('id', '=', tenant.id).execute()
    // as though another process had deleted it a moment ago: the row knows, this process does not
    expectStatus(await create({ name: 'X', parentTenantId: tenant.id }), 404)
  })
})
