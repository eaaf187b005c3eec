/** GET /api/v1/admins: pages, cursors, sorts, filters and search, and nothing of it from outside the caller's tenants. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

let app: TestApp
let root: string
let token: string
let tenantId: string
let roleId: string
let foreign: { tenantId: string; roleId: string; canary: string }

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet', 'kilo', 'lima']

before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  const signedIn = await own.signIn()
  token = signedIn.accessToken
  const { kysely } = app.open.service.database
  const viewerOf = async (id: string) =>
    (await kysely.selectFrom('roles').select('id').where('tenantId', '=', id).where('seed', '=', 'Viewer').executeTakeFirstOrThrow()).id
  roleId = await viewerOf(tenantId)
  for (const name of names) {
    app.clock.turn(1000)
    const body = { email: `${name}@people.test`, firstName: name, lastName: 'Person', roleId, password: `long words of ${name}` }
    expectStatus(await app.post('/api/v1/admins', body, { token }), 201)
  }
  const other = await tenantWithAdmin(app, { name: 'Other' })
  const canary = `canary${randomUUID().slice(0, 8)}`
  const body = {
    email: `${canary}@people.test`,
    firstName: canary,
    lastName: 'Person',
    roleId: await viewerOf(other.tenant.id),
    tenantId: other.tenant.id,
    password: 'long words here',
  }
  expectStatus(await app.post('/api/v1/admins', body, { token: root }), 201)
  foreign = { tenantId: other.tenant.id, roleId: body.roleId, canary }
})

const list = (query = '', as = token) => app.get(`/api/v1/admins${query}`, { token: as })
const page = async (query = '', as = token) => expectStatus(await list(query, as), 200).json
const firstNames = (reply: { items: { firstName: string }[] }) => reply.items.map(({ firstName }) => firstName)

describe('GET /api/v1/admins', () => {
  it('200 answers ten, newest first, with what the contract names', async () => {
    const first = await page()
    assert.deepEqual([first.page, first.pageSize, first.totalCount, first.totalPages, first.items.length], [1, 10, 13, 2, 10])
    assert.deepEqual(firstNames(first).slice(0, 3), ['lima', 'kilo', 'juliet'])
    const { id, createdAt, ...item } = first.items[0]
    assert.deepEqual(item, {
      email: 'lima@people.test',
      username: null,
      firstName: 'lima',
      lastName: 'Person',
      phoneNumber: null,
      avatarUrl: null,
      tenantId,
      tenantName: (await app.get('/api/v1/Admins/me', { token })).json.tenantName,
      role: { id: roleId, name: 'Viewer' },
      isActive: true,
      isBlocked: false,
      isProtected: false,
      isLockedOut: false,
      twoFactorEnabled: false,
      lastLoginAt: null,
      version: 1,
    })
    assert.ok(id && Date.parse(createdAt))
  })

  it('200 walks by number and by cursor to the same rows, from either end, in every order; all cursors are of one length', async () => {
    const lengths = new Set<number>()
    for (const sortBy of ['createdAt', 'email', 'username', 'firstName', 'lastName', 'lastLoginAt', 'isActive', 'isBlocked']) {
      for (const sortDirection of ['asc', 'desc']) {
        const order = `sortBy=${sortBy}&sortDirection=${sortDirection}&pageSize=3`
        const byNumber: string[] = []
        for (let number = 1; number <= 5; number++)
          byNumber.push(...(await page(`?${order}&page=${number}`)).items.map(({ id }: { id: string }) => id))
        const byCursor: string[] = []
        let cursor: string | null = ''
        for (let number = 1; cursor !== null; number++) {
          const reply: { items: { id: string }[]; page: number; nextCursor: string | null } = await page(
            `?${order}${cursor && `&cursor=${cursor}`}`,
          )
          assert.equal(reply.page, number)
          byCursor.push(...reply.items.map(({ id }) => id))
          cursor = reply.nextCursor
          if (cursor !== null) lengths.add(cursor.length)
        }
        assert.equal(new Set(byNumber).size, 13, order)
        assert.deepEqual(byCursor, byNumber, order)
      }
    }
    // else it would be that of the value it ends at, which may be a stranger's
    assert.equal(lengths.size, 1)
  })

  it('200 beyond the last page is empty, however far', async () => {
    for (const number of [3, 1000, 1_000_000_000]) {
      const far = await page(`?page=${number}`)
      assert.deepEqual([far.items, far.totalCount, far.page, far.nextCursor], [[], 13, number, null])
    }
  })

  it('400 for numbers that are none, out of range, or not in plain form', async () => {
    for (const value of ['0', '-1', '1e22', '01', '+1', '1.0', ' 1', '10;DROP', 'NaN', '', '99999999999999999999'])
      assert.equal((await list(`?page=${encodeURIComponent(value)}`)).status, 400, value)
    for (const value of ['0', '101', '1e9', 'all']) assert.equal((await list(`?pageSize=${value}`)).status, 400, value)
    expectStatus(await list('?pageSize=100'), 200)
  })

  it('400 for a sort that is not offered, and lists those that are', async () => {
    for (const value of ['passwordHash', 'id;--', 'search', '__proto__', 'constructor']) {
      const reply = expectStatus(await list(`?sortBy=${encodeURIComponent(value)}`), 400)
      assert.match(reply.json.errors[0].message, /createdAt, email, username/)
    }
    assert.equal((await list('?sortBy=email&sortBy=createdAt')).status, 400)
    assert.equal((await list('?sortDirection=up')).status, 400)
    assert.equal((await list('?isactive=true')).status, 400)
    assert.equal((await list('?isActive=1')).status, 400)
  })

  it('400 for a cursor that was changed, or belongs to another order, filter or list', async () => {
    const { nextCursor } = await page('?pageSize=2')
    const changed = (nextCursor.startsWith('A') ? 'B' : 'A') + nextCursor.slice(1)
    for (const query of [
      `?cursor=${changed}`,
      `?cursor=${nextCursor}&sortBy=email`,
      `?cursor=${nextCursor}&isActive=true`,
      '?cursor=x',
      '?cursor=',
      `?cursor=${nextCursor}=`,
    ]) {
      const reply = expectStatus(await list(query), 400)
      assert.equal(reply.json.errors[0].field, 'cursor', query)
    }
    expectStatus(await list(`?cursor=${nextCursor}&pageSize=5`), 200)
    expectStatus(await app.get(`/api/v1/Tenants?cursor=${nextCursor}`, { token }), 400)
  })

  it('200 finds text literally, in any case and any part of names and addresses', async () => {
    assert.deepEqual(firstNames(await page('?search=RAV')), ['bravo'])
    assert.deepEqual(firstNames(await page('?search=golf%20person')), ['golf'])
    assert.deepEqual(firstNames(await page('?search=hotel%40people')), ['hotel'])
    for (const text of ['%', '_', '\\', '%25', "' or 1=1 --", '.*', 'a%b', '%', '\\%']) {
      assert.deepEqual((await page(`?search=${encodeURIComponent(text)}`)).totalCount, 0, text)
    }
    assert.equal((await list(`?search=${'a'.repeat(101)}`)).status, 400)
    assert.equal((await list('?search=a%00b')).status, 400)
    assert.equal((await page('?search=')).totalCount, 13)
  })

  it('200 filters, and the count follows', async () => {
    const [{ id }] = (await page('?search=alpha')).items
    expectStatus(await app.post(`/api/v1/admins/${id}/block`, {}, { token }), 200)
    assert.deepEqual(firstNames(await page('?isBlocked=true')), ['alpha'])
    assert.equal((await page('?isBlocked=true')).totalCount, 1)
    assert.equal((await page('?isBlocked=false&isActive=true')).totalCount, 12)
    assert.equal((await page('?isActive=false')).totalCount, 0)
    assert.equal((await page(`?roleId=${roleId}`)).totalCount, 12)
    assert.equal((await page(`?tenantId=${tenantId}`)).totalCount, 13)
    assert.deepEqual([(await page('?isPlatform=true')).totalCount, (await page('?isPlatform=false')).totalCount], [0, 13])
    const platform = await page('?isPlatform=true&isActive=true', root)
    assert.deepEqual([platform.totalCount, platform.items.map((one: { tenantId: string | null }) => one.tenantId)], [1, [null]])
    assert.equal((await page('?twoFactorEnabled=true')).totalCount, 0)
    assert.equal((await page('?twoFactorEnabled=false&isLockedOut=false')).totalCount, 13)
    const group = expectStatus(await app.post('/api/v1/UserGroups', { nameEn: 'Some' }, { token }), 201).json
    expectStatus(await app.post(`/api/v1/UserGroups/${group.id}/members`, { adminIds: [id] }, { token }), 200)
    assert.deepEqual(firstNames(await page(`?groupId=${group.id}`)), ['alpha'])
    assert.equal((await page(`?groupId=${group.id}&isBlocked=false`)).totalCount, 0)
    const { keys } = app.open.service
    for (const other of ['x', randomUUID(), keys.opaqueIds.encode('tenant', keys.opaqueIds.decode('group', group.id)!)])
      assert.equal((await page(`?groupId=${other}`)).totalCount, 0)
    // who may not see groups must not learn from it who is in one
    const blind = await tokenHolding(app, tenantId, ['admins.view', 'admins.delete'])
    const filter = { groupId: group.id }
    const refused = [
      await list(`?groupId=${group.id}`, blind),
      await app.post('/api/v1/Admins/bulk-delete-all', { filter, dryRun: true }, { token: blind }),
    ]
    for (const reply of refused) assert.equal(expectStatus(reply, 403).json.requiredPermission, 'groups.view')
    expectStatus(await app.request('DELETE', `/api/v1/UserGroups/${group.id}`, { token }), 204)
    assert.equal((await page(`?groupId=${group.id}`)).totalCount, 0)
    const dry = { dryRun: true }
    const bulk = async (filter: object) =>
      expectStatus(await app.post('/api/v1/Admins/bulk-delete-all', { filter, ...dry }, { token }), 200).json.affected
    assert.deepEqual([await bulk({ within: tenantId, isBlocked: true }), await bulk({ within: foreign.tenantId })], [1, 0])
    const malformed = await app.post('/api/v1/Admins/bulk-delete-all', { filter: { within: 'x' }, ...dry }, { token })
    assert.equal(expectStatus(malformed, 400).json.errors[0].field, 'filter.within')
  })

  it('200 empty for every way of asking for what is foreign or unknown', async () => {
    for (const query of [
      `?roleId=${foreign.roleId}`,
      `?tenantId=${foreign.tenantId}`,
      `?search=${foreign.canary}`,
      `?roleId=${randomUUID()}`,
      `?tenantId=${randomUUID()}`,
    ]) {
      const reply = await page(query)
      assert.deepEqual([reply.items, reply.totalCount, reply.totalPages], [[], 0, 0], query)
    }
    assert.equal((await page(`?search=${foreign.canary}`, root)).totalCount, 1)
    assert.ok(!(await list('?pageSize=100')).text.includes('superadmin'))
  })

  it('a masked address is in no answer, finds nothing, and can be neither sorted nor filtered by', async () => {
    const masked = await tokenHolding(app, tenantId, ['admins.view'], { 'admins.view': ['email'] })
    const reply = await page('?pageSize=100', masked)
    assert.ok(reply.items.length > 10 && reply.items.every((item: object) => !('email' in item) && 'phoneNumber' in item))
    assert.equal((await page('?search=people', masked)).totalCount, 0)
    assert.equal((await page('?search=charlie', masked)).totalCount, 1)
    const refused = expectStatus(await list('?sortBy=email', masked), 403)
    assert.deepEqual([refused.json.code, refused.json.errors[0].field], ['field_restricted', 'email'])
    const { id } = reply.items[0]
    assert.ok(!('email' in expectStatus(await app.get(`/api/v1/admins/${id}`, { token: masked }), 200).json))
    assert.ok(!expectStatus(await app.get(`/api/v1/admin?pageSize=100`, { token: masked }), 200).text.includes('@'))
  })

  it('200 the overview path answers the same page in the envelope', async () => {
    const reply = expectStatus(await app.get('/api/v1/admin?pageSize=2', { token }), 200).json
    assert.deepEqual(
      [reply.isSuccess, reply.statusCode, reply.data.totalCount, reply.data.items.length],
      [true, 200, (await page()).totalCount, 2],
    )
  })
})
