/** Groups as records: what makes one, what shows of it and to whom. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { at, detail, expectFields, groupEvents, mark, put, remove, type World, world } from './world.ts'

let app: TestApp
let root: string
let own: World
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await world(app)
})

const create = (body: unknown, token = own.token, path = at) => app.post(path, body, { token })
const opaqueTenant = (id: string) => app.open.service.keys.opaqueIds.encode('tenant', id)
const total = async (token: string, query = '', path = at) => expectStatus(await app.get(`${path}${query}`, { token }), 200).json.totalCount

describe('POST /api/v1/UserGroups', () => {
  it('201 with the record, opaque ids and where it is', async () => {
    const roleId = await own.role(['admins.view', 'roles.view'])
    const made = expectStatus(await create({ nameEn: ' Sales Team ', nameAr: 'المبيعات', descriptionEn: 'Sells', roleIds: [roleId] }), 201)
    const { id, createdAt, roles, ...rest } = made.json
    assert.equal(made.headers.location, `${at}/${id}`)
    assert.match(id, /^[\w-]{43}$/)
    assert.deepEqual(rest, {
      nameEn: 'Sales Team',
      nameAr: 'المبيعات',
      code: 'sales-team',
      isActive: true,
      descriptionEn: 'Sells',
      descriptionAr: null,
      tenantId: opaqueTenant(own.tenantId),
      tenantName: app.open.service.tenants.node(own.tenantId)!.name,
      memberCount: 0,
      members: [],
      roleCount: 1,
      restrictions: [],
      version: 1,
    })
    assert.deepEqual(
      roles.map((role: { roleId: string; permissionCount: number; nameAr: null }) => [role.roleId, role.permissionCount, role.nameAr]),
      [[roleId, 2, null]],
    )
    assert.ok(Math.abs(Date.parse(createdAt) - Date.now()) < 60_000)
    assert.deepEqual(await detail(app, id, own.token), made.json)
    assert.deepEqual(await groupEvents(app, id), ['group.created'])
  })

  it('201 for the spellings of the specification, in either case, and for both at once that say the same', async () => {
    const roleId = await own.role([])
    const bodies = [
      { Name: 'N', Description: 'D', Status: 'Inactive', RoleIds: [roleId] },
      { name: 'N', description: 'D', status: false, roleIds: [roleId] },
      {
        nameEn: 'N',
        Name: 'N',
        descriptionEn: 'D',
        Description: 'D',
        isActive: false,
        Status: 'Inactive',
        roleIds: [roleId],
        RoleIds: [roleId],
      },
    ]
    for (const body of bodies) {
      const { nameEn, descriptionEn, isActive, roles } = expectStatus(await create(body), 201).json
      assert.deepEqual([nameEn, descriptionEn, isActive, roles.length], ['N', 'D', false, 1], JSON.stringify(body))
    }
  })

  it('400 names what was sent: contradictions, wrong types, unknown names and those that reach into prototypes', async () => {
    const before = await total(own.token)
    const cases: [unknown, string[]][] = [
      [{}, ['nameEn']],
      [{ nameEn: 'A', Name: 'B' }, ['Name']],
      [{ name: 'A', isActive: true, Status: 'Inactive' }, ['Status']],
      [{ name: 'A', roleIds: [], RoleIds: [randomUUID()] }, ['RoleIds']],
      [{ name: 'A', Description: 'x', descriptionEn: null }, ['Description']],
      [{ name: 'A', NAME: 'A' }, ['NAME']],
      [{ name: 'A', Status: 'Suspended' }, ['Status']],
      [{ Name: 7 }, ['Name']],
      [{ name: 'A', RoleIds: 'x' }, ['RoleIds']],
      [{ name: 'A', roleIds: ['no-uuid'] }, ['roleIds.0']],
      [{ name: 'A', code: 'not a code' }, ['code']],
      [{ name: 'A', version: 1 }, ['version']],
      [{ nameEn: 'A\u202eB' }, ['nameEn']],
      [{ nameEn: 'x'.repeat(201) }, ['nameEn']],
      [{ name: 'A', tenantId: 'x' }, ['tenantId']],
      [{ name: 'A', roleIds: Array.from({ length: 101 }, randomUUID) }, ['roleIds']],
    ]
    for (const [body, fields] of cases) expectFields(await create(body), 400, fields)
    const proto = await app.request('POST', at, {
      raw: '{"nameEn":"A","__proto__":{"isActive":false}}',
      headers: { 'content-type': 'application/json' },
      token: own.token,
    })
    expectFields(proto, 400, ['__proto__'])
    assert.equal(await total(own.token), before, 'nothing was stored')
  })

  it('makes codes of names that are free, and 409 names a code that is taken in the tenant, in any case', async () => {
    const name = `Same ${mark()}`
    const codes = []
    for (let n = 0; n < 3; n++) codes.push(expectStatus(await create({ name }), 201).json.code)
    const slug = name.toLowerCase().replace(' ', '-')
    assert.deepEqual(codes, [slug, `${slug}-2`, `${slug}-3`])
    assert.match(expectStatus(await create({ name: 'المبيعات' }), 201).json.code, /^group(-\d+)?$/)
    expectFields(await create({ name: 'Other', code: slug.toUpperCase() }), 409, ['code'])
    const other = await world(app)
    expectStatus(await create({ name, code: slug }, other.token), 201)
    const gone = expectStatus(await create({ name: 'Gone', code: `gone-${slug}` }), 201).json.id
    expectStatus(await remove(app, gone, own.token), 204)
    expectStatus(await create({ name: 'Back', code: `gone-${slug}` }), 201)
  })

  it('takes the tenant plainly or opaquely, of the scope only: 404 foreign and unknown alike, 400 a changed id or one of another kind', async () => {
    const child = await world(app, own.tenantId)
    const sibling = await world(app)
    for (const tenantId of [child.tenantId, opaqueTenant(child.tenantId)])
      assert.equal(expectStatus(await create({ name: 'Below', tenantId }), 201).json.tenantId, opaqueTenant(child.tenantId))
    const answers = []
    for (const tenantId of [sibling.tenantId, opaqueTenant(sibling.tenantId), randomUUID(), opaqueTenant(randomUUID())]) {
      const reply = await create({ name: 'X', tenantId })
      expectFields(reply, 404, ['tenantId'])
      answers.push(reply.text.replace(/"traceId":"[^"]*"/, ''))
    }
    assert.equal(new Set(answers).size, 1)
    const good = opaqueTenant(own.tenantId)
    const group = (await own.group()).id
    for (const tenantId of [`${good.slice(0, -2)}${good.endsWith('AA') ? 'BB' : 'AA'}`, group, good.toUpperCase()])
      expectFields(await create({ name: 'X', tenantId }), 400, ['tenantId'])
    expectFields(await create({ name: 'X', tenantId: own.tenantId }, own.token, `${at}/createForMyTenant`), 400, ['tenantId'])
    assert.equal(expectStatus(await create({ name: 'Mine' }, own.token, `${at}/createForMyTenant`), 201).json.tenantId, good)
  })

  it('makes a global group for the platform, which no tenant sees', async () => {
    const made = expectStatus(await create({ name: `Global ${mark()}` }, root), 201).json
    assert.equal(made.tenantId, null)
    expectStatus(await app.get(`${at}/${made.id}`, { token: own.token }), 404)
    assert.equal(expectStatus(await create({ name: 'Mine', tenantId: null }), 201).json.tenantId, opaqueTenant(own.tenantId))
  })
})

describe('GET /api/v1/UserGroups', () => {
  it('shows the own tenant only: not those below, not the platform’s; the detail reaches below', async () => {
    const mine = await world(app)
    const below = await world(app, mine.tenantId)
    const [a, b] = [await mine.group({ nameEn: 'A' }), await below.group({ nameEn: 'B' })]
    const page = expectStatus(await app.get(at, { token: mine.token }), 200).json
    assert.deepEqual([page.totalCount, page.items.map(({ id }: { id: string }) => id)], [1, [a.id]])
    assert.equal((await detail(app, b.id, mine.token)).nameEn, 'B')
    expectStatus(await app.get(`${at}/${a.id}`, { token: below.token }), 404)
    const compact = expectStatus(await app.get(`${at}/myTenantGroups`, { token: mine.token }), 200).json
    assert.deepEqual(compact.items, [{ id: a.id, nameEn: 'A', nameAr: null, code: 'a', isActive: true }])
    const global = expectStatus(await app.get(`${at}?pageSize=100`, { token: root }), 200).json
    assert.ok(global.items.every(({ tenantId }: { tenantId: string | null }) => tenantId === null))
    for (const id of [mine.tenantId, opaqueTenant(mine.tenantId)]) assert.equal(await total(root, '', `${at}/byTenantId/${id}`), 1)
    for (const id of [randomUUID(), opaqueTenant(randomUUID()), 'x', a.id])
      expectStatus(await app.get(`${at}/byTenantId/${id}`, { token: root }), 404)
    expectStatus(await app.get(`${at}/byTenantId/${mine.tenantId}`, { token: mine.token }), 403)
    expectStatus(await app.get(`${at}?tenantId=${below.tenantId}`, { token: mine.token }), 400)
  })

  it('filters, sorts and pages; the search finds names and codes, never members', async () => {
    const mine = await world(app)
    const memberId = await mine.member()
    const { email, lastName } = expectStatus(await app.get(`/api/v1/admins/${memberId}`, { token: mine.token }), 200).json
    await mine.group({ nameEn: 'Alpha', nameAr: 'ألفا', code: 'x1' }, [memberId])
    await mine.group({ nameEn: 'beta', code: 'x2', isActive: false })
    for (const [search, n] of [
      ['ALPH', 1],
      ['ألف', 1],
      ['x2', 1],
      ['x', 2],
      [email, 0],
      [lastName, 0],
      ['%', 0],
      ['_', 0],
    ] as const)
      assert.equal(await total(mine.token, `?search=${encodeURIComponent(search)}`), n, search)
    assert.equal(await total(mine.token, '?isActive=false'), 1)
    const sorted = expectStatus(await app.get(`${at}?sortBy=nameEn&sortDirection=asc&pageSize=1`, { token: mine.token }), 200).json
    assert.deepEqual([sorted.items[0].nameEn, sorted.totalPages], ['Alpha', 2])
    const next = expectStatus(
      await app.get(`${at}?sortBy=nameEn&sortDirection=asc&pageSize=1&cursor=${sorted.nextCursor}`, { token: mine.token }),
      200,
    ).json
    assert.equal(next.items[0].nameEn, 'beta')
    expectStatus(await app.get(`${at}?sortBy=members`, { token: mine.token }), 400)
  })

  it('bounds the members it shows, counts all, and hides an address where the caller may not see addresses', async () => {
    const mine = await world(app)
    const roleId = await mine.role([])
    const group = await mine.group()
    await crowd(mine.tenantId, group.id, roleId, 1100)
    const whole = await detail(app, group.id, mine.token)
    assert.deepEqual([whole.memberCount, whole.members.length], [1100, 1000])
    const [item] = expectStatus(await app.get(at, { token: mine.token }), 200).json.items
    assert.deepEqual([item.memberCount, item.members.length], [1100, 5])
    assert.deepEqual(new Set(Object.keys(item.members[0])), new Set(['adminId', 'email', 'firstName', 'isActive', 'lastName', 'username']))
    const masked = await mine.person(['groups.view', 'admins.view'], { 'admins.view': ['email'] })
    for (const path of [at, `${at}/${group.id}`]) {
      const reply = expectStatus(await app.get(path, { token: masked.token }), 200)
      assert.ok(!reply.text.includes('@'), reply.text.slice(0, 300))
      assert.ok(reply.text.includes('firstName'))
    }
  })
})

/** Members as rows: a thousand creates would only test the create again. */
async function crowd(tenantId: string, group: string, roleId: string, size: number): Promise<void> {
  const { database, keys } = app.open.service
  const groupId = keys.opaqueIds.decode('group', group) as string
  const now = app.clock.now()
  const admins = Array.from({ length: size }, (_, n) => ({ id: uuidv7(now), email: `crowd-${n}-${mark()}@example.test` }))
  const common = { kind: 'admin' as const, tenantId, roleId, createdAt: now, search: '' }
  await database.kysely
    .insertInto('accounts')
    .values(admins.map((admin) => ({ ...common, ...admin })))
    .execute()
  await database.kysely
    .insertInto('userGroupMembers')
    .values(admins.map(({ id }) => ({ groupId, accountId: id, addedAt: now })))
    .execute()
}

describe('PUT /api/v1/UserGroups/{id}', () => {
  it('200 changes what was sent and nothing else, one event of what differs, none of what does not', async () => {
    const group = await own.group({ nameEn: 'Before', descriptionEn: 'Stays' })
    const changed = expectStatus(await put(app, group.id, { Name: 'After', nameAr: 'بعد' }, own.token), 200).json
    assert.deepEqual(
      [changed.nameEn, changed.nameAr, changed.descriptionEn, changed.code, changed.version],
      ['After', 'بعد', 'Stays', group.code, 2],
    )
    assert.equal(expectStatus(await put(app, group.id, { nameEn: 'After' }, own.token), 200).json.version, 2)
    assert.deepEqual(await groupEvents(app, group.id), ['group.created', 'group.updated'])
    const log = expectStatus(await app.get(`/api/v1/audit?entityId=${group.id}&action=group.updated`, { token: own.token }), 200).json
    assert.deepEqual(log.items[0].changes, { nameEn: { before: 'Before', after: 'After' }, nameAr: { before: null, after: 'بعد' } })
    assert.equal(log.items[0].entityId, group.id)
  })

  it('409 for a stale version in body or If-Match, and for a code that is taken; nothing is stored', async () => {
    const [group, other] = [await own.group(), await own.group()]
    expectStatus(await put(app, group.id, { nameEn: 'Two', version: 1 }, own.token), 200)
    assert.equal(expectStatus(await put(app, group.id, { nameEn: 'X', version: 1 }, own.token), 409).json.code, 'version_conflict')
    expectStatus(await put(app, group.id, { nameEn: 'X' }, own.token, { 'if-match': '"1"' }), 409)
    expectStatus(await put(app, `${group.id}/roles`, { roleIds: [], version: 1 }, own.token), 409)
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions: [], version: 1 }, own.token), 409)
    expectFields(await put(app, group.id, { code: other.code }, own.token), 409, ['code'])
    const now = await detail(app, group.id, own.token)
    assert.deepEqual([now.nameEn, now.code, now.version], ['Two', group.code, 2])
    expectFields(await put(app, group.id, { tenantId: own.tenantId }, own.token), 400, ['tenantId'])
  })
})

describe('DELETE /api/v1/UserGroups/{id}', () => {
  it('204, then 404; the links stay, and its members’ details still work', async () => {
    const memberId = await own.member()
    const group = await own.group({}, [memberId])
    expectStatus(await remove(app, group.id, own.token), 204)
    for (const reply of [await app.get(`${at}/${group.id}`, { token: own.token }), await remove(app, group.id, own.token)])
      expectStatus(reply, 404)
    expectStatus(await app.get(`/api/v1/admins/${memberId}`, { token: own.token }), 200)
    const links = await app.open.service.database.kysely
      .selectFrom('userGroupMembers')
      .select('groupId')
      .where('accountId', '=', memberId)
      .execute()
    assert.equal(links.length, 1)
    assert.deepEqual(await groupEvents(app, group.id), ['group.created', 'group.members_added', 'group.deleted'])
  })

  it('404 for a group of a tenant that is deleted, for the platform too', async () => {
    const gone = await world(app)
    const group = await gone.group()
    await app.open.service.database.kysely.updateTable('tenants').set({ deletedAt: new Date() }).where('id', '=', gone.tenantId).execute()
    expectStatus(await app.get(`${at}/${group.id}`, { token: root }), 404)
    expectStatus(await put(app, group.id, { nameEn: 'X' }, root), 404)
    expectStatus(await remove(app, group.id, root), 404)
  })
})
