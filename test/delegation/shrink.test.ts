/** What is taken from a tenant is taken from everything below it, at once and for good. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { revoke } from '#db/live/revocations.ts'
import { change, setTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addRole, allBut, eventsAbout, everything, grantOf, idOf, type Line, lineOf, listedBy, mine, putGrant } from './rig.ts'

let app: TestApp
let top: string
before(async () => {
  app = await startApp()
  top = await app.superToken()
})

const taken = ['admins.view', 'users.delete']
const kept = allBut(...taken)

/** A group as rows, with restrictions. */
async function addGroup(tenantId: string, restrictions: Record<string, string[]>, more: { deletedAt?: Date } = {}): Promise<string> {
  const { kysely } = app.open.service.database
  const now = app.clock.now()
  const id = uuidv7(now)
  await kysely
    .insertInto('userGroups')
    .values({ id, tenantId, nameEn: `Group ${id}`, code: `g-${id}`, createdAt: now, ...more })
    .execute()
  const rows = Object.entries(restrictions).map(([permission, fields]) => ({ groupId: id, permission, fields }))
  await kysely.insertInto('userGroupRestrictions').values(rows).execute()
  return id
}

const restrictionsOf = async (groupId: string) =>
  Object.fromEntries(
    (await app.open.service.database.kysely.selectFrom('userGroupRestrictions').selectAll().where('groupId', '=', groupId).execute()).map(
      ({ permission, fields }) => [permission, fields],
    ),
  )

const versionOf = async (table: 'roles' | 'userGroups' | 'tenants', id: string) =>
  (await app.open.service.database.kysely.selectFrom(table).select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

const viewerOf = async (tenantId: string) =>
  (
    await app.open.service.database.kysely
      .selectFrom('roles')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('seed', '=', 'Viewer')
      .executeTakeFirstOrThrow()
  ).id

describe('taking permissions from a tenant', () => {
  let line: Line
  let beside: Line
  const roles: string[] = []
  const groups: string[] = []
  let binned: string
  let untouched: string[]
  before(async () => {
    line = await lineOf(app, 3)
    beside = await lineOf(app, 1)
    for (const id of line.ids) {
      roles.push(await addRole(app, id, { 'users.delete': [], 'users.view': ['email'], 'admins.view': ['phoneNumber'] }))
      groups.push(await addGroup(id, { 'admins.view': ['email'], 'users.view': ['email'] }))
    }
    binned = await addRole(app, line.ids[2]!, { 'users.delete': [] }, { deletedAt: app.clock.now() })
    untouched = [
      await addRole(app, line.ids[2]!, { 'files.view': [] }),
      await addRole(app, beside.ids[0]!, { 'users.delete': [] }),
      await viewerOf(beside.ids[0]!),
    ]
    const { json } = expectStatus(await putGrant(app, top, line.ids[1]!, kept), 200)
    // of two tenants: two roles each that were made here, a Viewer each, and the one in the bin
    assert.deepEqual(json, {
      message: 'The permissions were changed.',
      totalPermissions: kept.length,
      affectedTenants: 2,
      affectedRoles: 5,
    })
  })

  it('cuts the grant of the tenant and of all below, not of those above or beside', async () => {
    for (const id of [line.ids[1]!, line.ids[2]!]) assert.deepEqual((await grantOf(app, id)).names, kept)
    for (const id of [line.ids[0]!, beside.ids[0]!]) assert.deepEqual((await grantOf(app, id)).names, everything)
  })

  it('cuts their roles, those in the bin too, each with a new version', async () => {
    assert.deepEqual(await listedBy(app, roles[0]!), ['admins.view', 'users.delete', 'users.view'])
    for (const role of [roles[1]!, roles[2]!]) assert.deepEqual(await listedBy(app, role), ['users.view'])
    assert.deepEqual(await listedBy(app, binned), [])
    assert.deepEqual(await Promise.all([roles[0]!, roles[1]!, roles[2]!, binned].map((id) => versionOf('roles', id))), [1, 2, 2, 2])
    assert.deepEqual(await Promise.all(untouched.map((id) => versionOf('roles', id))), [1, 1, 1])
    assert.equal((await listedBy(app, await viewerOf(line.ids[2]!))).includes('admins.view'), false)
  })

  it('moves the version of each by one, the named one too, and of no tenant beside or above', async () => {
    const ids = [line.ids[0]!, line.ids[1]!, line.ids[2]!, beside.ids[0]!]
    assert.deepEqual(await Promise.all(ids.map((id) => versionOf('tenants', id))), [1, 2, 2, 1])
  })

  it('cuts the restrictions of their groups', async () => {
    assert.deepEqual(await restrictionsOf(groups[0]!), { 'admins.view': ['email'], 'users.view': ['email'] })
    for (const group of [groups[1]!, groups[2]!]) assert.deepEqual(await restrictionsOf(group), { 'users.view': ['email'] })
    assert.deepEqual(await Promise.all(groups.map((id) => versionOf('userGroups', id))), [1, 2, 2])
  })

  it('tells each tenant in its own log, with what was and what is, and of no tenant above', async () => {
    for (const id of [line.ids[1]!, line.ids[2]!]) {
      const [event, ...more] = await eventsAbout(app, 'tenant.permissions_changed', id)
      assert.deepEqual(more, [])
      assert.equal(event?.tenantId, id)
      assert.deepEqual(event?.changes, {
        'admins.view': { before: true, after: false },
        'users.delete': { before: true, after: false },
      })
    }
    const [ofRole] = await eventsAbout(app, 'role.permissions_changed', roles[2]!)
    assert.equal(ofRole?.tenantId, line.ids[2])
    assert.deepEqual(ofRole?.changes, {
      permissions: { before: ['admins.view', 'users.delete', 'users.view'], after: ['users.view'] },
      restrictedFields: { before: { 'admins.view': ['phoneNumber'], 'users.view': ['email'] }, after: { 'users.view': ['email'] } },
    })
    const [ofGroup] = await eventsAbout(app, 'group.restrictions_changed', groups[2]!)
    assert.deepEqual(ofGroup?.changes, {
      restrictions: {
        before: [
          { permissionCode: 'admins.view', restrictedFields: ['email'] },
          { permissionCode: 'users.view', restrictedFields: ['email'] },
        ],
        after: [{ permissionCode: 'users.view', restrictedFields: ['email'] }],
      },
    })
    const below = await app.open.service.database.kysely.selectFrom('events').selectAll().where('tenantId', '=', line.ids[2]!).execute()
    for (const event of below) {
      const { changes, data, entityId, entityName } = event
      // for webhooks of those above; no log shows it
      const { parent, ...said } = data as Record<string, unknown>
      assert.ok(parent === undefined || event.type === 'tenant.created')
      const told = JSON.stringify({ changes, said, entityId, entityName })
      for (const above of [line.ids[0]!, line.ids[1]!, 'Level 0', 'Level 1']) assert.equal(told.includes(above), false, told)
    }
    for (const id of [line.ids[0]!, beside.ids[0]!]) assert.deepEqual(await eventsAbout(app, 'tenant.permissions_changed', id), [])
    for (const id of [...untouched, roles[0]!]) assert.deepEqual(await eventsAbout(app, 'role.permissions_changed', id), [])
  })

  it('given again, it comes back to that one tenant and to no role but the one that follows the grant', async () => {
    expectStatus(await putGrant(app, top, line.ids[1]!, everything), 200)
    assert.deepEqual((await grantOf(app, line.ids[1]!)).names, everything)
    assert.deepEqual((await grantOf(app, line.ids[2]!)).names, kept)
    const [, back] = await eventsAbout(app, 'tenant.permissions_changed', line.ids[1]!)
    assert.deepEqual(back?.changes, {
      'admins.view': { before: false, after: true },
      'users.delete': { before: false, after: true },
    })
    for (const role of [roles[1]!, roles[2]!]) assert.deepEqual(await listedBy(app, role), ['users.view'])
    assert.equal((await listedBy(app, await viewerOf(line.ids[1]!))).includes('admins.view'), false)
    assert.deepEqual((await mine(app, line.tokens[1]!)).permissions, everything)
    assert.deepEqual((await mine(app, line.tokens[2]!)).permissions, kept)
    expectStatus(await putGrant(app, line.tokens[1]!, line.ids[2]!, everything), 200)
    assert.deepEqual((await mine(app, line.tokens[2]!)).permissions, everything)
    assert.deepEqual(await listedBy(app, roles[2]!), ['users.view'])
    assert.deepEqual(await listedBy(app, binned), [])
  })
})

describe('a form that was read before a cut from above', () => {
  it('is refused, though all that it grants may be granted again; who lost nothing has the version that it had', async () => {
    const { ids, tokens } = await lineOf(app, 3)
    const [parent, child, grandchild] = ids as [string, string, string]
    expectStatus(await putGrant(app, top, grandchild, kept), 200)
    const versions = () => Promise.all([child, grandchild].map((id) => versionOf('tenants', id)))
    const [read, below] = await versions()
    expectStatus(await putGrant(app, top, parent, kept), 200)
    expectStatus(await putGrant(app, top, parent, everything), 200)
    assert.deepEqual(await versions(), [read! + 1, below])
    const path = `/api/v1/Tenants/${child}/permissions`
    const send = (version: number) => app.request('PUT', path, { token: tokens[0], body: { permissionIds: everything.map(idOf), version } })
    assert.equal(expectStatus(await send(read!), 409).json.code, 'version_conflict')
    assert.deepEqual((await grantOf(app, child)).names, kept)
    expectStatus(await send(read! + 1), 200)
    assert.deepEqual((await grantOf(app, child)).names, everything)
  })
})

describe('a tenant in the bin', () => {
  it('is cut with the rest: what went meanwhile does not come back with it', async () => {
    const { ids } = await lineOf(app, 2)
    await setTenant(app, ids[1]!, { deletedAt: app.clock.now() })
    expectStatus(await putGrant(app, top, ids[1]!, everything), 404)
    expectStatus(await putGrant(app, top, ids[0]!, kept), 200)
    await change(app, async (ctx) => {
      await ctx.db.updateTable('tenants').set({ deletedAt: null }).where('id', '=', ids[1]!).execute()
      await revoke(ctx, 'tenant', ids[1]!)
    })
    assert.deepEqual((await grantOf(app, ids[1]!)).names, kept)
    assert.equal((await listedBy(app, await viewerOf(ids[1]!))).includes('admins.view'), false)
  })
})

describe('a live token', () => {
  it('can do less in the very next request, and more likewise', async () => {
    const { ids, tokens } = await lineOf(app, 3)
    const see = async () => (await app.get('/api/v1/admins', { token: tokens[2] })).status
    assert.equal(await see(), 200)
    expectStatus(await putGrant(app, top, ids[0]!, allBut('admins.view')), 200)
    assert.equal(await see(), 403)
    assert.equal((await mine(app, tokens[2]!)).permissions.includes('admins.view'), false)
    for (const [level, id] of ids.entries()) {
      assert.equal(await see(), 403, `before level ${level}`)
      expectStatus(await putGrant(app, top, id, everything), 200)
    }
    assert.equal(await see(), 200)
  })

  it('is under a restriction in the very next request, and free of it likewise', async () => {
    const { ids, tokens } = await lineOf(app, 2)
    const [admin] = (await app.get('/api/v1/admins', { token: tokens[1] })).json.items
    assert.match(admin.email, /@/)
    expectStatus(await putGrant(app, top, ids[0]!, everything, { 'admins.view': ['email'] }), 200)
    const masked = (await app.get(`/api/v1/admins/${admin.id}`, { token: tokens[1] })).json
    assert.equal('email' in masked, false)
    expectStatus(await putGrant(app, top, ids[0]!, everything, {}), 200)
    assert.equal((await app.get(`/api/v1/admins/${admin.id}`, { token: tokens[1] })).json.email, admin.email)
  })

  it('of an admin who may change grants ends what it can give with what it holds', async () => {
    const { ids, tokens } = await lineOf(app, 2)
    expectStatus(await putGrant(app, top, ids[1]!, allBut('files.view')), 200)
    expectStatus(await putGrant(app, top, ids[0]!, allBut('files.view')), 200)
    const refused = expectStatus(await putGrant(app, tokens[0]!, ids[1]!, everything), 403)
    assert.deepEqual(refused.json.excess, ['files.view'])
  })
})
