/** A field of users that a caller may not see leaves by no door, can't be asked after, and can't be written. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { everything, putGrant } from '../delegation/rig.ts'
import { put as putGroup, type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { addUser, at, newUser } from './making.ts'

const fields = ['email', 'phoneNumber']
const phoneNumber = '+4915112345678'
const restrictions = [{ permissionCode: 'users.view', restrictedFields: fields }]

let app: TestApp
let parent: World
let own: World
let id: string
let email: string
before(async () => {
  app = await startApp()
  parent = await world(app)
  own = await world(app, parent.tenantId)
  ;({ id, email } = await addUser(app, own.token, { email: `canary-${randomUUID()}@example.test`, phoneNumber, firstName: 'Some' }))
})

/** Every way to come by a mask, over the same tenant. */
const masked: Record<string, () => Promise<string>> = {
  'by the own role': async () => (await own.person(everything, { 'users.view': fields })).token,
  'by a group, over a role that shows all': async () => {
    const person = await own.person(everything)
    const group = await own.group({}, [person.id])
    expectStatus(await putGroup(app, `${group.id}/restrictions`, { restrictions }, own.token), 200)
    return person.token
  },
}

const exits: Record<string, (token: string) => Promise<Reply>> = {
  'the list': (token) => app.get(`${at}?pageSize=100`, { token }),
  'the record': (token) => app.get(`${at}/${id}`, { token }),
  'what a change answers': (token) => app.request('PUT', `${at}/${id}`, { token, body: { lastName: randomUUID() } }),
  'what blocking answers': (token) => app.request('PUT', `${at}/${id}/block`, { token, body: { isBlocked: false } }),
  'what unlocking answers': (token) => app.post(`${at}/${id}/unlock`, undefined, { token }),
  'the history of the record': (token) => app.get(`/api/v1/audit?entityId=${id}`, { token }),
  'the log by what was done': (token) => app.get('/api/v1/audit?action=user.created&pageSize=100', { token }),
}

describe('a masked field of users', () => {
  it('is there for who may see it', async () => {
    for (const [exit, ask] of Object.entries(exits)) {
      const { text } = expectStatus(await ask(own.token), 200)
      assert.equal(text.includes(email), true, exit)
    }
  })

  for (const [how, make] of Object.entries(masked))
    it(`leaves by no exit: masked ${how}`, async () => {
      const token = await make()
      for (const [exit, ask] of Object.entries(exits)) {
        const { text } = expectStatus(await ask(token), 200)
        assert.deepEqual([text.includes(email), text.includes(phoneNumber)], [false, false], exit)
      }
    })

  it('leaves by no exit: masked by what is delegated to the tenant, and not any more when that ends', async () => {
    const ask = async () => expectStatus(await app.get(`${at}/${id}`, { token: own.token }), 200).text
    expectStatus(await putGrant(app, parent.token, own.tenantId, everything, { 'users.view': fields }), 200)
    for (const [exit, out] of Object.entries(exits)) assert.ok(!expectStatus(await out(own.token), 200).text.includes(email), exit)
    expectStatus(await putGrant(app, parent.token, own.tenantId, everything, {}), 200)
    assert.ok((await ask()).includes(email))
  })

  it('can’t be searched, sorted by, or written; whether an address is taken is not told', async () => {
    const token = await masked['by the own role']!()
    const found = async (text: string) =>
      expectStatus(await app.get(`${at}?search=${encodeURIComponent(text)}`, { token }), 200).json.totalCount
    assert.deepEqual([await found(email), await found(email.slice(0, 12)), await found(phoneNumber), await found('some')], [0, 0, 0, 1])
    const sorted = expectStatus(await app.get(`${at}?sortBy=email`, { token }), 403).json
    assert.deepEqual([sorted.code, sorted.errors[0].field], ['field_restricted', 'email'])
    const before = await app.get(at, { token: own.token })
    const said = async (address: string) => {
      const { traceId, ...rest } = expectStatus(await app.post(at, newUser({ email: address }), { token }), 403).json
      return rest
    }
    assert.deepEqual(await said(email), await said(`free-${randomUUID()}@example.test`))
    const change = expectStatus(await app.request('PUT', `${at}/${id}`, { token, body: { phoneNumber: null } }), 403).json
    assert.deepEqual([change.code, change.errors[0].field], ['field_restricted', 'phoneNumber'])
    assert.equal((await app.get(at, { token: own.token })).json.totalCount, before.json.totalCount)
  })

  it('of admins says nothing of users, nor the reverse', async () => {
    const { token } = await own.person(everything, { 'admins.view': fields })
    assert.ok((await app.get(`${at}/${id}`, { token })).text.includes(email))
    const other = await masked['by the own role']!()
    assert.ok((await app.get(`/api/v1/admins/${own.adminId}`, { token: other })).json.email)
  })
})
