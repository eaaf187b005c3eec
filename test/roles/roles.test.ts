/** Roles as records: lists, names, the default, menu items, copies, deletion, and what the log says of each. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { permissionNames } from '#core/permissions.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { uuidv7 } from '#core/uuid.ts'
import { addAdmin, setAccount, setSettings } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { countRoles, eventsOfRole, idOf, makeRole, put, remove, roleNamed } from './making.ts'

let app: TestApp
let root: string
let tenantId: string
let token: string
let below: Awaited<ReturnType<typeof tenantWithAdmin>>
before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  below = await tenantWithAdmin(app, { parentTenantId: own.tenant.id })
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

const path = '/api/v1/roles'
const names = (reply: { json: { items: { name: string }[] } }) => new Set(reply.json.items.map(({ name }) => name))

describe('GET /api/v1/roles', () => {
  it("lists the own tenant's alone, those of a tenant below under its id, and the platform's to the platform", async () => {
    const fresh = await tenantWithAdmin(app)
    const child = await tenantWithAdmin(app, { parentTenantId: fresh.tenant.id })
    const { accessToken } = await fresh.signIn()
    await makeRole(app, accessToken, { name: 'Own' })
    await makeRole(app, accessToken, { name: 'Below', tenantId: child.tenant.id })
    for (const address of [path, `${path}/my-tenant-roles`, `/api/v1/Tenants/${fresh.tenant.id}/roles`]) {
      assert.deepEqual(names(await app.get(address, { token: accessToken })), new Set(['Own', 'TenantAdmin', 'Viewer']))
    }
    const ofChild = await app.get(`/api/v1/Tenants/${child.tenant.id}/roles?sortBy=name&sortDirection=asc`, { token: accessToken })
    assert.deepEqual(
      ofChild.json.items.map(({ name }: { name: string }) => name),
      ['Below', 'TenantAdmin', 'Viewer'],
    )
    assert.equal(ofChild.json.totalCount, 3)
    assert.deepEqual(names(await app.get(path, { token: root })), new Set(['PlatformViewer', 'SuperAdmin']))
    expectStatus(await app.get(`/api/v1/Tenants/${fresh.tenant.id}/roles`, { token: (await child.signIn()).accessToken }), 404)
  })

  it('takes the id of the tenant as its groups show it; of a foreign, unknown or other record 404', async () => {
    const { opaqueIds } = app.open.service.keys
    const rolesOf = async (id: string) => await app.get(`/api/v1/Tenants/${id}/roles`, { token })
    const shown = opaqueIds.encode('tenant', below.tenant.id)
    assert.deepEqual(names(expectStatus(await rolesOf(shown), 200)), names(await rolesOf(below.tenant.id)))
    const foreign = (await tenantWithAdmin(app)).tenant.id
    const others = [
      opaqueIds.encode('tenant', foreign),
      opaqueIds.encode('tenant', randomUUID()),
      opaqueIds.encode('group', below.tenant.id),
    ]
    for (const id of [...others, shown.slice(0, -1), shown.toUpperCase(), 'x']) expectStatus(await rolesOf(id), 404)
  })

  it('searches, filters and pages by cursor', async () => {
    const fresh = await tenantWithAdmin(app)
    for (const name of ['Alpha 100%', 'Beta', 'Gamma']) {
      await makeRole(app, root, { name, description: `About ${name}`, tenantId: fresh.tenant.id })
    }
    const address = `/api/v1/Tenants/${fresh.tenant.id}/roles`
    const found = async (query: string) => names(await app.get(`${address}?${query}`, { token: root }))
    assert.deepEqual(await found('search=100%25'), new Set(['Alpha 100%']))
    assert.deepEqual(await found('search=about+beta'), new Set(['Beta']))
    assert.deepEqual(await found('isSystem=true'), new Set(['TenantAdmin']))
    assert.deepEqual(await found('isDefault=true'), new Set(['Viewer']))
    const first = (await app.get(`${address}?pageSize=2`, { token: root })).json
    const second = (await app.get(`${address}?pageSize=2&cursor=${first.nextCursor}`, { token: root })).json
    assert.deepEqual([...first.items, ...second.items].map(({ name }) => name).slice(0, 3), ['Gamma', 'Beta', 'Alpha 100%'])
    expectStatus(await app.get(`${path}?cursor=${first.nextCursor}`, { token: root }), 400)
  })

  it('counts the living admins that have a role directly', async () => {
    const role = await makeRole(app, token)
    const gone = await addAdmin(app, tenantId, { roleId: role.id })
    await addAdmin(app, tenantId, { roleId: role.id })
    await addAdmin(app, tenantId, { roleId: role.id })
    await setAccount(app, gone.id, { deletedAt: new Date() })
    assert.equal((await app.get(`${path}/${role.id}`, { token })).json.adminCount, 2)
    const { items } = (await app.get(`${path}?pageSize=100`, { token })).json
    assert.equal(items.find(({ id }: { id: string }) => id === role.id).adminCount, 2)
  })

  it('shows what a role that follows the grant reaches now', async () => {
    const admin = await roleNamed(app, below.tenant.id, 'TenantAdmin')
    const shown = async (id: string) =>
      (await app.get(`${path}/${id}`, { token: root })).json.permissions.map(({ name }: { name: string }) => name)
    assert.deepEqual(
      await shown(admin.id),
      permissionNames.filter((name) => !name.startsWith('settings.')),
    )
    await app.open.service.database.kysely
      .deleteFrom('tenantPermissions')
      .where('tenantId', '=', below.tenant.id)
      .where('permission', '<>', 'roles.view')
      .execute()
    assert.deepEqual(await shown(admin.id), ['roles.view'])
    assert.deepEqual(await shown(superAdminRoleId), [...permissionNames])
    const viewer = await roleNamed(app, null, 'PlatformViewer')
    assert.deepEqual(
      await shown(viewer.id),
      permissionNames.filter((name) => name.endsWith('.view')),
    )
  })
})

describe('POST /api/v1/roles', () => {
  it('makes a role of the own tenant and says so once, with what it gives', async () => {
    const view = idOf('admins.view')
    const body = {
      name: `Made ${randomUUID()}`,
      description: 'About it',
      permissionIds: [idOf('users.view'), view.toUpperCase(), view],
      restrictedFields: { [view]: ['phoneNumber', 'email', 'email'] },
    }
    const reply = expectStatus(await app.post(path, body, { token }), 201)
    const role = reply.json
    assert.equal(reply.headers.location, `${path}/${role.id}`)
    assert.deepEqual(
      { ...role, id: 0, createdAt: 0 },
      {
        id: 0,
        name: body.name,
        description: 'About it',
        isDefault: false,
        isSystem: false,
        adminCount: 0,
        permissions: [
          { id: view, name: 'admins.view', category: 'admins', restrictedFields: ['email', 'phoneNumber'] },
          { id: idOf('users.view'), name: 'users.view', category: 'users', restrictedFields: [] },
        ],
        menuItems: [],
        tenantId,
        tenantName: (await app.get(`/api/v1/Tenants/${tenantId}`, { token: root })).json.name,
        createdAt: 0,
        version: 1,
      },
    )
    assert.deepEqual((await app.get(`${path}/${role.id}`, { token })).json, role)
    const [event, ...more] = await eventsOfRole(app, role.id)
    assert.equal(more.length, 0)
    assert.equal(event?.type, 'role.created')
    assert.equal(event?.tenantId, tenantId)
    assert.deepEqual(event?.changes.permissions, { before: null, after: ['admins.view', 'users.view'] })
    assert.deepEqual(event?.changes.restrictedFields, { before: null, after: { 'admins.view': ['email', 'phoneNumber'] } })
  })

  it('belongs to the tenant that is named, and to the platform where a platform admin names none', async () => {
    assert.equal((await makeRole(app, token, { tenantId: below.tenant.id })).tenantId, below.tenant.id)
    assert.equal((await makeRole(app, token, { tenantId: null })).tenantId, tenantId)
    assert.equal((await makeRole(app, root)).tenantId, null)
    const other = (await tenantWithAdmin(app)).tenant.id
    for (const foreign of [other, randomUUID()]) {
      const reply = expectStatus(await app.post(path, { name: 'Foreign', tenantId: foreign }, { token }), 404)
      assert.equal(reply.json.errors[0].field, 'tenantId')
    }
    assert.equal(await countRoles(app, other), 2)
  })

  it('refuses a name that is taken in the tenant, however it is written, and takes it in another', async () => {
    const name = `Ｓame ${randomUUID()} é`
    await makeRole(app, token, { name })
    const before = await countRoles(app, tenantId)
    for (const same of [name, name.toUpperCase(), name.normalize('NFKD'), `  ${name.replace(' ', '  ')}\u200b`, name.replace('Ｓ', 's')]) {
      const reply = expectStatus(await app.post(path, { name: same }, { token }), 409)
      assert.deepEqual([reply.json.code, reply.json.errors[0].field], ['conflict', 'name'])
    }
    assert.equal(await countRoles(app, tenantId), before)
    await makeRole(app, token, { name, tenantId: below.tenant.id })
    const role = await makeRole(app, token)
    assert.equal(expectStatus(await put(app, `${path}/${role.id}`, { name }, { token }), 409).json.errors[0].field, 'name')
  })

  it('refuses what would be read as a seeded name, on the platform and in tenants', async () => {
    const names = [
      'SuperAdmin',
      'super admin',
      'Super-Admin!',
      'Ｓuper\u200bAdmin',
      'Supér Ádmin',
      'SuреrАdmіn',
      'PlatformViewer',
      'Tenant Admin',
      'viewer',
    ]
    const role = await makeRole(app, token)
    for (const name of names) {
      assert.equal(expectStatus(await app.post(path, { name }, { token }), 409).json.errors[0].field, 'name', name)
      expectStatus(await app.post(path, { name }, { token: root }), 409)
      expectStatus(await put(app, `${path}/${role.id}`, { name }, { token }), 409)
      expectStatus(await app.post(`${path}/${role.id}/clone`, { name }, { token }), 409)
    }
  })

  it('refuses names nobody can read and texts without end', async () => {
    for (const name of ['', '  ', '\u3164', '\u200b', 'a\nb', 'a\u202eb', 'x'.repeat(101), 5, null]) {
      expectStatus(await app.post(path, { name }, { token }), 400)
    }
    expectStatus(await app.post(path, { name: 'Long', description: 'x'.repeat(1001) }, { token }), 400)
    expectStatus(await app.post(path, { name: 'Default', isDefault: 'true' }, { token }), 400)
    expectStatus(await app.post(path, { name: 'System', isSystem: true }, { token }), 400)
  })

  it('counts custom roles alone against maxRoles', async () => {
    const fresh = await tenantWithAdmin(app)
    await setSettings(app, fresh.tenant.id, { maxRoles: 2 })
    const create = (name: string) => app.post(path, { name, tenantId: fresh.tenant.id }, { token: root })
    const first = expectStatus(await create('One'), 201).json
    expectStatus(await create('Two'), 201)
    const refused = expectStatus(await create('Three'), 409).json
    assert.deepEqual([refused.code, refused.quota], ['quota_exceeded', 'maxRoles'])
    assert.equal(expectStatus(await app.post(`${path}/${first.id}/clone`, {}, { token: root }), 409).json.code, 'quota_exceeded')
    assert.equal(await countRoles(app, fresh.tenant.id), 4)
    expectStatus(await remove(app, `${path}/${first.id}`, { token: root }), 204)
    expectStatus(await create('Three'), 201)
  })
})

describe('PUT /api/v1/roles/{id}', () => {
  it('writes what was sent, tells before and after, and nothing where nothing changes', async () => {
    const role = await makeRole(app, token, { description: 'Before' })
    const changed = expectStatus(await put(app, `${path}/${role.id}`, { description: 'After' }, { token }), 200).json
    assert.deepEqual(changed, { ...role, description: 'After', version: 2 })
    const same = expectStatus(await put(app, `${path}/${role.id}`, { name: role.name, description: 'After' }, { token }), 200).json
    assert.deepEqual(same, changed)
    assert.equal(expectStatus(await put(app, `${path}/${role.id}`, { description: null }, { token }), 200).json.description, null)
    const [, first, second, ...more] = await eventsOfRole(app, role.id)
    assert.equal(more.length, 0)
    assert.deepEqual([first?.type, first?.changes], ['role.updated', { description: { before: 'Before', after: 'After' } }])
    assert.deepEqual(second?.changes, { description: { before: 'After', after: null } })
  })

  it('refuses a stale version, in the body or as If-Match', async () => {
    const role = await makeRole(app, token)
    expectStatus(await put(app, `${path}/${role.id}`, { description: 'One', version: 1 }, { token }), 200)
    const stale = [
      put(app, `${path}/${role.id}`, { description: 'Two', version: 1 }, { token }),
      put(app, `${path}/${role.id}`, { description: 'Two' }, { token, headers: { 'if-match': '"1"' } }),
      put(app, `${path}/${role.id}/permissions`, { permissionIds: [], version: 1 }, { token }),
    ]
    for (const reply of await Promise.all(stale)) assert.equal(expectStatus(reply, 409).json.code, 'version_conflict')
    assert.equal((await app.get(`${path}/${role.id}`, { token })).json.description, 'One')
  })

  it('has one default: who becomes it takes it from the one before', async () => {
    const fresh = await tenantWithAdmin(app)
    const more = { tenantId: fresh.tenant.id }
    const viewer = await roleNamed(app, fresh.tenant.id, 'Viewer')
    const first = await makeRole(app, root, { ...more, isDefault: true })
    const defaults = async () =>
      (await app.get(`/api/v1/Tenants/${fresh.tenant.id}/roles?isDefault=true`, { token: root })).json.items.map(
        ({ id }: { id: string }) => id,
      )
    assert.deepEqual(await defaults(), [first.id])
    expectStatus(await put(app, `${path}/${viewer.id}`, { isDefault: true }, { token: root }), 200)
    assert.deepEqual(await defaults(), [viewer.id])
    assert.equal((await app.get(`${path}/${first.id}`, { token: root })).json.version, 2)
    assert.deepEqual((await eventsOfRole(app, first.id)).at(-1)?.changes, { isDefault: { before: true, after: false } })
    expectStatus(await put(app, `${path}/${viewer.id}`, { isDefault: false }, { token: root }), 200)
    assert.deepEqual(await defaults(), [])
  })

  it('lets Viewer be renamed, and have its name back', async () => {
    const viewer = await roleNamed(app, tenantId, 'Viewer')
    for (const name of ['Guest', 'Viewer']) {
      assert.equal(expectStatus(await put(app, `${path}/${viewer.id}`, { name }, { token }), 200).json.name, name)
    }
  })
})

describe('menu items of a role', () => {
  const addItem = async (owner: string | null, more: object = {}) => {
    const id = uuidv7(new Date())
    const row = { id, tenantId: owner, key: id, titleEn: 'Title', titleAr: 'عنوان', createdAt: new Date(), ...more }
    await app.open.service.database.kysely.insertInto('menuItems').values(row).execute()
    return id
  }

  it("are the role's tenant's or the platform's, shown in the caller's language, and copied", async () => {
    const [own, platform] = [
      await addItem(tenantId, { position: 1 }),
      await addItem(null, { position: 2, isVisible: false, titleAr: null }),
    ]
    const role = await makeRole(app, token, { menuItemIds: [platform, own, own.toUpperCase()] })
    assert.deepEqual(role.menuItems, [
      { id: own, title: 'Title', isVisible: true },
      { id: platform, title: 'Title', isVisible: false },
    ])
    const arabic = (await app.get(`${path}/${role.id}`, { token, headers: { 'accept-language': 'ar' } })).json.menuItems
    assert.deepEqual(
      arabic.map(({ title }: { title: string }) => title),
      ['عنوان', 'Title'],
    )
    const copy = expectStatus(await app.post(`${path}/${role.id}/clone`, {}, { token }), 201).json
    assert.deepEqual(copy.menuItems, role.menuItems)
    const changed = expectStatus(await put(app, `${path}/${role.id}`, { menuItemIds: [own] }, { token }), 200).json
    assert.deepEqual([changed.menuItems.length, changed.version], [1, 2])
    expectStatus(await put(app, `${path}/${role.id}`, { menuItemIds: [own] }, { token }), 200)
    assert.deepEqual(
      (await eventsOfRole(app, role.id)).map(({ type }) => type),
      ['role.created', 'role.updated'],
    )
  })

  it('are refused when unknown or of another tenant, and nothing is stored', async () => {
    const before = await countRoles(app, tenantId)
    const foreign = await addItem(below.tenant.id)
    const own = await addItem(tenantId)
    const role = await makeRole(app, token, { menuItemIds: [own] })
    for (const id of [foreign, randomUUID()]) {
      const replies = [
        await app.post(path, { name: randomUUID(), menuItemIds: [own, id] }, { token }),
        await put(app, `${path}/${role.id}`, { description: 'Changed', menuItemIds: [id] }, { token }),
      ]
      for (const reply of replies) assert.equal(expectStatus(reply, 404).json.errors[0].field, 'menuItemIds')
    }
    expectStatus(await app.post(path, { name: randomUUID(), menuItemIds: ['no-id'] }, { token }), 400)
    assert.equal(await countRoles(app, tenantId), before + 1)
    assert.deepEqual((await app.get(`${path}/${role.id}`, { token })).json, role)
  })
})
