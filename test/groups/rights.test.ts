/** Who may change what a group gives: never more than one holds, never over somebody who stands above, never what binds oneself. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { superAdminRoleId } from '#core/platform-roles.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addPerson, addRole, at, detail, expectExcess, expectFields, groupEvents, put, remove, type World, world } from './world.ts'

let app: TestApp
let root: string
let own: World
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await world(app)
})

const all = ['groups.view', 'groups.create', 'groups.update', 'groups.delete']
const addTo = (id: string, adminIds: readonly string[], token: string) => app.post(`${at}/${id}/members`, { adminIds }, { token })
const permissionsOf = async (token: string) => expectStatus(await app.get('/api/v1/permissions/my', { token }), 200).json
const create = (body: object, token: string) => app.post(at, { nameEn: 'G', ...body }, { token })

describe('roles of a group', () => {
  it('403 with the excess, on create, update and replace: what the caller lacks, and what it holds under a restriction', async () => {
    const low = await own.person([...all, 'admins.view'], { 'admins.view': ['email'] })
    const [strong, free, same] = [
      await own.role(['tenants.view', 'roles.manage']),
      await own.role(['admins.view']),
      await own.role(['admins.view'], { 'admins.view': ['email'] }),
    ]
    const group = await own.group()
    for (const [roleId, excess] of [
      [strong, ['tenants.view', 'roles.manage']],
      [free, ['admins.view']],
    ] as const) {
      expectExcess(await create({ roleIds: [roleId] }, low.token), excess)
      expectExcess(await create({ roleIds: [roleId], isActive: false }, low.token), excess)
      expectExcess(await put(app, group.id, { nameEn: 'X', RoleIds: [roleId] }, low.token), excess)
      expectExcess(await put(app, `${group.id}/roles`, { roleIds: [same, roleId] }, low.token), excess)
    }
    assert.deepEqual(await detail(app, group.id, own.token), group, 'nothing was stored')
    const now = expectStatus(await put(app, `${group.id}/roles`, { roleIds: [same, same.toUpperCase()] }, low.token), 200).json
    assert.deepEqual([now.roleCount, now.version], [1, 2])
    assert.equal(expectStatus(await put(app, `${group.id}/roles`, { roleIds: [same] }, low.token), 200).json.version, 2)
    assert.deepEqual(await groupEvents(app, group.id), ['group.created', 'group.roles_changed'])
  })

  it('403 for what the tenant was not granted, even for the SuperAdmin', async () => {
    const child = await world(app, own.tenantId)
    const role = await child.role(['users.view'])
    await app.open.service.database.kysely
      .deleteFrom('tenantPermissions')
      .where('tenantId', '=', child.tenantId)
      .where('permission', '=', 'users.view')
      .execute()
    const group = await child.group()
    expectExcess(await put(app, `${group.id}/roles`, { roleIds: [role] }, root), ['users.view'])
  })

  it('404 names roleIds unless every role is a living one of the very tenant: sibling, parent, child, unknown, platform, deleted', async () => {
    const [parent, sibling] = [await world(app), await world(app)]
    const mine = await world(app, parent.tenantId)
    const child = await world(app, mine.tenantId)
    const deleted = await mine.role([])
    await app.open.service.database.kysely.updateTable('roles').set({ deletedAt: new Date() }).where('id', '=', deleted).execute()
    const [good, group] = [await mine.role([]), await mine.group()]
    const others = [sibling, parent, child].map((tenant) => tenant.role([]))
    for (const roleId of [...(await Promise.all(others)), randomUUID(), superAdminRoleId, deleted]) {
      for (const reply of [
        await create({ roleIds: [good, roleId] }, mine.token),
        await put(app, group.id, { nameEn: 'X', roleIds: [roleId] }, mine.token),
        await put(app, `${group.id}/roles`, { roleIds: [good, roleId] }, mine.token),
      ])
        expectFields(reply, 404, ['roleIds'])
    }
    assert.deepEqual(await detail(app, group.id, mine.token), group)
    assert.equal(expectStatus(await app.get(at, { token: mine.token }), 200).json.totalCount, 1)
  })

  it('403: being SuperAdmin is in no group, whoever asks', async () => {
    const group = expectStatus(await create({}, root), 201).json
    expectStatus(await put(app, `${group.id}/roles`, { roleIds: [superAdminRoleId] }, root), 403)
    expectStatus(await create({ roleIds: [superAdminRoleId] }, root), 403)
    expectStatus(await put(app, group.id, { roleIds: [superAdminRoleId] }, root), 403)
    assert.equal((await detail(app, group.id, root)).roleCount, 0)
  })

  it('403 to change a group that gives more than one holds, or that somebody above is in; names need the permission only', async () => {
    const low = await own.person([...all, 'roles.view'])
    const carrying = await own.group({ roleIds: [await own.role(['users.view'])] })
    const above = await own.group({}, [own.adminId])
    const weak = await own.role(['roles.view'])
    for (const [id, excess] of [
      [carrying.id, ['users.view']],
      [above.id, (await permissionsOf(own.token)).permissions.filter((name: string) => ![...all, 'roles.view'].includes(name))],
    ] as const) {
      expectExcess(await put(app, `${id}/roles`, { roleIds: [weak] }, low.token), excess)
      expectExcess(
        await put(app, `${id}/restrictions`, { restrictions: [{ permissionCode: 'admins.view', restrictedFields: ['email'] }] }, low.token),
        excess,
      )
      expectExcess(await put(app, id, { isActive: false }, low.token), excess)
      expectExcess(await remove(app, id, low.token), excess)
      expectStatus(await put(app, id, { nameAr: 'اسم', isActive: true }, low.token), 200)
    }
    const { isActive, roles, restrictions } = await detail(app, carrying.id, own.token)
    assert.deepEqual([isActive, roles.length, restrictions], [true, 1, []])
    const inactive = await own.group({ isActive: false, roleIds: [await own.role(['users.view'])] })
    expectExcess(await put(app, inactive.id, { isActive: true }, low.token), ['users.view'])
    assert.equal((await detail(app, inactive.id, own.token)).isActive, false)
  })
})

describe('members of a group', () => {
  it('200 once and again: one link, their roles at once, and theirs no more after 204', async () => {
    const person = await own.person(['roles.view'])
    const group = await own.group({ roleIds: [await own.role(['users.view'])] })
    expectStatus(await app.get(at, { token: person.token }), 403)
    const body = [person.id, person.id.toUpperCase()]
    const { members, memberCount, version } = expectStatus(await addTo(group.id, body, own.token), 200).json
    assert.deepEqual([members.map(({ adminId }: { adminId: string }) => adminId), memberCount, version], [[person.id], 1, 2])
    assert.equal(expectStatus(await addTo(group.id, body, own.token), 200).json.version, 2)
    const held = await permissionsOf(person.token)
    assert.deepEqual([held.permissions, held.groups], [['users.view', 'roles.view'], [{ id: group.id, name: group.nameEn }]])
    expectStatus(await remove(app, `${group.id}/members/${person.id}`, own.token), 204)
    assert.deepEqual((await permissionsOf(person.token)).permissions, ['roles.view'], 'a role of one’s own stays')
    for (const id of [person.id, randomUUID(), 'x', group.id]) expectStatus(await remove(app, `${group.id}/members/${id}`, own.token), 404)
    assert.deepEqual(await groupEvents(app, group.id), ['group.created', 'group.members_added', 'group.member_removed'])
  })

  it('404 names adminIds and adds nobody when one is foreign, of another tenant, a user, deleted or unknown', async () => {
    const [parent, sibling] = [await world(app), await world(app)]
    const mine = await world(app, parent.tenantId)
    const child = await world(app, mine.tenantId)
    const [good, gone] = [await mine.member(), await mine.member()]
    const { kysely } = app.open.service.database
    await kysely.updateTable('accounts').set({ deletedAt: new Date() }).where('id', '=', gone).execute()
    const user = await mine.member()
    await kysely.updateTable('accounts').set({ kind: 'user' }).where('id', '=', user).execute()
    const superId = (await app.get('/api/v1/Admins/me', { token: root })).json.id
    const group = await mine.group()
    for (const id of [sibling.adminId, parent.adminId, child.adminId, superId, gone, user, randomUUID()])
      expectFields(await addTo(group.id, [good, id], mine.token), 404, ['adminIds'])
    for (const [body, fields] of [
      [{ adminIds: [] }, ['adminIds']],
      [{}, ['adminIds']],
      [{ adminIds: ['x'] }, ['adminIds.0']],
      [{ adminIds: [good], force: true }, ['force']],
      [{ adminIds: Array.from({ length: 1001 }, randomUUID) }, ['adminIds']],
    ] as const)
      expectFields(await app.post(`${at}/${group.id}/members`, body, { token: mine.token }), 400, fields)
    assert.equal((await detail(app, group.id, mine.token)).memberCount, 0)
    // a group below takes members of its own tenant, from above too
    const below = await child.group()
    expectStatus(await addTo(below.id, [child.adminId], mine.token), 200)
    expectFields(await addTo(below.id, [good], mine.token), 404, ['adminIds'])
    const global = expectStatus(await create({}, root), 201).json
    expectFields(await addTo(global.id, [good], root), 404, ['adminIds'])
    expectStatus(await addTo(global.id, [superId], root), 200)
  })

  it('403 to add anybody, oneself too, to a group that gives more, and to add or remove who stands above', async () => {
    const low = await own.person([...all, 'roles.view'])
    const carrying = await own.group({ roleIds: [await own.role(['users.view'])] })
    const someone = await own.member()
    for (const id of [someone, low.id]) expectExcess(await addTo(carrying.id, [id], low.token), ['users.view'])
    const plain = await own.group({}, [own.adminId])
    const stronger = await own.person(['tenants.view'])
    expectExcess(await addTo(plain.id, [someone, stronger.id], low.token), ['tenants.view'])
    expectStatus(await remove(app, `${plain.id}/members/${own.adminId}`, low.token), 403)
    assert.equal((await detail(app, plain.id, own.token)).memberCount, 1)
    expectStatus(await addTo(plain.id, [own.adminId], low.token), 200)
    expectStatus(await addTo(plain.id, [someone, low.id], low.token), 200)
    expectStatus(await remove(app, `${plain.id}/members/${low.id}`, low.token), 204)
  })

  it('counts what the groups of an admin take away: one stands above for a field alone, and not once that is restricted', async () => {
    const low = await own.person([...all, 'admins.view'], { 'admins.view': ['email'] })
    const free = await own.person(['admins.view'])
    const [plain, binding] = [await own.group(), await own.group({}, [free.id])]
    expectExcess(await addTo(plain.id, [free.id], low.token), ['admins.view'])
    const restrictions = [{ permissionCode: 'admins.view', restrictedFields: ['email'] }]
    expectStatus(await put(app, `${binding.id}/restrictions`, { restrictions }, own.token), 200)
    expectStatus(await addTo(plain.id, [free.id], low.token), 200)
    expectStatus(await put(app, `${plain.id}`, { isActive: false }, low.token), 200)
    expectStatus(await put(app, `${binding.id}/restrictions`, { restrictions: [] }, own.token), 200)
    expectExcess(await put(app, `${plain.id}`, { isActive: true }, low.token), ['admins.view'])
  })

  it('lets one give on what one holds through the very group, with its restrictions', async () => {
    const group = await own.group({ roleIds: [await own.role(['admins.view', ...all])] })
    const [inside, other] = [await own.person([]), await own.member()]
    expectStatus(
      await put(
        app,
        `${group.id}/restrictions`,
        { restrictions: [{ permissionCode: 'admins.view', restrictedFields: ['email'] }] },
        own.token,
      ),
      200,
    )
    expectStatus(await addTo(group.id, [inside.id], own.token), 200)
    expectStatus(await addTo(group.id, [other], inside.token), 200)
    expectExcess(await create({ roleIds: [await own.role(['admins.view'])] }, inside.token), ['admins.view'])
  })
})

describe('field restrictions of a group', () => {
  const email = [{ permissionCode: 'admins.view', restrictedFields: ['email'] }]

  it('hold for every member at once, whatever gives the permission, and end with it being inactive', async () => {
    const person = await own.person(['admins.view'])
    const group = await own.group({}, [person.id])
    const sees = async () => expectStatus(await app.get('/api/v1/admins', { token: person.token }), 200).text.includes('"email"')
    assert.ok(await sees())
    const both = [
      { permissionCode: 'admins.view', restrictedFields: ['phoneNumber', 'email', 'email'] },
      { permissionCode: 'users.view', restrictedFields: [] },
    ]
    const stored = expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: both }, own.token), 200).json
    assert.deepEqual(stored.restrictions, [{ permissionCode: 'admins.view', restrictedFields: ['email', 'phoneNumber'] }])
    assert.ok(!(await sees()))
    assert.equal(
      expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: [both[0]] }, own.token), 200).json.version,
      stored.version,
    )
    expectStatus(await put(app, group.id, { Status: 'Inactive' }, own.token), 200)
    assert.ok(await sees())
    expectStatus(await put(app, group.id, { Status: 'Active' }, own.token), 200)
    assert.ok(!(await sees()))
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: [] }, own.token), 200)
    assert.ok(await sees())
    assert.deepEqual(await groupEvents(app, group.id), [
      'group.created',
      'group.members_added',
      'group.restrictions_changed',
      'group.updated',
      'group.updated',
      'group.restrictions_changed',
    ])
  })

  it('400 for what can’t be restricted, is unknown, named twice, or not granted to the tenant', async () => {
    const child = await world(app, own.tenantId)
    await app.open.service.database.kysely
      .deleteFrom('tenantPermissions')
      .where('tenantId', '=', child.tenantId)
      .where('permission', '=', 'users.view')
      .execute()
    const group = await child.group()
    const at0 = 'restrictions.0'
    for (const [restrictions, fields] of [
      [[{ permissionCode: 'users.view', restrictedFields: ['email'] }], [`${at0}.permissionCode`]],
      [[{ permissionCode: 'no.such', restrictedFields: [] }], [`${at0}.permissionCode`]],
      [[{ permissionCode: 'constructor', restrictedFields: ['email'] }], [`${at0}.permissionCode`]],
      [[{ permissionCode: 'admins.view', restrictedFields: ['email', '__proto__'] }], [`${at0}.restrictedFields.1`]],
      [[{ permissionCode: 'admins.view', restrictedFields: ['firstName'] }], [`${at0}.restrictedFields.0`]],
      [[{ permissionCode: 'roles.view', restrictedFields: ['email'] }], [`${at0}.restrictedFields.0`]],
      [[email[0], email[0]], ['restrictions.1.permissionCode']],
      [[{ ...email[0], more: 1 }], [`${at0}.more`]],
      [[{ permissionCode: 'admins.view', restrictedFields: Array.from({ length: 10_000 }, () => 'email') }], [`${at0}.restrictedFields`]],
    ] as const)
      expectFields(await put(app, `${group.id}/restrictions`, { restrictions }, child.token), 400, fields)
    assert.equal((await detail(app, group.id, child.token)).version, 1)
  })

  it('403: nobody ends one that binds them, by replacing, switching off, deleting or leaving', async () => {
    const bound = await own.person([...all, 'admins.view'])
    const group = await own.group({}, [bound.id])
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: email }, own.token), 200)
    const replies = [
      await put(app, `${group.id}/restrictions`, { restrictions: [] }, bound.token),
      await put(
        app,
        `${group.id}/restrictions`,
        { restrictions: [{ permissionCode: 'admins.view', restrictedFields: ['phoneNumber'] }] },
        bound.token,
      ),
      await put(app, group.id, { isActive: false }, bound.token),
      await remove(app, group.id, bound.token),
      await remove(app, `${group.id}/members/${bound.id}`, bound.token),
    ]
    for (const reply of replies) expectExcess(reply, ['admins.view'])
    const bulk = expectStatus(await app.post(`${at}/bulk/deactivate`, { ids: [group.id] }, { token: bound.token }), 200).json
    assert.deepEqual([bulk.affected, bulk.skipped], [0, [{ id: group.id, code: 'permission_denied' }]])
    const now = await detail(app, group.id, own.token)
    assert.deepEqual([now.isActive, now.memberCount, now.restrictions], [true, 1, email])
    // more of it may be added, and who is not bound may end it
    expectStatus(
      await put(
        app,
        `${group.id}/restrictions`,
        { restrictions: [{ permissionCode: 'admins.view', restrictedFields: ['email', 'phoneNumber'] }] },
        bound.token,
      ),
      200,
    )
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: [] }, own.token), 200)
  })

  it('403: one is as bound by one’s own role, of a group that one is not in', async () => {
    const bound = await own.person([...all, 'admins.view'], { 'admins.view': ['email'] })
    const member = await own.member()
    const group = await own.group({}, [member])
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: email }, own.token), 200)
    expectExcess(await remove(app, `${group.id}/members/${member}`, bound.token), ['admins.view'])
    expectExcess(await remove(app, group.id, bound.token), ['admins.view'])
    const without = await own.person(all)
    expectExcess(await remove(app, group.id, without.token), ['admins.view'])
  })
})

describe('groups of the platform', () => {
  it('take roles and admins of the platform, and give them what a platform admin may have', async () => {
    const viewer = await addPerson(app, null, await addRole(app, null, ['audit.view']))
    const role = await addRole(app, null, ['settings.view', 'groups.view'])
    const group = expectStatus(await create({ roleIds: [role] }, root), 201).json
    expectStatus(await addTo(group.id, [viewer.id], root), 200)
    assert.deepEqual((await permissionsOf(viewer.token)).permissions, ['groups.view', 'audit.view', 'settings.view'])
    expectFields(await create({ roleIds: [await own.role([])] }, root), 404, ['roleIds'])
    const mine = expectStatus(await app.get(at, { token: viewer.token }), 200).json
    assert.ok(mine.items.some(({ id }: { id: string }) => id === group.id))
  })
})
