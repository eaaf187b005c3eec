/** What a tenant is granted: read, replaced, bounded in every direction. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { tokenHolding } from '../actors.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { allBut, eventsAbout, everything, grantOf, idOf, type Line, lineOf, mine, putGrant } from './rig.ts'

let app: TestApp
let top: string
before(async () => {
  app = await startApp()
  top = await app.superToken()
})

const excessIn = (reply: Reply): string[] => {
  expectStatus(reply, 403)
  assert.equal(reply.json.code, 'permission_denied')
  return reply.json.excess
}

describe('reading what a tenant is granted', () => {
  it('a root holds everything but the settings of the service, in words of the language asked for', async () => {
    const { ids, tokens } = await lineOf(app, 1)
    const reply = await app.get(`/api/v1/Tenants/${ids[0]}/permissions`, { token: tokens[0], headers: { 'accept-language': 'ar' } })
    assert.deepEqual(
      reply.json.map(({ name }: { name: string }) => name),
      everything,
    )
    assert.deepEqual(reply.json[0], {
      id: idOf('admins.view'),
      name: 'admins.view',
      description: 'عرض المشرفين',
      category: 'admins',
      restrictableFields: ['email', 'phoneNumber'],
      restrictedFields: [],
    })
  })

  it('is the same by category', async () => {
    const { ids, tokens } = await lineOf(app, 1)
    expectStatus(await putGrant(app, top, ids[0]!, ['admins.view', 'roles.view', 'tenants.view'], { 'admins.view': ['email'] }), 200)
    const flat = (await app.get(`/api/v1/Tenants/${ids[0]}/permissions`, { token: tokens[0] })).json
    const { json } = await app.get(`/api/v1/Tenants/${ids[0]}/permissions/grouped`, { token: tokens[0] })
    assert.deepEqual(
      json.map(({ name, slug }: { name: string; slug: string }) => [name, slug]),
      [
        ['Administrators', 'admins'],
        ['Tenants', 'tenants'],
        ['Roles', 'roles'],
      ],
    )
    assert.deepEqual(
      json.flatMap(({ permissions }: { permissions: object[] }) => permissions),
      flat,
    )
    assert.deepEqual(flat[0].restrictedFields, ['email'])
  })

  it('restrictions of the tenant and of those above stand together; whose they are is said of tenants below the own alone', async () => {
    const { ids, tokens } = await lineOf(app, 2)
    expectStatus(await putGrant(app, top, ids[0]!, everything, { 'admins.view': ['email'] }), 200)
    expectStatus(await putGrant(app, top, ids[1]!, everything, { 'admins.view': ['phoneNumber'], 'users.view': ['email'] }), 200)
    assert.deepEqual((await grantOf(app, ids[1]!)).restricted, { 'admins.view': ['email', 'phoneNumber'], 'users.view': ['email'] })
    assert.deepEqual((await grantOf(app, ids[0]!)).restricted, { 'admins.view': ['email'] })
    const available = await app.get('/api/v1/permissions/available-for-tenant', { token: tokens[1] })
    const own = (await app.get(`/api/v1/Tenants/${ids[1]}/permissions`, { token: tokens[1] })).json
    assert.deepEqual(available.json, own)
    assert.equal(JSON.stringify(own).includes('inheritedFields') || JSON.stringify(own).includes('ownFields'), false)
    for (const token of [top, tokens[0]]) {
      const { json } = await app.get(`/api/v1/Tenants/${ids[1]}/permissions`, { token })
      const { ownFields, inheritedFields } = json.find(({ name }: { name: string }) => name === 'admins.view')
      assert.deepEqual({ ownFields, inheritedFields }, { ownFields: ['phoneNumber'], inheritedFields: ['email'] })
    }
  })

  it('available-for-tenant: the own, one below, the platform; 404 with the same bytes for all others', async () => {
    const { ids, tokens } = await lineOf(app, 2)
    expectStatus(await putGrant(app, top, ids[1]!, ['roles.view', 'users.view']), 200)
    const available = async (token: string, query = '') =>
      expectStatus(await app.get(`/api/v1/permissions/available-for-tenant${query}`, { token }), 200).json.map(
        ({ name }: { name: string }) => name,
      )
    assert.deepEqual(await available(tokens[1]!), ['users.view', 'roles.view'])
    for (const id of [ids[1]!, app.open.service.keys.opaqueIds.encode('tenant', ids[1]!)])
      assert.deepEqual(await available(tokens[0]!, `?tenantId=${id}`), ['users.view', 'roles.view'])
    assert.equal((await available(top)).length, everything.length + 2)
    const refused = await Promise.all(
      [ids[0], randomUUID(), 'no-such-id', ''].map((id) =>
        app.get(`/api/v1/permissions/available-for-tenant?tenantId=${id}`, { token: tokens[1] }),
      ),
    )
    for (const reply of refused) expectStatus(reply, 404)
    assert.equal(new Set(refused.map(({ text }) => text.replace(/"traceId":"[^"]*"/, ''))).size, 1)
  })

  it('the catalogue: all of it, one of it, nothing else, and nothing to change', async () => {
    const { tokens } = await lineOf(app, 1)
    const all = (await app.get('/api/v1/permissions', { token: tokens[0] })).json
    assert.deepEqual(all, (await app.get('/api/v1/permissions/categories', { token: tokens[0] })).json)
    const listed = all.flatMap(({ permissions }: { permissions: { id: string; name: string }[] }) => permissions)
    assert.equal(listed.length, everything.length + 2)
    const one = expectStatus(await app.get(`/api/v1/permissions/${listed[0].id.toUpperCase()}`, { token: tokens[0] }), 200).json
    assert.deepEqual(one, listed[0])
    for (const id of [randomUUID(), 'admins.view']) expectStatus(await app.get(`/api/v1/permissions/${id}`, { token: tokens[0] }), 404)
    for (const method of ['POST', 'PUT', 'DELETE'])
      expectStatus(await app.request(method, `/api/v1/permissions/${listed[0].id}`, { token: top, body: {} }), 405)
  })
})

describe('replacing what a tenant is granted', () => {
  let line: Line
  before(async () => {
    line = await lineOf(app, 3)
  })
  const [root, middle, leaf] = [0, 1, 2].map((level) => () => line.ids[level]!) as [() => string, () => string, () => string]

  it('only from above: never the own tenant, never a tenant above or beside', async () => {
    const beside = await lineOf(app, 1)
    const own = await putGrant(app, line.tokens[1]!, middle(), everything)
    assert.equal(expectStatus(own, 403).json.code, 'permission_denied')
    for (const id of [root(), beside.ids[0]!, randomUUID(), 'no-such-id'])
      expectStatus(await putGrant(app, line.tokens[1]!, id, everything), 404)
    expectStatus(await putGrant(app, line.tokens[1]!, leaf(), allBut('files.delete')), 200)
    expectStatus(await putGrant(app, line.tokens[0]!, leaf(), everything), 200)
  })

  it('never beyond the tenant above: excess is named, nothing is stored', async () => {
    expectStatus(await putGrant(app, top, middle(), allBut('users.delete', 'menus.create')), 200)
    const events = (await eventsAbout(app, 'tenant.permissions_changed', leaf())).length
    assert.deepEqual(excessIn(await putGrant(app, top, leaf(), everything)), ['users.delete', 'menus.create'])
    assert.deepEqual(excessIn(await putGrant(app, line.tokens[1]!, leaf(), allBut('menus.create'))), ['users.delete'])
    assert.deepEqual((await grantOf(app, leaf())).names, allBut('users.delete', 'menus.create'))
    assert.equal((await eventsAbout(app, 'tenant.permissions_changed', leaf())).length, events)
    expectStatus(await putGrant(app, top, middle(), everything), 200)
    expectStatus(await putGrant(app, top, leaf(), everything), 200)
  })

  it('never the settings of the service, not even to a root by the SuperAdmin', async () => {
    assert.deepEqual(excessIn(await putGrant(app, top, root(), [...everything, 'settings.view', 'settings.update'])), [
      'settings.view',
      'settings.update',
    ])
  })

  it('never what the caller does not hold; but what is there may stay, and all may be taken', async () => {
    const token = await tokenHolding(app, root(), ['tenants.update', 'tenants.view', 'users.view'])
    expectStatus(await putGrant(app, top, middle(), allBut('users.view', 'users.create')), 200)
    assert.deepEqual(excessIn(await putGrant(app, token, middle(), everything)), ['users.create'])
    expectStatus(await putGrant(app, token, middle(), allBut('users.create')), 200)
    expectStatus(await putGrant(app, token, middle(), ['users.view', 'files.view']), 200)
    assert.deepEqual((await grantOf(app, middle())).names, ['users.view', 'files.view'])
    assert.deepEqual((await grantOf(app, leaf())).names, ['files.view'])
    expectStatus(await putGrant(app, top, middle(), everything), 200)
    expectStatus(await putGrant(app, top, leaf(), everything), 200)
  })

  it('never with fewer restrictions than the caller has itself', async () => {
    const held = ['tenants.update', 'admins.view', 'users.view']
    const token = await tokenHolding(app, root(), held, { 'admins.view': ['email', 'phoneNumber'] })
    expectStatus(await putGrant(app, top, middle(), allBut('admins.view')), 200)
    assert.deepEqual(excessIn(await putGrant(app, token, middle(), everything)), ['admins.view'])
    assert.deepEqual(excessIn(await putGrant(app, token, middle(), everything, { 'admins.view': ['email'] })), ['admins.view'])
    assert.equal((await grantOf(app, middle())).names.includes('admins.view'), false)
    expectStatus(await putGrant(app, token, middle(), everything, { 'admins.view': ['phoneNumber', 'email'] }), 200)
    assert.deepEqual((await grantOf(app, middle())).restricted, { 'admins.view': ['email', 'phoneNumber'] })
    // and what was restricted so can't be freed by the same caller, in part or whole
    for (const fewer of [{}, { 'admins.view': ['email'] }])
      assert.deepEqual(excessIn(await putGrant(app, token, middle(), everything, fewer)), ['admins.view'])
    assert.deepEqual((await grantOf(app, middle())).restricted, { 'admins.view': ['email', 'phoneNumber'] })
    expectStatus(await putGrant(app, line.tokens[0]!, middle(), everything, {}), 200)
  })

  it('a restriction that a tenant above still imposes is not ended by clearing the own', async () => {
    expectStatus(await putGrant(app, top, root(), everything, { 'users.view': ['email'] }), 200)
    expectStatus(await putGrant(app, top, middle(), everything, { 'users.view': ['email'], 'admins.view': ['email'] }), 200)
    // the admin of the root is bound by the first, not by the second
    expectStatus(await putGrant(app, line.tokens[0]!, middle(), everything, {}), 200)
    assert.deepEqual((await grantOf(app, middle())).restricted, { 'users.view': ['email'] })
    expectStatus(await putGrant(app, top, middle(), everything, { 'users.view': ['email', 'phoneNumber'] }), 200)
    expectStatus(await putGrant(app, line.tokens[0]!, middle(), everything, {}), 200)
    expectStatus(await putGrant(app, top, root(), everything, {}), 200)
    assert.deepEqual((await grantOf(app, middle())).restricted, {})
  })

  it('nobody ends a restriction of what they do not hold', async () => {
    expectStatus(await putGrant(app, top, middle(), everything, { 'users.view': ['email'] }), 200)
    const token = await tokenHolding(app, root(), ['tenants.update'])
    assert.deepEqual(excessIn(await putGrant(app, token, middle(), everything, {})), ['users.view'])
    expectStatus(await putGrant(app, top, middle(), everything, {}), 200)
  })

  it('left out, restrictions stay; what is said replaces them; {} clears them', async () => {
    const restricted = async () => (await grantOf(app, middle())).restricted
    expectStatus(await putGrant(app, top, middle(), everything, { 'admins.view': ['email'] }), 200)
    expectStatus(await putGrant(app, top, middle(), allBut('files.view')), 200)
    assert.deepEqual(await restricted(), { 'admins.view': ['email'] })
    expectStatus(await putGrant(app, top, middle(), everything, { 'users.update': ['phoneNumber'], 'users.view': [] }), 200)
    assert.deepEqual(await restricted(), { 'users.update': ['phoneNumber'] })
    expectStatus(await putGrant(app, top, middle(), everything, {}), 200)
    assert.deepEqual(await restricted(), {})
  })

  it('a restriction outlives the grant, and whoever grants again says so to end it', async () => {
    expectStatus(await putGrant(app, top, middle(), everything, { 'admins.view': ['email'] }), 200)
    expectStatus(await putGrant(app, top, middle(), allBut('admins.view')), 200)
    expectStatus(await putGrant(app, top, middle(), allBut('admins.view'), {}), 200)
    expectStatus(await putGrant(app, top, middle(), everything), 200)
    assert.deepEqual((await mine(app, line.tokens[1]!)).restrictions, { 'admins.view': ['email'] })
    expectStatus(await putGrant(app, top, middle(), allBut('admins.view')), 200)
    expectStatus(await putGrant(app, top, middle(), everything, {}), 200)
    assert.deepEqual((await grantOf(app, middle())).restricted, {})
  })

  it('it is there again though others are named, also after a cut from above; an empty list of its own ends it', async () => {
    const restricted = async () => (await grantOf(app, middle())).restricted
    const users = { 'users.view': ['email'] }
    const both = { 'admins.view': ['email'], ...users }
    const cutAbove = async () => {
      for (const names of [allBut('admins.view'), everything]) expectStatus(await putGrant(app, top, root(), names), 200)
    }
    expectStatus(await putGrant(app, top, middle(), everything, both), 200)
    await cutAbove()
    expectStatus(await putGrant(app, top, middle(), everything, users), 200)
    assert.deepEqual(await restricted(), both)
    // of what was granted all the time, what is not named ends
    expectStatus(await putGrant(app, top, middle(), everything, users), 200)
    assert.deepEqual(await restricted(), users)
    expectStatus(await putGrant(app, top, middle(), everything, both), 200)
    await cutAbove()
    expectStatus(await putGrant(app, top, middle(), everything, { 'admins.view': [] }), 200)
    assert.deepEqual(await restricted(), {})
  })

  it('what changes nothing tells nothing', async () => {
    const before = await eventsAbout(app, 'tenant.permissions_changed', middle())
    const { json } = expectStatus(await putGrant(app, top, middle(), [...everything].reverse(), {}), 200)
    assert.deepEqual(json, {
      message: 'The permissions were changed.',
      totalPermissions: everything.length,
      affectedTenants: 0,
      affectedRoles: 0,
    })
    assert.equal((await eventsAbout(app, 'tenant.permissions_changed', middle())).length, before.length)
  })

  it('takes the version of the tenant, in the body or as If-Match', async () => {
    const path = `/api/v1/Tenants/${middle()}`
    const { version } = (await app.get(path, { token: top })).json
    const put = (names: string[], more: object, headers = {}) =>
      app.request('PUT', `${path}/permissions`, { token: top, body: { permissionIds: names.map(idOf), ...more }, headers })
    expectStatus(await put(allBut('files.view'), { version }), 200)
    assert.equal(expectStatus(await put(everything, { version }), 409).json.code, 'version_conflict')
    assert.equal(expectStatus(await put(everything, {}, { 'if-match': `"${version}"` }), 409).json.code, 'version_conflict')
    expectStatus(await put(everything, {}, { 'if-match': `"${version + 1}"` }), 200)
  })

  it('400 for restrictions that name what there is not, 404 for a permission there is not; nothing is stored', async () => {
    const put = (body: object) => app.request('PUT', `/api/v1/Tenants/${middle()}/permissions`, { token: top, body })
    const permissionIds = everything.map(idOf)
    const view = idOf('admins.view')
    const bad: [string, object][] = [
      ['unknown permission', { [randomUUID()]: ['email'] }],
      ['no id', { 'admins.view': ['email'] }],
      ['unknown field', { [view]: ['firstName'] }],
      ['field of Object', { [view]: ['constructor'] }],
      ['permission without such fields', { [idOf('roles.view')]: ['email'] }],
      ['10,000 fields', { [view]: Array.from({ length: 10_000 }, (_, n) => `field${n}`) }],
      ['10,000 permissions', Object.fromEntries(Array.from({ length: 10_000 }, () => [randomUUID(), ['email']]))],
      ['no list', { [view]: 'email' }],
    ]
    for (const [what, restrictedFields] of bad) {
      const reply = await put({ permissionIds, restrictedFields })
      assert.equal(reply.status, 400, `${what}: ${reply.text}`)
      assert.equal(reply.json.code, 'validation_failed', what)
      assert.match(reply.json.errors[0].field, /^restrictedFields/, what)
    }
    for (const name of ['__proto__', 'constructor', 'prototype']) {
      const raw = `{"permissionIds":${JSON.stringify(permissionIds)},"restrictedFields":{"${name}":["email"]}}`
      const headers = { 'content-type': 'application/json' }
      expectStatus(await app.request('PUT', `/api/v1/Tenants/${middle()}/permissions`, { token: top, raw, headers }), 400)
    }
    const astray = await put({ permissionIds: allBut('admins.view').map(idOf), restrictedFields: { [view]: ['email'] } })
    assert.equal(expectStatus(astray, 400).json.errors[0].field, `restrictedFields.${view}`)
    const unknown = await put({ permissionIds: [...permissionIds, randomUUID()] })
    assert.equal(expectStatus(unknown, 404).json.errors[0].field, 'permissionIds')
    for (const ids of [['admins.view'], [null], 'all', Array.from({ length: 501 }, () => view)])
      expectStatus(await put({ permissionIds: ids }), 400)
    expectStatus(await put({}), 400)
    assert.deepEqual(await grantOf(app, middle()), { names: everything, restricted: {} })
  })
})
