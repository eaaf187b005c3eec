/** A field that a caller may not see leaves by no door, can't be asked after, and can't be written; however the caller came by the mask. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { everything, idOf, putGrant } from '../delegation/rig.ts'
import { addPerson, at, mark, put, type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'

const fields = ['email', 'phoneNumber']
const rights = everything.filter((name) => !name.startsWith('users.'))
const restrictions = [{ permissionCode: 'admins.view', restrictedFields: fields }]

let app: TestApp
let root: string
let parent: World
let own: Place
before(async () => {
  app = await startApp()
  root = await app.superToken()
  parent = await world(app)
  own = await place(parent.tenantId)
})

interface Place extends World {
  /** The admin whose address and number nobody masked may learn. */
  readonly victim: string
  readonly email: string
  readonly groupId: string
}
const phoneNumber = '+4915112345678'

async function place(parentId: string): Promise<Place> {
  const made = await world(app, parentId)
  const email = `canary-${randomUUID()}@example.test`
  const password = `long ${randomUUID()}`
  const body = { email, phoneNumber, firstName: 'Some', lastName: 'Victim', roleId: await made.role([]), password }
  const victim = expectStatus(await app.post('/api/v1/admins', body, { token: made.token }), 201).json.id
  return { ...made, victim, email, groupId: (await made.group({}, [victim])).id }
}

/** Every way to come by a mask. */
const masked: Record<string, () => Promise<{ token: string; where: Place }>> = {
  'by the own role': async () => ({ where: own, token: (await own.person(rights, { 'admins.view': fields })).token }),
  'by a group, over a role that shows all': async () => {
    const person = await own.person(rights)
    const group = await own.group({}, [person.id])
    expectStatus(await put(app, `${group.id}/restrictions`, { restrictions }, own.token), 200)
    return { where: own, token: person.token }
  },
  'by what is delegated to the tenant': async () => {
    const where = await place(parent.tenantId)
    expectStatus(await putGrant(app, parent.token, where.tenantId, everything, { 'admins.view': fields }), 200)
    return { where, token: where.token }
  },
  'by what is delegated above the tenant': async () => {
    const above = await world(app, parent.tenantId)
    const where = await place(above.tenantId)
    expectStatus(await putGrant(app, parent.token, above.tenantId, everything, { 'admins.view': fields }), 200)
    return { where, token: where.token }
  },
  'by not being allowed to see admins at all, in an account that somebody masked has made': async () => {
    const where = await place(parent.tenantId)
    const low = rights.filter((name) => name !== 'admins.view')
    const maker = await where.person(rights, { 'admins.view': fields })
    const body = { name: mark(), permissionIds: low.map(idOf) }
    const role = expectStatus(await app.post('/api/v1/roles', body, { token: maker.token }), 201).json.id
    return { where, token: (await addPerson(app, where.tenantId, role)).token }
  },
}

/** Answers that hold an admin in one form or another, and whether the number is in them too. */
const exits: Record<string, [boolean, (token: string, where: Place) => Promise<Reply>]> = {
  'the list': [true, (token) => app.get('/api/v1/admins?pageSize=100', { token })],
  'its other address': [true, (token) => app.get('/api/v1/admin?pageSize=100', { token })],
  'the record': [true, (token, { victim }) => app.get(`/api/v1/admins/${victim}`, { token })],
  'its other address ': [true, (token, { victim }) => app.get(`/api/v1/admin/${victim}`, { token })],
  'the admins of a tenant': [true, (token, { tenantId }) => app.get(`/api/v1/Tenants/${tenantId}/admins?pageSize=100`, { token })],
  'what blocking answers': [true, (token, { victim }) => app.post(`/api/v1/admins/${victim}/block`, {}, { token })],
  'the list of groups': [false, (token) => app.get(`${at}?pageSize=100`, { token })],
  'a group': [false, (token, { groupId }) => app.get(`${at}/${groupId}`, { token })],
  'what changing it answers': [false, (token, { groupId }) => put(app, groupId, { descriptionEn: randomUUID() }, token)],
  'what replacing its roles answers': [false, (token, { groupId }) => put(app, `${groupId}/roles`, { roleIds: [] }, token)],
  'what adding a member answers': [
    false,
    (token, { groupId, victim }) => app.post(`${at}/${groupId}/members`, { adminIds: [victim] }, { token }),
  ],
  'the history of the record': [true, (token, { victim }) => app.get(`/api/v1/audit?entityId=${victim}`, { token })],
  'the log by what was done': [true, (token) => app.get('/api/v1/audit?action=admin.created&pageSize=100', { token })],
}
const ofAdmins = 6

describe('a masked field', () => {
  it('is there for who may see it, at every exit', async () => {
    for (const [exit, [hasNumber, ask]] of Object.entries(exits)) {
      const { text } = expectStatus(await ask(own.token, own), 200)
      assert.deepEqual([text.includes(own.email), text.includes(phoneNumber)], [true, hasNumber], exit)
    }
    const one = expectStatus(await app.get(`/api/v1/audit?entityId=${own.victim}&action=admin.created`, { token: own.token }), 200).json
    assert.ok((await app.get(`/api/v1/audit/${one.items[0].id}`, { token: own.token })).text.includes(own.email))
  })

  for (const [how, make] of Object.entries(masked)) {
    it(`leaves by no exit: masked ${how}`, async () => {
      const { token, where } = await make()
      let answered = 0
      for (const [exit, [, ask]] of Object.entries(exits)) {
        const { text, status } = await ask(token, where)
        assert.deepEqual([text.includes(where.email), text.includes(phoneNumber)], [false, false], exit)
        if (status === 200) answered++
      }
      const refused = Object.keys(exits).length - answered
      assert.ok(refused === 0 || (how.includes('at all') && refused === ofAdmins - 1), `${refused} were refused`)
      const { items } = expectStatus(await app.get(`/api/v1/audit?entityId=${where.victim}&action=admin.created`, { token }), 200).json
      const { changes } = expectStatus(await app.get(`/api/v1/audit/${items[0].id}`, { token }), 200).json
      assert.deepEqual([changes.email, changes.phoneNumber], [undefined, undefined])
      assert.ok(!JSON.stringify(changes).includes(where.email))
      assert.ok((await app.get('/api/v1/Admins/me', { token })).json.email, 'the own is shown')
    })
  }
})

describe('a masked field can’t be asked after', () => {
  const lists = () => ['/api/v1/admins', '/api/v1/admin', `/api/v1/Tenants/${own.tenantId}/admins`]

  it('a search by it finds nobody, by the name the same as ever', async () => {
    const { token } = await own.person(rights, { 'admins.view': fields })
    const found = async (path: string, text: string, by: string) => {
      const { json } = expectStatus(await app.get(`${path}?search=${encodeURIComponent(text)}`, { token: by }), 200)
      return (json.data ?? json).totalCount
    }
    for (const path of lists()) {
      for (const text of [own.email, own.email.slice(0, 20).toUpperCase(), own.email.split('@')[0]!])
        assert.deepEqual([await found(path, text, own.token), await found(path, text, token)], [1, 0], path)
      // the end of what comes before the address, and the beginning of the address
      assert.equal(await found(path, `victim\n${own.email.slice(0, 8)}`, token), 0)
      assert.deepEqual([await found(path, 'victim', own.token), await found(path, 'victim', token)], [1, 1], path)
    }
    for (const text of [own.email, own.email.slice(0, 12)]) {
      assert.equal(await found(at, text, own.token), 0)
      assert.equal(await found('/api/v1/audit', text, own.token), 0)
    }
  })

  it('403 to sort by it, with a cursor of somebody else’s page too; no filter knows it', async () => {
    const { token } = await own.person(rights, { 'admins.view': fields })
    for (const path of lists()) {
      const refused = expectStatus(await app.get(`${path}?sortBy=email&pageSize=1`, { token }), 403).json
      assert.deepEqual([refused.code, refused.errors[0].field], ['field_restricted', 'email'], path)
      const { json } = expectStatus(await app.get(`${path}?sortBy=email&pageSize=1`, { token: own.token }), 200)
      const onward = `pageSize=1&cursor=${encodeURIComponent((json.data ?? json).nextCursor)}`
      expectStatus(await app.get(`${path}?sortBy=email&${onward}`, { token: own.token }), 200)
      expectStatus(await app.get(`${path}?sortBy=email&${onward}`, { token }), 403)
      expectStatus(await app.get(`${path}?${onward}`, { token }), 400)
      for (const filter of [`email=${own.email}`, 'phoneNumber=1', 'sortBy=phoneNumber'])
        expectStatus(await app.get(`${path}?${filter}`, { token }), 400)
    }
  })
})

describe('a masked field can’t be written', () => {
  it('403 the same for an address that is taken and one that is free, and nobody is made', async () => {
    const count = async () => (await app.get('/api/v1/admins', { token: own.token })).json.totalCount
    const [byView, byCreate] = [
      await own.person(rights, { 'admins.view': fields }),
      await own.person(rights, { 'admins.create': ['email'] }),
    ]
    const roleId = await own.role([])
    const before = await count()
    const person = { firstName: 'A', lastName: 'B', roleId, password: 'long words of some kind' }
    const wordOf = ({ json: { traceId, ...said } }: Reply) => said
    for (const { token } of [byView, byCreate]) {
      const attempt = (email: string) => app.post('/api/v1/admins', { ...person, email }, { token })
      const [taken, free] = [expectStatus(await attempt(own.email), 403), await attempt(`free-${mark()}@example.test`)]
      assert.deepEqual(wordOf(taken), wordOf(free))
      assert.deepEqual([taken.json.code, taken.json.errors[0].field], ['field_restricted', 'email'])
      const admin = { email: own.email, firstName: 'A', lastName: 'B' }
      const below = expectStatus(await app.post('/api/v1/Tenants', { name: 'Below', code: `b-${mark()}`, admin }, { token }), 403).json
      assert.deepEqual([below.code, below.errors[0].field], ['field_restricted', 'admin.email'])
    }
    assert.equal(await count(), before)
    assert.equal((await app.get('/api/v1/Tenants/myChildren', { token: own.token })).json.totalCount, 0)
    const taken = expectStatus(await app.post('/api/v1/admins', { ...person, email: own.email }, { token: own.token }), 409)
    assert.ok(!taken.text.includes(own.email), 'nor is it echoed to who may write it')
  })
})

describe('a mask and a token that is there already', () => {
  it('holds from the next request, whatever it is put on, and ends with the one after', async () => {
    const where = await place(parent.tenantId)
    const roleId = await where.role(rights)
    const person = await addPerson(app, where.tenantId, roleId)
    const group = await where.group({}, [person.id])
    const setRole = (restricted: readonly string[]) =>
      app.request('PUT', `/api/v1/roles/${roleId}/permissions`, {
        token: where.token,
        body: { permissionIds: rights.map(idOf), restrictedFields: { [idOf('admins.view')]: restricted } },
      })
    const setGroup = (list: readonly string[]) =>
      put(app, `${group.id}/restrictions`, { restrictions: [{ permissionCode: 'admins.view', restrictedFields: list }] }, where.token)
    const setTenant = (tenantId: string) => (list: readonly string[]) =>
      putGrant(app, root, tenantId, everything, { 'admins.view': [...list] })
    const sees = async () => (await app.get(`/api/v1/admins/${where.victim}`, { token: person.token })).text.includes(where.email)
    for (const set of [setRole, setGroup, setTenant(where.tenantId), setTenant(parent.tenantId)]) {
      assert.equal(await sees(), true)
      expectStatus(await set(['email']), 200)
      assert.equal(await sees(), false)
      expectStatus(await set([]), 200)
    }
    assert.equal(await sees(), true)
  })
})
