/** What a role gives: nobody puts into one what they don't hold, lifts what binds them, or changes what a superior is made of. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { type PermissionName, permissionNames } from '#core/permissions.ts'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin, change, login } from '../auth/people.ts'
import { expectStatus, type Reply, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { countRoles, eventsOfRole, idOf, idsOf, makeRole, put, remove, roleNamed, storedGrants } from './making.ts'

let app: TestApp
let root: string
let tenantId: string
let childId: string
let foreignId: string
/** Holds all that the tenant is granted. */
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  childId = (await tenantWithAdmin(app, { parentTenantId: tenantId })).tenant.id
  foreignId = (await tenantWithAdmin(app)).tenant.id
  token = (await own.signIn()).accessToken
})

const path = '/api/v1/roles'
const managing = ['roles.view', 'roles.manage'] as const
const tokenOf = (permissions: PermissionName[], masks: Record<string, string[]> = {}) =>
  tokenHolding(app, tenantId, [...managing, ...permissions], masks)
const setPermissions = (id: string, permissionIds: string[], by = token, more: object = {}) =>
  put(app, `${path}/${id}/permissions`, { permissionIds, ...more }, { token: by })
const restricted = (name: PermissionName, ...fields: string[]) => ({ restrictedFields: { [idOf(name)]: fields } })

function assertExcess(reply: Reply, ...excess: string[]): void {
  assert.deepEqual([reply.status, reply.json.code, reply.json.excess], [403, 'permission_denied', excess], reply.text)
}

/** A signed-in admin with this role. */
async function holderOf(roleId: string): Promise<string> {
  const admin = await addAdmin(app, tenantId, { roleId })
  return expectStatus(await login(app, admin), 200).json.accessToken
}

async function addToGroup(email: string, roleIds: string[], restrictions: Record<string, string[]> = {}): Promise<string> {
  const id = uuidv7(new Date())
  await change(app, async ({ db, now }) => {
    const account = await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirstOrThrow()
    await db.insertInto('userGroups').values({ id, tenantId, nameEn: 'Group', code: id, createdAt: now }).execute()
    if (roleIds.length > 0)
      await db
        .insertInto('userGroupRoles')
        .values(roleIds.map((roleId) => ({ groupId: id, roleId })))
        .execute()
    await db.insertInto('userGroupMembers').values({ groupId: id, accountId: account.id, addedAt: now }).execute()
    const rows = Object.entries(restrictions).map(([permission, fields]) => ({ groupId: id, permission, fields }))
    if (rows.length > 0) await db.insertInto('userGroupRestrictions').values(rows).execute()
  })
  return id
}

describe('POST /api/v1/roles', () => {
  it('refuses what the caller does not hold, and stores nothing', async () => {
    const weak = await tokenOf(['admins.view'])
    const before = await countRoles(app, tenantId)
    const body = { name: randomUUID(), permissionIds: idsOf('admins.view', 'admins.update', 'tenants.view') }
    assertExcess(await app.post(path, body, { token: weak }), 'admins.update', 'tenants.view')
    assertExcess(await app.post(path, { ...body, isDefault: true }, { token: weak }), 'admins.update', 'tenants.view')
    assert.equal(await countRoles(app, tenantId), before)
    const viewer = await roleNamed(app, tenantId, 'Viewer')
    assert.deepEqual([viewer.isDefault, viewer.version], [true, 1])
  })

  it('refuses what the tenant is not granted, to the SuperAdmin too', async () => {
    const body = { name: randomUUID(), permissionIds: idsOf('admins.view', 'settings.view'), tenantId: childId }
    assertExcess(await app.post(path, body, { token: root }), 'settings.view')
    await change(app, async (ctx) => {
      await ctx.db.deleteFrom('tenantPermissions').where('tenantId', '=', childId).where('permission', '=', 'files.view').execute()
    })
    const files = { name: randomUUID(), permissionIds: idsOf('files.view'), tenantId: childId }
    assertExcess(await app.post(path, files, { token: root }), 'files.view')
    assertExcess(await app.post(path, files, { token }), 'files.view')
    assert.equal(await countRoles(app, childId), 2)
  })

  it('refuses a permission with fewer restrictions than the caller has it with', async () => {
    const masked = await tokenOf(['admins.view', 'users.view'], { 'admins.view': ['email'] })
    const permissionIds = idsOf('admins.view', 'users.view')
    assertExcess(await app.post(path, { name: randomUUID(), permissionIds }, { token: masked }), 'admins.view')
    const other = { name: randomUUID(), permissionIds, ...restricted('admins.view', 'phoneNumber') }
    assertExcess(await app.post(path, other, { token: masked }), 'admins.view')
    await makeRole(app, masked, { permissionIds, ...restricted('admins.view', 'email') })
  })

  it('takes what the tenant itself restricts for given', async () => {
    const tenant = await tenantWithAdmin(app)
    await change(app, async (ctx) => {
      const row = { tenantId: tenant.tenant.id, permission: 'admins.view', fields: ['email'] }
      await ctx.db.insertInto('tenantRestrictions').values(row).execute()
      await revoke(ctx, 'tenant', tenant.tenant.id)
    })
    await makeRole(app, (await tenant.signIn()).accessToken, { permissionIds: idsOf('admins.view') })
  })

  it('refuses malformed lists with 400, unknown permissions with 404, and stores nothing', async () => {
    const before = await countRoles(app, tenantId)
    const [view, files] = idsOf('admins.view', 'files.view') as [string, string]
    const attempt = (more: object) => app.post(path, { name: randomUUID(), permissionIds: [view, files], ...more }, { token })
    const bad: object[] = [
      { permissionIds: ['admins.view'] },
      { permissionIds: Array(501).fill(view) },
      { permissionIds: null },
      { restrictedFields: { [randomUUID()]: ['email'] } },
      { restrictedFields: { 'admins.view': ['email'] } },
      { restrictedFields: { [idOf('admins.update')]: ['email'] } },
      { restrictedFields: { [view]: ['password'] } },
      { restrictedFields: { [view]: ['email', '__proto__'] } },
      { restrictedFields: { [view]: 'email' } },
      { restrictedFields: { [files]: ['email'] } },
      { restrictedFields: { constructor: ['email'] } },
      { restrictedFields: { [view]: Array(10_000).fill('email') } },
      { restrictedFields: Object.fromEntries(Array.from({ length: 10_000 }, () => [randomUUID(), ['email']])) },
    ]
    for (const more of bad) assert.equal(expectStatus(await attempt(more), 400).json.code, 'validation_failed')
    const raw = `{"name":"${randomUUID()}","permissionIds":["${view}"],"restrictedFields":{"__proto__":["email"]}}`
    expectStatus(await app.request('POST', path, { token, raw, headers: { 'content-type': 'application/json' } }), 400)
    const unknown = expectStatus(await attempt({ permissionIds: [view, randomUUID()] }), 404).json
    assert.deepEqual([unknown.code, unknown.errors[0].field], ['not_found', 'permissionIds'])
    assert.equal(await countRoles(app, tenantId), before)
  })
})

describe('PUT /api/v1/roles/{id}/permissions', () => {
  it('replaces the whole list, tells how much it is now, and says so in the log', async () => {
    const role = await makeRole(app, token, { permissionIds: idsOf('admins.view', 'users.view'), ...restricted('admins.view', 'email') })
    const answer = expectStatus(await setPermissions(role.id, idsOf('admins.view', 'files.view')), 200).json
    assert.deepEqual({ ...answer, message: '' }, { message: '', totalPermissions: 2, restrictedFieldsCount: 1 })
    assert.deepEqual(await storedGrants(app, role.id), { 'admins.view': ['email'], 'files.view': [] })
    const shown = (await app.get(`${path}/${role.id}/permissions`, { token })).json
    assert.deepEqual(
      shown.map(({ name, restrictedFields }: { name: string; restrictedFields: string[] }) => [name, restrictedFields]),
      [
        ['admins.view', ['email']],
        ['files.view', []],
      ],
    )
    expectStatus(await setPermissions(role.id, idsOf('files.view', 'admins.view')), 200)
    expectStatus(await setPermissions(role.id, idsOf('admins.view'), token, { restrictedFields: {} }), 200)
    assert.deepEqual(await storedGrants(app, role.id), { 'admins.view': [] })
    assert.equal((await app.get(`${path}/${role.id}`, { token })).json.version, 3)
    const [, first, second, ...more] = await eventsOfRole(app, role.id)
    assert.equal(more.length, 0)
    assert.equal(first?.type, 'role.permissions_changed')
    assert.deepEqual(first?.changes, {
      permissions: { before: ['admins.view', 'users.view'], after: ['admins.view', 'files.view'] },
    })
    assert.deepEqual(second?.changes.restrictedFields, { before: { 'admins.view': ['email'] }, after: {} })
    expectStatus(await setPermissions(role.id, []), 200)
    assert.deepEqual(await storedGrants(app, role.id), {})
  })

  it('reaches whoever holds the role at once, taking and giving', async () => {
    const role = await makeRole(app, token, { permissionIds: idsOf('admins.view') })
    const holder = await holderOf(role.id)
    expectStatus(await app.get('/api/v1/admins', { token: holder }), 200)
    expectStatus(await setPermissions(role.id, idsOf('tenants.view')), 200)
    expectStatus(await app.get('/api/v1/admins', { token: holder }), 403)
    expectStatus(await app.get('/api/v1/tenants', { token: holder }), 200)
  })

  it('refuses to give what the caller does not hold, into the own role too', async () => {
    const own = await makeRole(app, token, { permissionIds: idsOf(...managing, 'admins.view') })
    const holder = await holderOf(own.id)
    assertExcess(await setPermissions(own.id, idsOf(...managing, 'admins.view', 'admins.delete'), holder), 'admins.delete')
    const other = await makeRole(app, holder, { permissionIds: idsOf('admins.view') })
    assertExcess(await setPermissions(other.id, idsOf('admins.view', 'files.view'), holder), 'files.view')
    assert.deepEqual(await storedGrants(app, other.id), { 'admins.view': [] })
    assert.deepEqual(new Set(Object.keys(await storedGrants(app, own.id))), new Set(['admins.view', ...managing]))
  })

  it('refuses to lift a restriction that binds the caller, in the own role and in others', async () => {
    const permissionIds = idsOf(...managing, 'admins.view')
    const own = await makeRole(app, token, { permissionIds, ...restricted('admins.view', 'email') })
    const holder = await holderOf(own.id)
    assertExcess(await setPermissions(own.id, permissionIds, holder, { restrictedFields: {} }), 'admins.view')
    assertExcess(await setPermissions(own.id, permissionIds, holder, restricted('admins.view', 'phoneNumber')), 'admins.view')
    expectStatus(await setPermissions(own.id, permissionIds, holder, restricted('admins.view', 'email', 'phoneNumber')), 200)
    assert.deepEqual((await storedGrants(app, own.id))['admins.view'], ['email', 'phoneNumber'])
  })

  it('is bound by the restrictions of groups as well', async () => {
    const role = await makeRole(app, token, { permissionIds: idsOf(...managing, 'admins.view') })
    const admin = await addAdmin(app, tenantId, { roleId: role.id })
    await addToGroup(admin.email, [], { 'admins.view': ['email'] })
    const holder = expectStatus(await login(app, admin), 200).json.accessToken
    // the role gives others more than it gives this holder
    assertExcess(await setPermissions(role.id, idsOf('roles.view'), holder), 'admins.view')
  })

  it('refuses to change a role that gives more than the caller holds, even to take from it', async () => {
    const strong = await makeRole(app, token, { permissionIds: idsOf('admins.view', 'admins.delete') })
    const weak = await tokenOf(['admins.view'])
    assertExcess(await setPermissions(strong.id, idsOf('admins.view'), weak), 'admins.delete')
    assertExcess(await remove(app, `${path}/${strong.id}`, { token: weak }), 'admins.delete')
    assertExcess(await app.post(`${path}/${strong.id}/clone`, {}, { token: weak }), 'admins.delete')
    assertExcess(await put(app, `${path}/${strong.id}`, { isDefault: true }, { token: weak }), 'admins.delete')
    expectStatus(await put(app, `${path}/${strong.id}`, { description: 'A name is not a right' }, { token: weak }), 200)
    assert.deepEqual(Object.keys(await storedGrants(app, strong.id)), ['admins.delete', 'admins.view'])
    const viewer = await roleNamed(app, tenantId, 'Viewer')
    assert.ok(viewer.isDefault)
  })

  it('refuses to change a role that somebody of higher rank has, directly or through a group', async () => {
    const strong = await makeRole(app, token, { permissionIds: idsOf('admins.delete') })
    const [direct, grouped] = [
      await makeRole(app, token, { permissionIds: idsOf('admins.view') }),
      await makeRole(app, token, { permissionIds: idsOf('admins.view') }),
    ]
    const superior = await addAdmin(app, tenantId, { roleId: direct.id })
    await addToGroup(superior.email, [strong.id])
    const boss = await addAdmin(app, tenantId, { roleId: strong.id })
    await addToGroup(boss.email, [grouped.id])
    const weak = await tokenOf(['admins.view', 'files.view'])
    for (const { id } of [direct, grouped]) {
      assertExcess(await setPermissions(id, idsOf('files.view'), weak), 'admins.delete')
      assert.deepEqual(await storedGrants(app, id), { 'admins.view': [] })
      expectStatus(await setPermissions(id, idsOf('files.view')), 200)
    }
  })

  it('leaves the roles of the service as they are', async () => {
    const admin = await roleNamed(app, tenantId, 'TenantAdmin')
    const platform = [superAdminRoleId, (await roleNamed(app, null, 'PlatformViewer')).id]
    for (const [id, by] of [[admin.id, token], [admin.id, root], ...platform.map((id) => [id, root])] as [string, string][]) {
      const replies = [
        await setPermissions(id, [], by),
        await put(app, `${path}/${id}`, { description: 'Changed' }, { token: by }),
        await put(app, `${path}/${id}`, { isDefault: true }, { token: by }),
        await remove(app, `${path}/${id}`, { token: by }),
        await app.post(`${path}/${id}/sync-scopes`, undefined, { token: by }),
      ]
      for (const reply of replies) assert.equal(expectStatus(reply, 409).json.code, 'state_conflict')
    }
    const same = await roleNamed(app, tenantId, 'TenantAdmin')
    assert.deepEqual(same, admin)
    for (const id of platform) expectStatus(await setPermissions(id, []), 404)
  })
})

describe('POST /api/v1/roles/{id}/clone', () => {
  it('copies what the role gives now, never what it is', async () => {
    const admin = await roleNamed(app, childId, 'TenantAdmin')
    const copy = expectStatus(await app.post(`${path}/${admin.id}/clone`, {}, { token }), 201).json
    assert.deepEqual([copy.name, copy.isSystem, copy.isDefault, copy.tenantId], ['Copy of TenantAdmin', false, false, childId])
    const granted = await app.open.service.database.kysely
      .selectFrom('tenantPermissions')
      .select('permission')
      .where('tenantId', '=', childId)
      .execute()
    assert.deepEqual(
      new Set(copy.permissions.map(({ name }: { name: string }) => name)),
      new Set(granted.map(({ permission }) => permission)),
    )
    assert.equal((await roleNamed(app, childId, copy.name)).reach, 'listed')
    assert.deepEqual((await eventsOfRole(app, copy.id))[0]?.data, { copyOf: admin.id })
    const viewer = await roleNamed(app, tenantId, 'Viewer')
    assert.equal(expectStatus(await app.post(`${path}/${viewer.id}/clone`, {}, { token }), 201).json.isDefault, false)
  })

  it('keeps restrictions, and finds a name where none is given', async () => {
    const role = await makeRole(app, token, { permissionIds: idsOf('admins.view'), ...restricted('admins.view', 'email') })
    for (const name of [`Copy of ${role.name}`, `Copy of ${role.name} (2)`]) {
      const copy = expectStatus(await app.post(`${path}/${role.id}/clone`, {}, { token }), 201).json
      assert.deepEqual([copy.name, copy.permissions], [name, role.permissions])
    }
    const long = await makeRole(app, token, { name: '\u{1f511}'.repeat(50) })
    for (const end of ['\u{1f511}', ' (2)']) {
      const copy = expectStatus(await app.post(`${path}/${long.id}/clone`, {}, { token }), 201).json
      assert.ok(copy.name.endsWith(end) && copy.name.length <= 100 && copy.name.isWellFormed(), copy.name)
    }
  })

  it('gives even of the SuperAdmin role no more than a list', async () => {
    const copy = expectStatus(await app.post(`${path}/${superAdminRoleId}/clone`, { name: 'Everything' }, { token: root }), 201).json
    assert.deepEqual([copy.isSystem, copy.permissions.length], [false, permissionNames.length])
    expectStatus(await app.post(`${path}/${superAdminRoleId}/clone`, {}, { token }), 404)
  })
})

describe('POST /api/v1/roles/{id}/sync-scopes', () => {
  it('drops what is no longer granted, restricts as is delegated from anywhere above, and never gives', async () => {
    const parent = await tenantWithAdmin(app)
    const { tenant } = await tenantWithAdmin(app, { parentTenantId: parent.tenant.id })
    const role = await makeRole(app, root, {
      tenantId: tenant.id,
      permissionIds: idsOf('admins.view', 'users.view', 'files.view'),
      ...restricted('admins.view', 'phoneNumber'),
    })
    const sync = async () => {
      const { message, ...rest } = expectStatus(await app.post(`${path}/${role.id}/sync-scopes`, undefined, { token: root }), 200).json
      assert.equal(typeof message, 'string')
      return rest
    }
    assert.deepEqual(await sync(), { removedPermissions: [], addedRestrictedFields: {} })
    // as rows: by its route a grant takes from roles itself
    await change(app, async ({ db }) => {
      await db.deleteFrom('tenantPermissions').where('tenantId', '=', tenant.id).where('permission', '=', 'files.view').execute()
      await db
        .insertInto('tenantRestrictions')
        .values([
          { tenantId: parent.tenant.id, permission: 'admins.view', fields: ['email', 'phoneNumber'] },
          { tenantId: tenant.id, permission: 'users.view', fields: ['email'] },
          { tenantId: tenant.id, permission: 'users.update', fields: ['email'] },
        ])
        .execute()
    })
    const added = { 'admins.view': ['email'], 'users.view': ['email'] }
    assert.deepEqual(await sync(), { removedPermissions: ['files.view'], addedRestrictedFields: added })
    assert.deepEqual(await storedGrants(app, role.id), { 'admins.view': ['email', 'phoneNumber'], 'users.view': ['email'] })
    assert.deepEqual(await sync(), { removedPermissions: [], addedRestrictedFields: {} })
    const events = await eventsOfRole(app, role.id)
    assert.deepEqual(
      events.map(({ type }) => type),
      ['role.created', 'role.permissions_changed'],
    )
    assert.ok(!JSON.stringify(events).includes(parent.tenant.id))
  })

  it('is refused to who holds less than the role gives', async () => {
    const strong = await makeRole(app, token, { permissionIds: idsOf('admins.delete') })
    assertExcess(await app.post(`${path}/${strong.id}/sync-scopes`, undefined, { token: await tokenOf([]) }), 'admins.delete')
  })
})

describe('DELETE /api/v1/roles/{id}', () => {
  it('is refused while a living admin or group has the role, and then takes it away for good', async () => {
    const role = await makeRole(app, token, { permissionIds: idsOf('admins.view'), isDefault: true })
    const admin = await addAdmin(app, tenantId, { roleId: role.id })
    const groupId = await addToGroup((await addAdmin(app, tenantId)).email, [role.id])
    const attempt = () => remove(app, `${path}/${role.id}`, { token })
    const { kysely } = app.open.service.database
    assert.equal(expectStatus(await attempt(), 409).json.code, 'role_in_use')
    await kysely.updateTable('accounts').set({ roleId: null }).where('id', '=', admin.id).execute()
    assert.equal(expectStatus(await attempt(), 409).json.code, 'role_in_use')
    await kysely.updateTable('userGroups').set({ deletedAt: new Date() }).where('id', '=', groupId).execute()
    assert.equal(expectStatus(await attempt(), 204).text, '')
    for (const reply of [
      await app.get(`${path}/${role.id}`, { token }),
      await put(app, `${path}/${role.id}`, { description: 'x' }, { token }),
      await setPermissions(role.id, []),
      await attempt(),
    ]) {
      expectStatus(reply, 404)
    }
    const body = { email: `${randomUUID()}@example.test`, firstName: 'A', lastName: 'B', roleId: role.id }
    expectStatus(await app.post('/api/v1/admins', body, { token }), 404)
    const last = (await eventsOfRole(app, role.id)).at(-1)
    assert.deepEqual([last?.type, last?.changes.permissions], ['role.deleted', { before: ['admins.view'], after: null }])
    await makeRole(app, token, { name: role.name, isDefault: true })
  })

  it('of a role from elsewhere is 404, and changes nothing', async () => {
    const foreign = await roleNamed(app, foreignId, 'Viewer')
    for (const reply of [
      await remove(app, `${path}/${foreign.id}`, { token }),
      await setPermissions(foreign.id, []),
      await app.post(`${path}/${foreign.id}/clone`, {}, { token }),
      await app.get(`${path}/${foreign.id}/permissions`, { token }),
    ]) {
      expectStatus(reply, 404)
    }
    assert.deepEqual(await roleNamed(app, foreignId, 'Viewer'), foreign)
  })
})
