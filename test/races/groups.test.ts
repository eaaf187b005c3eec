/** Groups under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventsOf } from '../auth/people.ts'
import { addPerson, addRole, at, detail, groupEvents, mark, put, remove, type World, world } from '../groups/world.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let own: World
before(async () => {
  apps = await startTwo()
  app = apps[0]
  own = await world(app)
})

const callers = 20
/** Callers in turn on either service. */
const atOnce = (count: number, call: (on: TestApp, number: number) => Promise<Reply>) =>
  race(Array.from({ length: count }, (_, number) => () => call(apps[number % 2]!, number)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const addTo = (on: TestApp, id: string, adminIds: readonly string[], token = own.token) =>
  on.post(`${at}/${id}/members`, { adminIds }, { token })
const bulk = (on: TestApp, move: string, ids: readonly string[], token = own.token) =>
  on.post(`${at}/bulk/${move}`, { ids, cascadeAdmins: true }, { token })
const admin = (id: string) => app.get(`/api/v1/admins/${id}`, { token: own.token })
const all = ['groups.view', 'groups.update', 'groups.delete', 'admins.view', 'admins.update', 'admins.delete', 'roles.view', 'roles.manage']
const inOrder = (ids: readonly string[]) => ids.toSorted((one, two) => (one < two ? -1 : 1))

describe('groups under callers at once', () => {
  it('the same member added by twenty: one link, one event, 200 for all', async () => {
    await everyRound(async () => {
      const [group, member] = [await own.group(), await own.member()]
      const replies = await atOnce(callers, (on) => addTo(on, group.id, [member]))
      assert.deepEqual(statuses(replies), { 200: callers })
      assert.deepEqual(await groupEvents(app, group.id), ['group.created', 'group.members_added'])
      const { memberCount, version } = await detail(app, group.id, own.token)
      assert.deepEqual([memberCount, version], [1, 2])
    })
  })

  it('many members added in crossed orders and taken out meanwhile: nobody waits for ever', async () => {
    await everyRound(async () => {
      const groups = [await own.group(), await own.group()]
      const members = await Promise.all(Array.from({ length: 4 }, () => own.member()))
      const replies = await atOnce(12, (on, number) => {
        const { id } = groups[number % 2]!
        if (number % 3 === 2) return remove(on, `${id}/members/${members[number % 4]}`, own.token)
        return addTo(on, id, number % 4 < 2 ? members : members.toReversed())
      })
      assert.ok(
        replies.every(({ status }) => [200, 204, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
    })
  })

  it('roles replaced by two admins: one whole list or the other, never a merge', async () => {
    const roles = await Promise.all(Array.from({ length: 5 }, () => own.role([])))
    const lists = [roles.slice(0, 3), roles.slice(2)]
    const other = await addPerson(app, own.tenantId, await own.role(all))
    const tokens = [own.token, other.token]
    await everyRound(async () => {
      const group = await own.group()
      const replies = await atOnce(6, (on, number) =>
        number < 4
          ? put(on, `${group.id}/roles`, { roleIds: lists[number % 2] }, tokens[number % 2]!)
          : put(on, group.id, { RoleIds: lists[number % 2] }, tokens[number % 2]!),
      )
      assert.deepEqual(statuses(replies), { 200: 6 })
      const stored = (await detail(app, group.id, own.token)).roles.map(({ roleId }: { roleId: string }) => roleId)
      assert.ok(
        lists.some((list) => JSON.stringify(inOrder(list)) === JSON.stringify(inOrder(stored))),
        JSON.stringify(stored),
      )
      for (const { json } of replies) assert.equal(json.roles.length, 3)
    })
  })

  it('roles replaced by twenty, each with others: 200 for all, and what stands is what one of them was answered', async () => {
    await everyRound(async () => {
      const [group, roles] = [await own.group(), await Promise.all(Array.from({ length: callers }, () => own.role([])))]
      const replies = await atOnce(callers, (on, number) => put(on, `${group.id}/roles`, { roleIds: [roles[number]] }, own.token))
      assert.deepEqual(statuses(replies), { 200: callers })
      const { version, roles: stored } = await detail(app, group.id, own.token)
      assert.equal(version, callers + 1)
      assert.deepEqual(replies.find(({ json }) => json.version === version)?.json.roles, stored)
    })
  })

  it('of replacements that name the version one is done, the others are 409', async () => {
    await everyRound(async () => {
      const [group, roles] = [await own.group(), await Promise.all(Array.from({ length: 6 }, () => own.role([])))]
      const replies = await atOnce(6, (on, number) => put(on, `${group.id}/roles`, { roleIds: [roles[number]], version: 1 }, own.token))
      assert.deepEqual(statuses(replies), { 200: 1, 409: 5 })
      assert.equal((await detail(app, group.id, own.token)).version, 2)
    })
  })

  it('a role deleted while it is given to groups: no living group gives a deleted role', async () => {
    await everyRound(async (round) => {
      const role = await own.role([])
      const groups = await Promise.all(Array.from({ length: 4 }, () => own.group()))
      const place = round % 5
      const replies = await atOnce(6, (on, number) => {
        if (number === place) return on.request('DELETE', `/api/v1/roles/${role}`, { token: own.token })
        if (number === 5) return on.post(at, { nameEn: 'New', roleIds: [role] }, { token: own.token })
        return put(on, `${groups[number % 4]!.id}/roles`, { roleIds: [role] }, own.token)
      })
      const [deletion] = replies.splice(place, 1)
      const given = replies.filter(({ status }) => status === 200 || status === 201).length
      assert.ok(
        replies.every(({ status }) => [200, 201, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      assert.equal(deletion?.status, given > 0 ? 409 : 204, `${given} given`)
    })
  })

  it('a group deleted while members join: whoever joined did so before, and 404 after', async () => {
    await everyRound(async (round) => {
      const [group, members] = [await own.group(), await Promise.all(Array.from({ length: 6 }, () => own.member()))]
      const replies = await atOnce(6, (on, number) =>
        number === round % 6 ? remove(on, group.id, own.token) : addTo(on, group.id, [members[number]!]),
      )
      const [deletion] = replies.splice(round % 6, 1)
      assert.equal(deletion?.status, 204)
      const joined = replies.filter(({ status }) => status === 200).length
      assert.deepEqual(statuses(replies), { ...(joined > 0 && { 200: joined }), ...(joined < 5 && { 404: 5 - joined }) })
      const events = await groupEvents(app, group.id)
      assert.deepEqual(tally(events), { 'group.created': 1, ...(joined > 0 && { 'group.members_added': joined }), 'group.deleted': 1 })
    })
  })

  it('a group deleted with its members while one joins: who joined is deleted too', async () => {
    await everyRound(async () => {
      const [first, late] = [await own.member(), await own.member()]
      const group = await own.group({}, [first])
      const [deletion, join] = await race([() => bulk(apps[0]!, 'delete', [group.id]), () => addTo(apps[1]!, group.id, [late])])
      const { affected, affectedAdmins, skipped } = expectStatus(deletion!, 200).json
      assert.deepEqual([affected, skipped], [1, []])
      assert.ok([200, 404].includes(join!.status), join!.text)
      assert.equal(affectedAdmins, join!.status === 200 ? 2 : 1)
      assert.equal((await admin(late)).status, join!.status === 200 ? 404 : 200)
    })
  })

  it('bulk moves in crossed orders with shared members: each group and admin is moved once', async () => {
    await everyRound(async () => {
      const members = await Promise.all(Array.from({ length: 4 }, () => own.member()))
      const groups: string[] = []
      for (let n = 0; n < 6; n++) groups.push((await own.group({}, [members[n % 4]!, members[(n + 1) % 4]!])).id)
      const replies = await atOnce(6, (on, number) => bulk(on, 'deactivate', number % 2 === 0 ? groups : groups.toReversed()))
      assert.deepEqual(statuses(replies), { 200: 6 })
      assert.deepEqual(
        ['affected', 'affectedAdmins'].map((name) => replies.reduce((sum, { json }) => sum + json[name], 0)),
        [6, 4],
      )
      for (const id of groups) assert.equal((await groupEvents(app, id)).filter((type) => type === 'group.deactivated').length, 1)
      for (const id of members) assert.equal((await eventsOf(app, id)).filter((type) => type === 'admin.deactivated').length, 1)
    })
  })

  it('two admins who switch each other off by their groups: one of them stays', async () => {
    await everyRound(async () => {
      const roleId = await addRole(app, own.tenantId, all)
      const [one, two] = [await addPerson(app, own.tenantId, roleId), await addPerson(app, own.tenantId, roleId)]
      const [ofOne, ofTwo] = [await own.group({}, [one.id]), await own.group({}, [two.id])]
      const replies = await race([
        () => bulk(apps[0]!, 'deactivate', [ofTwo.id], one.token),
        () => bulk(apps[1]!, 'deactivate', [ofOne.id], two.token),
      ])
      assert.deepEqual(statuses(replies), { 200: 1, 401: 1 })
      const active = await Promise.all([one, two].map(async ({ id }) => (await admin(id)).json.isActive))
      assert.deepEqual(tally(active.map(String)), { true: 1, false: 1 })
    })
  })

  it('one code: one 201, all others 409 naming it; made of one name: as many as ask, all different', async () => {
    await everyRound(async () => {
      const code = `c-${mark()}`
      const replies = await atOnce(callers, (on) => on.post(at, { nameEn: 'Code', code }, { token: own.token }))
      assert.deepEqual(statuses(replies), { 201: 1, 409: callers - 1 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.errors?.[0].field === 'code'))
      const nameEn = `Made ${mark()}`
      const made = await atOnce(10, (on) => on.post(at, { nameEn }, { token: own.token }))
      assert.deepEqual(statuses(made), { 201: 10 })
      assert.equal(new Set(made.map(({ json }) => json.code)).size, 10)
    })
  })
})
