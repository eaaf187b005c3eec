/** GET /api/v1/search: one look through what the caller may see, and not one record or field more. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { tokenWith } from '../webhooks/rig.ts'

const at = '/api/v1/search'

interface Found {
  kind: string
  id: string
  title: string
  subtitle: string | null
  tenantId: string | null
  tenantName: string | null
}

type Made = Awaited<ReturnType<typeof tenantWithAdmin>>
/** In every name and address of the own tenant, the one below and the stranger's. */
const word = `kestrel${randomUUID().slice(0, 6)}`
let app: TestApp
let own: Made
let child: Made
let stranger: Made
let token: string

const search = async (query: string, by = token): Promise<Found[]> =>
  expectStatus(await app.get(`${at}?q=${query}`, { token: by }), 200).json.items
const kindsOf = (items: readonly Found[]) => items.map(({ kind }) => kind)

/** A record of every kind that holds the word. */
async function furnish({ tenant, signIn }: Made): Promise<void> {
  const { accessToken } = await signIn()
  const make = async (path: string, body: object) => expectStatus(await app.post(`/api/v1/${path}`, body, { token: accessToken }), 201).json
  const { id: roleId } = await make('roles', { name: `Role ${word}` })
  await make('Admins', { email: `a-${randomUUID()}@${word}.example`, firstName: 'Sara', lastName: word, roleId })
  await addUser(app, tenant.code, { firstName: 'Lina', lastName: word })
  await make('UserGroups', { nameEn: `Group ${word}`, roleIds: [] })
  await make('message-templates', { name: `Template ${word}`, subject: 'x', bodyHtml: '<p>x</p>', category: 'notification' })
  await make('webhooks', { url: `https://hooks.acme.example/${word}`, events: ['admin.created'] })
}

before(async () => {
  app = await startApp()
  own = await tenantWithAdmin(app, { name: `Own ${word}` })
  child = await tenantWithAdmin(app, { name: `Child ${word}`, parentTenantId: own.tenant.id })
  stranger = await tenantWithAdmin(app, { name: `Stranger ${word}` })
  for (const made of [own, child, stranger]) await furnish(made)
  token = (await own.signIn()).accessToken
})

const every = ['admin', 'user', 'tenant', 'group', 'role', 'template', 'webhook']

describe('GET /api/v1/search', () => {
  it('200 finds a record of each kind in the own tenant and below, newest first, each as the record itself shows it', async () => {
    const items = await search(word)
    assert.deepEqual(
      kindsOf(items),
      every.flatMap((kind) => [kind, kind]),
    )
    const owners = new Set(items.map(({ tenantName }) => tenantName))
    assert.deepEqual(owners, new Set([own.tenant.name, child.tenant.name]))
    const path = {
      admin: 'Admins',
      user: 'users',
      tenant: 'Tenants',
      group: 'UserGroups',
      role: 'roles',
      template: 'message-templates',
      webhook: 'webhooks',
    }
    for (const { kind, id } of items) expectStatus(await app.get(`/api/v1/${path[kind as keyof typeof path]}/${id}`, { token }), 200)
    const [admin] = items
    assert.deepEqual([admin!.title, admin!.tenantName], [`Sara ${word}`, child.tenant.name])
    assert.match(admin!.subtitle!, new RegExp(`@${word}\\.example$`))
    assert.deepEqual((await search(`${word}%20sara`)).length, 2, 'words in any order')
    assert.deepEqual(kindsOf(await search(admin!.id)), ['admin'], 'a whole id')
  })

  it('200 narrows to a tenant; one out of scope, a deleted one and one that nobody has find nothing, alike', async () => {
    const items = await search(`${word}&within=${child.tenant.id}`)
    assert.deepEqual(kindsOf(items), every)
    assert.ok(items.every(({ tenantName }) => tenantName === child.tenant.name))
    const gone = await tenantWithAdmin(app, { name: `Gone ${word}`, parentTenantId: own.tenant.id })
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenant.id}`, { token }), 204)
    for (const within of [stranger.tenant.id, gone.tenant.id, randomUUID()]) assert.deepEqual(await search(`${word}&within=${within}`), [])
    assert.ok(!JSON.stringify(await search(word)).includes('Gone'))
  })

  it('200 names five of a kind at most', async () => {
    const many = await tenantWithAdmin(app)
    for (let n = 0; n < 7; n++) await addAdmin(app, many.tenant.id, { firstName: 'Manyfold', lastName: `N${n}` })
    assert.deepEqual(kindsOf(await search('manyfold', (await many.signIn()).accessToken)), Array(5).fill('admin'))
  })

  it('200 finds of each kind nothing without its permission, and everything to nobody who holds none', async () => {
    const holding = { admin: 'admins.view', user: 'users.view', tenant: 'tenants.view', group: 'groups.view', role: 'roles.view' } as const
    for (const [kind, permission] of Object.entries(holding)) {
      const items = await search(word, await tokenHolding(app, own.tenant.id, [permission]))
      assert.deepEqual(new Set(kindsOf(items)), new Set([kind]))
    }
    assert.deepEqual(await search(word, await tokenHolding(app, own.tenant.id, ['dashboard.view'])), [])
  })

  it('200 neither finds by an address that is masked nor shows it', async () => {
    const masked = await tokenWith(app, own.tenant.id, ['admins.view', 'users.view'], { 'admins.view': ['email'], 'users.view': ['email'] })
    const items = await search(word, masked)
    assert.deepEqual(kindsOf(items), ['admin', 'admin', 'user', 'user'])
    assert.ok(items.every(({ subtitle }) => subtitle === null))
    assert.ok(!JSON.stringify(items).includes('@'))
    assert.deepEqual(await search(`${word}.example`, masked), [])
    assert.equal((await search(`${word}.example`)).length, 2)
  })

  it('400 naming what is wrong with the question; 403 for an end user', async () => {
    for (const [query, field] of [
      ['q=a', 'q'],
      ['q=%20a%20', 'q'],
      [`q=${'x'.repeat(101)}`, 'q'],
      ['', 'q'],
      ['q=acme&within=acme', 'within'],
      ['q=acme&kind=admin', 'kind'],
    ])
      assert.equal(expectStatus(await app.get(`${at}?${query}`, { token }), 400).json.errors[0].field, field, query)
    const user = await addUser(app, own.tenant.code)
    expectStatus(await app.get(`${at}?q=acme`, { token: (await user.signIn()).accessToken }), 403)
  })
})
