/** GET /api/v1/users: pages, cursors, sorts, filters and search, and nothing of it from outside the caller's tenants. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setAccount } from '../auth/people.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addUser, at } from './making.ts'

const names = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', 'india', 'juliet', 'kilo', 'lima']

let app: TestApp
let own: World
let below: World
let other: World
const ids = new Map<string, string>()
before(async () => {
  app = await startApp()
  own = await world(app)
  below = await world(app, own.tenantId)
  other = await world(app)
  for (const [n, name] of names.entries()) {
    app.clock.turn(1000)
    const person = { username: `name.${name}`, email: `${name}@people.test`, firstName: name, lastName: 'Person' }
    const tenantId = n % 4 === 3 ? below.tenantId : own.tenantId
    const phoneNumber = n === 0 ? '+4915112345678' : null
    ids.set(name, (await addUser(app, own.token, { ...person, tenantId, phoneNumber, sendInvitation: false })).id)
  }
  await addUser(app, other.token, { username: 'name.canary', email: 'canary@people.test', firstName: 'canary', lastName: 'Person' })
})

const list = (query = '', token = own.token) => app.get(`${at}${query}`, { token })
const page = async (query = '', token = own.token) => expectStatus(await list(query, token), 200).json
const shown = async (query = '', token = own.token): Promise<string[]> =>
  (await page(`?pageSize=100${query}`, token)).items.map(({ firstName }: { firstName: string }) => firstName)
const newestFirst = [...names].reverse()

describe('GET /api/v1/users', () => {
  it('200 answers ten, newest first, with what the contract names; admins are none of them', async () => {
    const first = await page()
    assert.deepEqual([first.page, first.pageSize, first.totalCount, first.totalPages, first.items.length], [1, 10, 12, 2, 10])
    const { id, createdAt, tenantName, ...item } = first.items[0]
    assert.equal(id, ids.get('lima'))
    assert.deepEqual(item, {
      email: 'lima@people.test',
      username: 'name.lima',
      firstName: 'lima',
      lastName: 'Person',
      phoneNumber: null,
      avatarUrl: null,
      tenantId: below.tenantId,
      isActive: true,
      isBlocked: false,
      isLockedOut: false,
      emailVerified: false,
      phoneVerified: false,
      twoFactorEnabled: false,
      lastLoginAt: null,
      version: 1,
    })
    assert.deepEqual(await shown(), newestFirst)
    assert.equal((await app.get(`/api/v1/admins?search=lima`, { token: own.token })).json.totalCount, 0)
    expectStatus(await app.get(`/api/v1/admins/${id}`, { token: own.token }), 404)
    expectStatus(await app.get(`${at}/${own.adminId}`, { token: own.token }), 404)
  })

  it('by pages and by cursor the same people, each once', async () => {
    for (const sortBy of ['createdAt', 'email', 'username', 'firstName', 'lastName', 'lastLoginAt', 'isActive', 'isBlocked'])
      for (const sortDirection of ['asc', 'desc']) {
        const order = `sortBy=${sortBy}&sortDirection=${sortDirection}&pageSize=5`
        const [paged, followed]: [string[], string[]] = [[], []]
        for (const n of [1, 2, 3]) paged.push(...(await page(`?${order}&page=${n}`)).items.map(({ id }: { id: string }) => id))
        for (let cursor: string | null = ''; cursor !== null; ) {
          const { items, nextCursor } = await page(`?${order}${cursor && `&cursor=${cursor}`}`)
          followed.push(...items.map(({ id }: { id: string }) => id))
          cursor = nextCursor
        }
        assert.deepEqual(followed, paged, order)
        assert.deepEqual(new Set(paged), new Set(ids.values()), order)
      }
    assert.deepEqual(await shown('&sortBy=email&sortDirection=asc'), names)
  })

  it('filters by state, tenant, second factor, lock and proof of the address, each with its number', async () => {
    const [alpha, bravo, charlie, delta] = names.map((name) => ids.get(name) as string)
    const { kysely } = app.open.service.database
    expectStatus(await app.request('PUT', `${at}/${alpha}`, { token: own.token, body: { isActive: false } }), 200)
    expectStatus(await app.request('PUT', `${at}/${bravo}/block`, { token: own.token, body: {} }), 200)
    await setAccount(app, charlie as string, { emailVerifiedAt: app.clock.now(), twoFactorEnabled: true })
    const lockedUntil = new Date(app.clock.now().getTime() + 60_000)
    await kysely
      .updateTable('accountActivity')
      .set({ lockedUntil })
      .where('accountId', '=', delta as string)
      .execute()
    const without = (...gone: string[]) => newestFirst.filter((name) => !gone.includes(name))
    const expected: Record<string, string[]> = {
      'isActive=false': ['alpha'],
      'isActive=true': without('alpha'),
      'isBlocked=true': ['bravo'],
      'isBlocked=false': without('bravo'),
      'emailVerified=true': ['charlie'],
      'emailVerified=false': without('charlie'),
      'twoFactorEnabled=true': ['charlie'],
      'isLockedOut=true': ['delta'],
      'isLockedOut=false': without('delta'),
      [`tenantId=${below.tenantId}`]: ['lima', 'hotel', 'delta'],
      [`within=${below.tenantId}`]: ['lima', 'hotel', 'delta'],
      [`tenantId=${below.tenantId}&isLockedOut=true&emailVerified=false`]: ['delta'],
      [`tenantId=${other.tenantId}`]: [],
      [`within=${other.tenantId}`]: [],
      'emailVerified=true&isBlocked=true': [],
    }
    for (const [query, people] of Object.entries(expected)) {
      assert.deepEqual(await shown(`&${query}`), people, query)
      assert.equal((await page(`?${query}`)).totalCount, people.length, query)
      assert.deepEqual(new Set(await shown(`&${query}&sortBy=lastLoginAt`)), new Set(people), query)
    }
    assert.deepEqual(await shown('', below.token), ['lima', 'hotel', 'delta'])
    assert.equal((await page(`/${charlie}`)).emailVerified, true)
    assert.equal((await page(`/${delta}`)).status, 'LockedOut')
  })

  it('finds by words of the names, username, address, number and id; nobody of another tenant', async () => {
    const found: Record<string, string[]> = {
      ALPHA: ['alpha'],
      'person bravo': ['bravo'],
      'name.charlie': ['charlie'],
      'delta@people.test': ['delta'],
      '0151 12345678': ['alpha'],
      [ids.get('echo') as string]: ['echo'],
      canary: [],
      '%': [],
      _: [],
    }
    for (const [text, people] of Object.entries(found)) assert.deepEqual(await shown(`&search=${encodeURIComponent(text)}`), people, text)
    assert.deepEqual(await shown('&search=canary', await app.superToken()), ['canary'])
  })

  it('400 for what it does not know, 403 without `users.view`', async () => {
    for (const query of [
      'roleId=x',
      'sortBy=passwordHash',
      'sortBy=phoneNumber',
      'emailVerified=maybe',
      'tenantId=x',
      'page=0',
      'pageSize=101',
      'groupId=x',
    ])
      expectStatus(await list(`?${query}`), 400)
    const { token } = await own.person(['admins.view', 'users.update'])
    assert.equal(expectStatus(await list('', token), 403).json.requiredPermission, 'users.view')
    assert.equal(expectStatus(await list(`/${ids.get('alpha')}`, token), 403).json.requiredPermission, 'users.view')
  })
})
