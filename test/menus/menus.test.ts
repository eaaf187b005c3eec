/** The menu: whose items are in it, who is shown which, and how it is changed. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { expectStatus, type Reply, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

const path = '/api/v1/menus'
let app: TestApp
let root: string
let tenantId: string
let token: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  token = (await own.signIn()).accessToken
})

interface Item {
  id: string
  key: string
  titleEn: string
  parentId: string | null
  order: number
  tenantId: string | null
  version: number
  children: Item[]
}
const add = async (body: object, as = token): Promise<Item> =>
  expectStatus(await app.post(path, { titleEn: `Item ${randomUUID()}`, ...body }, { token: as }), 201).json
const put = (at: string, body: object) => app.request('PUT', at, { token, body })
const told = (type: string, entityId: string) =>
  app.open.service.database.kysely
    .selectFrom('events')
    .select(['tenantId', 'changes'])
    .where('type', '=', type)
    .where('entityId', '=', entityId)
    .where('tenantId', '=', tenantId)
    .execute()
const fieldsOf = ({ json }: Reply) => (json.errors as { field: string }[]).map(({ field }) => field)
const all = (items: readonly Item[]): Item[] => items.flatMap((item) => [item, ...all(item.children)])
const shown = async (as = token, query = ''): Promise<Item[]> =>
  all(expectStatus(await app.get(`${path}${query}`, { token: as }), 200).json)
const keys = async (as = token, query = '') => (await shown(as, query)).map(({ key }) => key)
/** Every own item where it is. */
const places = async (as = token) =>
  (await shown(as, '?all=true'))
    .filter((item) => item.tenantId === (as === root ? null : tenantId))
    .map(({ id, parentId, order }) => ({ id, parentId, order }))
const clear = async () => {
  for (const { id } of await places()) expectStatus(await app.request('DELETE', `${path}/${id}`, { token }), 204)
}

describe('GET /api/v1/menus', () => {
  it('begins with the areas of the service, in both languages, each for those who may see what is there', async () => {
    const items = await shown(root)
    for (const key of ['dashboard', 'admins', 'audit', 'webhooks', 'settings'])
      assert.ok(
        items.some((item) => item.key === key),
        key,
      )
    for (const item of items as (Item & { titleAr: string | null })[]) assert.match(item.titleAr ?? '', /\p{Script=Arabic}/u)
    // settings are the platform's alone
    assert.ok(!(await keys()).includes('settings'))
    assert.ok((await keys()).includes('admins'))
  })

  it('joins the own items with the platform’s, those of no other tenant', async () => {
    const people = (await shown(root)).find(({ key }) => key === 'people')!
    const own = await add({ parentId: people.id })
    const other = await tenantWithAdmin(app, { parentTenantId: tenantId })
    const theirs = (await other.signIn()).accessToken
    const below = await add({}, theirs)
    assert.equal((await shown()).find(({ id }) => id === people.id)!.children.at(-1)!.id, own.id)
    for (const [who, id] of [
      [token, below.id],
      [theirs, own.id],
      [root, own.id],
    ] as const)
      assert.ok(!(await shown(who, '?all=true')).some((item) => item.id === id))
  })

  it('shows what is visible, whose permission is held and whose parents are shown; `all` the rest to who may see it', async () => {
    const hidden = await add({ isVisible: false })
    const below = await add({ parentId: hidden.id })
    const lacked = await add({ requiredPermission: 'settings.view' })
    const held = await add({ requiredPermission: 'admins.view' })
    const ids = (await shown()).map(({ id }) => id)
    assert.deepEqual(
      [hidden, below, lacked, held].map(({ id }) => ids.includes(id)),
      [false, false, false, true],
    )
    const whole = (await shown(token, '?all=true')).map(({ id }) => id)
    for (const { id } of [hidden, below, lacked, held]) assert.ok(whole.includes(id))
  })

  it('shows holders of a role that lists items only these, and gives no right', async () => {
    const listed = await add({ requiredPermission: 'users.delete' })
    const seen = await add({})
    const role = expectStatus(
      await app.post('/api/v1/roles', { name: `Listing ${randomUUID()}`, menuItemIds: [listed.id, seen.id] }, { token }),
      201,
    ).json
    const email = `${randomUUID()}@example.test`
    const body = { email, firstName: 'Led', lastName: 'Through', roleId: role.id, password: 'a Password of 7 words' }
    expectStatus(await app.post('/api/v1/Admins', body, { token }), 201)
    const led = (await app.signIn(email, body.password)).accessToken
    assert.deepEqual(
      (await shown(led)).map(({ id }) => id),
      [seen.id],
    )
    const refused = expectStatus(await app.get(`${path}?all=true`, { token: led }), 403).json
    assert.equal(refused.requiredPermission, 'menus.view')
    expectStatus(await app.get('/api/v1/users', { token: led }), 403)
    // what no role lists any more hides nothing
    expectStatus(await put(`/api/v1/roles/${role.id}`, { menuItemIds: [] }), 200)
    assert.ok((await keys(led)).length > 1)
  })
})

describe('POST /api/v1/menus', () => {
  it('makes a key of the title, puts it behind its siblings, and tells what was made', async () => {
    const first = await add({ titleEn: 'Café & Co' })
    const second = await add({ titleEn: 'Other' })
    const third = await add({ titleEn: 'Café & Co' })
    assert.deepEqual([first.key, third.key], ['cafe-co', 'cafe-co-2'])
    assert.ok(first.order < second.order && second.order < third.order)
    const [event] = await told('menu.created', third.id)
    assert.equal(event!.tenantId, tenantId)
  })

  it('409 for a key that is taken; 404 for a parent that is unknown, another tenant’s; 400 for one too deep', async () => {
    const { key } = await add({ key: `k${randomUUID().slice(0, 8)}` })
    expectStatus(await app.post(path, { titleEn: 'Twice', key }, { token }), 409)
    const other = await tenantWithAdmin(app)
    const foreign = await add({}, (await other.signIn()).accessToken)
    const replies = await Promise.all(
      [foreign.id, randomUUID()].map((parentId) => app.post(path, { titleEn: 'Lost', parentId }, { token })),
    )
    for (const reply of replies) assert.deepEqual(fieldsOf(expectStatus(reply, 404)), ['parentId'])
    let parentId: string | null = null
    for (let level = 1; level <= 5; level++) parentId = (await add({ parentId })).id
    assert.deepEqual(fieldsOf(expectStatus(await app.post(path, { titleEn: 'Six', parentId }, { token }), 400)), ['parentId'])
  })

  it('400 for paths that lead elsewhere than they say', async () => {
    for (const bad of ['javascript:alert(1)', '//evil.example', '/\\evil.example', 'reports', '/a b', 'data:text/html,x'])
      expectStatus(await app.post(path, { titleEn: 'Bad', path: bad }, { token }), 400)
    await add({ path: 'https://status.example.test/' })
  })

  it('409 past as many items as a tenant may have, other tenants’ untouched', async () => {
    const full = await tenantWithAdmin(app)
    const theirs = (await full.signIn()).accessToken
    await app.open.service.database.kysely
      .insertInto('menuItems')
      .values(
        Array.from({ length: 199 }, (_, n) => ({
          id: randomUUID(),
          tenantId: full.tenant.id,
          key: `many-${n}`,
          titleEn: 'Many',
          createdAt: new Date(),
        })),
      )
      .execute()
    const replies = await Promise.all([1, 2, 3, 4].map(() => app.post(path, { titleEn: 'Last' }, { token: theirs })))
    assert.deepEqual(replies.map(({ status }) => status).sort(), [201, 409, 409, 409])
    assert.equal(replies.find(({ status }) => status === 409)!.json.quota, 'menuItems')
  })
})

describe('PUT and DELETE /api/v1/menus/{id}', () => {
  it('changes what was sent, in the version that was read, and tells before and after', async () => {
    const item = await add({})
    const changed = expectStatus(await put(`${path}/${item.id}`, { titleEn: 'Named anew', version: 1 }), 200).json
    assert.deepEqual([changed.titleEn, changed.version], ['Named anew', 2])
    expectStatus(await put(`${path}/${item.id}`, { titleEn: 'Late', version: 1 }), 409)
    expectStatus(await put(`${path}/${item.id}`, { titleEn: 'Named anew' }), 200)
    const [event, ...more] = await told('menu.updated', item.id)
    assert.deepEqual([event!.changes, more.length], [{ titleEn: { before: item.titleEn, after: 'Named anew' } }, 0])
  })

  it('400 below itself or what stands below it', async () => {
    const top = await add({})
    const below = await add({ parentId: top.id })
    for (const parentId of [top.id, below.id]) expectStatus(await put(`${path}/${top.id}`, { parentId }), 400)
  })

  it('is of the own tenant alone: 404 for the platform’s and for a child’s, with the bytes of an unknown one', async () => {
    const ofPlatform = (await shown(root)).find(({ key }) => key === 'admins')!
    const child = await tenantWithAdmin(app, { parentTenantId: tenantId })
    const ofChild = await add({}, (await child.signIn()).accessToken)
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { isVisible: false } : undefined
      const replies = await Promise.all(
        [ofPlatform.id, ofChild.id, randomUUID()].map((id) => app.request(method, `${path}/${id}`, { token, body })),
      )
      const codes = replies.map((reply) => expectStatus(reply, 404).json.code)
      assert.deepEqual(new Set(codes), new Set(['not_found']))
    }
  })

  it('lets what stands below a deleted item take its place, whosever it is', async () => {
    const top = await add({}, root)
    const middle = await add({ parentId: top.id }, root)
    const own = await add({ parentId: middle.id })
    expectStatus(await app.request('DELETE', `${path}/${middle.id}`, { token: root }), 204)
    assert.equal((await shown()).find(({ id }) => id === own.id)!.parentId, top.id)
    expectStatus(await app.request('DELETE', `${path}/${top.id}`, { token: root }), 204)
    assert.equal((await shown()).find(({ id }) => id === own.id)!.parentId, null)
  })
})

describe('PUT /api/v1/menus/reorder', () => {
  it('puts every own item in its place, and tells those that moved', async () => {
    await clear()
    const [a, b, c] = [await add({}), await add({}), await add({})]
    const people = (await shown(root)).find(({ key }) => key === 'people')!
    const items = [
      { id: c!.id, parentId: people.id, order: 7 },
      { id: b!.id, parentId: c!.id, order: 0 },
      { id: a!.id, parentId: null, order: a!.order },
    ]
    const tree: Item[] = expectStatus(await put(`${path}/reorder`, { items }), 200).json
    assert.deepEqual(
      all(tree)
        .map(({ id, parentId, order }) => ({ id, parentId, order }))
        .sort((x, y) => (x.id < y.id ? -1 : 1)),
      [...items].sort((x, y) => (x.id < y.id ? -1 : 1)),
    )
    assert.deepEqual(new Set(tree.map(({ id }) => id)), new Set([a!.id, c!.id]))
    const [event, ...others] = await told('menu.reordered', c!.id)
    assert.deepEqual([event!.changes.parentId, others.length], [{ before: null, after: people.id }, 0])
    assert.equal((await told('menu.reordered', a!.id)).length, 0)
    expectStatus(await put(`${path}/reorder`, { items }), 200)
    assert.equal((await told('menu.reordered', c!.id)).length, 1)
  })

  it('400 with the item for a circle, a foreign, unknown, missing or repeated one; the order stays', async () => {
    await clear()
    const [a, b] = [await add({}), await add({})]
    const other = await tenantWithAdmin(app)
    const foreign = await add({}, (await other.signIn()).accessToken)
    const platform = (await shown(root)).find(({ key }) => key === 'admins')!
    const at = (id: string, parentId: string | null = null, order = 0) => ({ id, parentId, order })
    const stood = await places()
    for (const [items, field] of [
      [[at(a!.id, b!.id), at(b!.id, a!.id)], 'items.0.parentId'],
      [[at(a!.id, a!.id), at(b!.id)], 'items.0.parentId'],
      [[at(a!.id), at(b!.id), at(foreign.id)], 'items.2.id'],
      [[at(a!.id), at(b!.id), at(platform.id)], 'items.2.id'],
      [[at(a!.id), at(b!.id), at(randomUUID())], 'items.2.id'],
      [[at(a!.id), at(b!.id), at(a!.id)], 'items.2.id'],
      [[at(a!.id, foreign.id), at(b!.id)], 'items.0.parentId'],
      [[at(a!.id)], 'items'],
      [[], 'items'],
    ] as const) {
      const reply = expectStatus(await put(`${path}/reorder`, { items }), 400)
      assert.ok(fieldsOf(reply).includes(field), `${field}: ${reply.text}`)
    }
    assert.deepEqual(await places(), stood)
  })
})
