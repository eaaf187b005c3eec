/** Roles under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { PermissionName } from '#core/permissions.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { countRoles, eventsOfRole, idsOf, makeRole, put, remove, storedGrants } from '../roles/making.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

const path = '/api/v1/roles'
const callers = 20
const tenant = async (settings: object = {}) =>
  expectStatus(await app.post('/api/v1/Tenants', { name: 'Race', settings }, { token: root }), 201).json.id as string
/** Callers in turn on either service. */
const atOnce = (count: number, call: (at: TestApp, number: number) => Promise<Reply>) =>
  race(Array.from({ length: count }, (_, number) => () => call(apps[number % 2]!, number)))
const statuses = (replies: Reply[]) => tally(replies.map(({ status }) => status))

describe('roles under callers at once', () => {
  it('maxRoles: three places are taken by three, made or copied', async () => {
    await everyRound(async () => {
      const tenantId = await tenant({ maxRoles: 4 })
      const role = await makeRole(app, root, { tenantId })
      const replies = await atOnce(callers, (at, number) =>
        number % 4 < 2
          ? at.post(path, { name: `Role ${number}`, tenantId }, { token: root })
          : at.post(`${path}/${role.id}/clone`, { name: `Copy ${number}` }, { token: root }),
      )
      assert.deepEqual(statuses(replies), { 201: 3, 409: callers - 3 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.code === 'quota_exceeded'))
      assert.equal(await countRoles(app, tenantId), 6)
    })
  })

  it('one name: one 201, all others 409 naming it, in a tenant and on the platform', async () => {
    await everyRound(async () => {
      for (const tenantId of [await tenant(), null]) {
        const name = randomUUID()
        const spelt = (number: number) => (number % 3 === 0 ? name.toUpperCase() : name)
        const replies = await atOnce(callers, (at, number) => at.post(path, { name: spelt(number), tenantId }, { token: root }))
        assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
        assert.ok(replies.every(({ status, json }) => status === 201 || json.errors[0].field === 'name'))
      }
    })
  })

  it('one name for many: of renames at once one is done', async () => {
    await everyRound(async () => {
      const tenantId = await tenant()
      const roles = await Promise.all(Array.from({ length: 8 }, () => makeRole(app, root, { tenantId })))
      const replies = await atOnce(8, (at, number) => put(at, `${path}/${roles[number].id}`, { name: 'Taken' }, { token: root }))
      assert.deepEqual(statuses(replies), { 200: 1, 409: 7 })
    })
  })

  it('copies without a name: as many as ask, all named differently', async () => {
    await everyRound(async () => {
      for (const tenantId of [await tenant(), null]) {
        const role = await makeRole(app, root, { tenantId })
        const replies = await atOnce(8, (at) => at.post(`${path}/${role.id}/clone`, {}, { token: root }))
        assert.deepEqual(statuses(replies), { 201: 8 })
        assert.equal(new Set(replies.map(({ json }) => json.name)).size, 8)
      }
    })
  })

  it('deletion against being given to new admins: none ever has a deleted role', async () => {
    await everyRound(async () => {
      const tenantId = await tenant()
      const role = await makeRole(app, root, { tenantId })
      const person = () => {
        const mark = randomUUID()
        return { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId: role.id, password: `zuvaqor ${mark}` }
      }
      const replies = await atOnce(6, (at, number) =>
        number === 3 ? remove(at, `${path}/${role.id}`, { token: root }) : at.post('/api/v1/admins', person(), { token: root }),
      )
      const [deletion] = replies.splice(3, 1)
      const given = replies.filter(({ status }) => status === 201).length
      assert.ok(
        replies.every(({ status }) => status === 201 || status === 404),
        JSON.stringify(statuses(replies)),
      )
      assert.equal(deletion?.status, given > 0 ? 409 : 204, `${given} given`)
      const kept = (await app.get(`${path}/${role.id}`, { token: root })).json
      if (deletion?.status === 409) assert.deepEqual([given, kept.adminCount], [5, 5])
      else assert.equal(kept.statusCode, 404)
    })
  })

  it('two replacements at once: one whole list or the other, each told of once', async () => {
    const lists: PermissionName[][] = [
      ['admins.view', 'users.view', 'files.view'],
      ['admins.delete', 'tenants.view', 'files.view', 'audit.view'],
    ]
    await everyRound(async () => {
      const role = await makeRole(app, root, { tenantId: await tenant(), permissionIds: idsOf('menus.view') })
      const replies = await atOnce(6, (at, number) =>
        put(at, `${path}/${role.id}/permissions`, { permissionIds: idsOf(...lists[number % 2]!) }, { token: root }),
      )
      assert.deepEqual(statuses(replies), { 200: 6 })
      const stored = Object.keys(await storedGrants(app, role.id)).sort((one, two) => (one < two ? -1 : 1))
      const sorted = lists.map((list) => list.toSorted((one, two) => (one < two ? -1 : 1)))
      assert.ok(
        sorted.some((list) => JSON.stringify(list) === JSON.stringify(stored)),
        JSON.stringify(stored),
      )
      // what each event says was there before is what the one before it says is there after
      const [, ...events] = await eventsOfRole(app, role.id)
      const befores = events.map(({ changes }) => JSON.stringify(changes.permissions.before))
      const afters = events.map(({ changes }) => JSON.stringify(changes.permissions.after))
      for (const [list, times] of Object.entries(tally(afters))) {
        const starts = befores.filter((before) => before === list).length
        assert.equal(times - starts, list === JSON.stringify(stored) ? 1 : 0, `${befores.join(' ')} then ${afters.join(' ')}`)
      }
      assert.equal((await app.get(`${path}/${role.id}`, { token: root })).json.version, 1 + events.length)
    })
  })

  it('one version sent by many: one is done', async () => {
    await everyRound(async () => {
      const role = await makeRole(app, root, { tenantId: await tenant() })
      const replies = await atOnce(8, (at, number) =>
        put(at, `${path}/${role.id}`, { description: `Version ${number}`, version: 1 }, { token: root }),
      )
      assert.deepEqual(statuses(replies), { 200: 1, 409: 7 })
    })
  })

  it('many defaults at once, new ones and old ones: one stands, and nobody is refused', async () => {
    await everyRound(async () => {
      for (const tenantId of [await tenant(), null]) {
        const roles = await Promise.all(Array.from({ length: 4 }, () => makeRole(app, root, { tenantId })))
        const replies = await atOnce(8, (at, number) =>
          number < 4
            ? put(at, `${path}/${roles[number].id}`, { isDefault: true }, { token: root })
            : at.post(path, { name: randomUUID(), isDefault: true, tenantId }, { token: root }),
        )
        assert.deepEqual(statuses(replies), { 200: 4, 201: 4 })
        const defaults = await app.open.service.database.kysely
          .selectFrom('roles')
          .select('id')
          .where('tenantId', 'is not distinct from', tenantId)
          .where('isDefault', '=', true)
          .where('deletedAt', 'is', null)
          .execute()
        assert.equal(defaults.length, 1)
      }
    })
  })

  it('a grant that shrinks against being put into roles: none keeps what its tenant is no longer granted', async () => {
    await everyRound(async () => {
      const parent = await tenant()
      const body = { name: 'Below', parentTenantId: parent }
      const tenantId = expectStatus(await app.post('/api/v1/Tenants', body, { token: root }), 201).json.id
      const role = await makeRole(app, root, { tenantId, permissionIds: idsOf('admins.view', 'files.view') })
      const permissionIds = idsOf('admins.view', 'files.view')
      const replies = await atOnce(9, (at, number) => {
        if (number === 4) return put(at, `/api/v1/Tenants/${parent}/permissions`, { permissionIds: idsOf('admins.view') }, { token: root })
        if (number % 3 === 0) return at.post(path, { name: randomUUID(), tenantId, permissionIds }, { token: root })
        if (number % 3 === 1) return at.post(`${path}/${role.id}/clone`, {}, { token: root })
        return put(
          at,
          `${path}/${role.id}/permissions`,
          { permissionIds: number === 2 ? permissionIds : [permissionIds[1]] },
          { token: root },
        )
      })
      assert.equal(replies[4]?.status, 200, replies[4]?.text)
      assert.ok(
        replies.every(({ status }) => [200, 201, 403].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      const { items } = (await app.get(`/api/v1/Tenants/${tenantId}/roles?pageSize=100`, { token: root })).json
      const kept = items.filter(({ permissions }: { permissions: { name: string }[] }) =>
        permissions.some(({ name }) => name === 'files.view'),
      )
      assert.deepEqual(kept, [])
    })
  })
})
