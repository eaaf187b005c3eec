/** What is done to groups done to their members too: under the rules of the call about each admin alone. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { eventsOf, setAccount } from '../auth/people.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import { addPerson, addRole, at, detail, type World, world } from './world.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

const all = ['groups.view', 'groups.update', 'groups.delete', 'admins.view', 'admins.update', 'admins.delete']
const cascade = async (move: string, ids: readonly string[], token: string) =>
  expectStatus(await app.post(`${at}/bulk/${move}`, { ids, cascadeAdmins: true }, { token }), 200).json
const admin = (id: string, token: string) => app.get(`/api/v1/admins/${id}`, { token })
const meOf = (token: string) => app.get('/api/v1/Admins/me', { token })
const countsOf = async (mine: World) =>
  await Promise.all(
    ['', '&isActive=false'].map(
      async (query) => (await app.get(`/api/v1/admins?tenantId=${mine.tenantId}${query}`, { token: mine.token })).json.totalCount,
    ),
  )

describe('cascadeAdmins', () => {
  it('switches the members off and on with the group: sessions end, counts move, one event each', async () => {
    const mine = await world(app)
    const [one, two] = [await mine.person([]), await mine.member()]
    const [group, other] = [await mine.group({}, [one.id, two]), await mine.group({}, [one.id])]
    const answer = await cascade('deactivate', [group.id, other.id], mine.token)
    assert.deepEqual([answer.affected, answer.affectedAdmins, answer.skipped, answer.skippedAdmins], [2, 2, [], []])
    assert.equal(expectStatus(await meOf(one.token), 401).json.code, 'session_revoked')
    assert.deepEqual(await countsOf(mine), [3, 2])
    const again = await cascade('deactivate', [group.id], mine.token)
    assert.deepEqual([again.affected, again.affectedAdmins], [0, 0])
    const back = await cascade('activate', [group.id], mine.token)
    assert.deepEqual([back.affected, back.affectedAdmins], [1, 2])
    assert.deepEqual(await countsOf(mine), [3, 0])
    expectStatus(await meOf(one.token), 401)
    assert.deepEqual((await eventsOf(app, two)).slice(1), ['admin.deactivated', 'admin.activated'])
    const { json } = expectStatus(await admin(two, mine.token), 200)
    assert.deepEqual([json.isActive, json.version], [true, 3])
    const { items } = expectStatus(await app.get(`/api/v1/audit?action=admin.deactivated&entityId=${two}`, { token: mine.token }), 200).json
    assert.deepEqual(items[0].changes, { isActive: { before: true, after: false } })
    assert.deepEqual((await detail(app, other.id, mine.token)).isActive, false)
  })

  it('reaches the members of a group that is in the state already', async () => {
    const mine = await world(app)
    const member = await mine.member()
    const group = await mine.group({ isActive: false }, [member])
    const answer = await cascade('deactivate', [group.id], mine.token)
    assert.deepEqual([answer.affected, answer.affectedAdmins], [0, 1])
    assert.equal((await admin(member, mine.token)).json.isActive, false)
  })

  it('deletes the members with the group: gone from lists and counts, their names free at once', async () => {
    const mine = await world(app)
    const person = await mine.person([])
    const group = await mine.group({}, [person.id])
    const answer = await cascade('delete', [group.id], mine.token)
    assert.deepEqual([answer.affected, answer.affectedAdmins], [1, 1])
    expectStatus(await admin(person.id, mine.token), 404)
    expectStatus(await meOf(person.token), 401)
    assert.deepEqual(await countsOf(mine), [1, 0])
    const again = { email: person.email, firstName: 'A', lastName: 'B', roleId: await mine.role([]), password: 'long words again' }
    expectStatus(await app.post('/api/v1/admins', again, { token: mine.token }), 201)
    assert.deepEqual(
      (await eventsOf(app, person.id)).filter((type) => type.startsWith('admin.')),
      ['admin.created', 'admin.deleted'],
    )
  })

  it('leaves out the caller, the protected and who stands above, and says so', async () => {
    const mine = await world(app)
    const [caller, plain, kept] = [await mine.person(all), await mine.member(), await mine.member()]
    await setAccount(app, kept, { isProtected: true })
    const group = await mine.group({}, [caller.id, plain, kept])
    for (const move of ['deactivate', 'activate', 'delete']) {
      const answer = await cascade(move, [group.id], caller.token)
      assert.deepEqual([answer.affected, answer.affectedAdmins], [1, 1], move)
      assert.deepEqual(
        Object.fromEntries(answer.skippedAdmins.map(({ id, code }: { id: string; code: string }) => [id, code])),
        { [caller.id]: 'permission_denied', [kept]: 'admin_protected' },
        move,
      )
    }
    expectStatus(await meOf(caller.token), 200)
    assert.equal((await admin(kept, mine.token)).json.isActive, true)
    // somebody above is in it: the group itself is refused, and nobody of it is touched
    const other = await mine.group({}, [mine.adminId, await mine.member()])
    const refused = await cascade('deactivate', [other.id], caller.token)
    assert.deepEqual([refused.affected, refused.affectedAdmins, refused.skippedAdmins], [0, 0, []])
    assert.deepEqual(refused.skipped, [{ id: other.id, code: 'permission_denied' }])
    assert.deepEqual(await countsOf(mine), [4, 0])
    // one above in a group that is switched off already
    const off = await mine.group({ isActive: false }, [mine.adminId])
    assert.deepEqual((await cascade('deactivate', [off.id], caller.token)).skippedAdmins, [{ id: mine.adminId, code: 'permission_denied' }])
    assert.equal((await admin(mine.adminId, root)).json.isActive, true)
  })

  it('never takes the SuperAdmin, not even by somebody as high', async () => {
    const { json: me } = await meOf(root)
    const { kysely } = app.open.service.database
    const roleId = await addRole(app, null, [])
    // a platform admin who holds everything, as no route makes one
    const high = await addPerson(app, null, roleId)
    await kysely.updateTable('roles').set({ reach: 'granted' }).where('id', '=', roleId).execute()
    await setAccount(app, high.id, { updatedAt: app.clock.now() })
    const group = expectStatus(await app.post(at, { name: 'With the SuperAdmin' }, { token: root }), 201).json
    expectStatus(await app.post(`${at}/${group.id}/members`, { adminIds: [me.id] }, { token: root }), 200)
    for (const move of ['deactivate', 'delete']) {
      const answer = await cascade(move, [group.id], high.token)
      assert.deepEqual([answer.affected, answer.affectedAdmins, answer.skippedAdmins], [1, 0, [{ id: me.id, code: 'state_conflict' }]])
    }
    expectStatus(await meOf(root), 200)
    await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  })

  it('403 as a whole without the permission of the single admin call; 200 without the cascade', async () => {
    const mine = await world(app)
    const groupsOnly = await mine.person(['groups.view', 'groups.update', 'groups.delete', 'admins.update'])
    const member = await mine.member()
    const group = await mine.group({}, [member])
    const body = { ids: [group.id], cascadeAdmins: true }
    const token = groupsOnly.token
    assert.equal(expectStatus(await app.post(`${at}/bulk/delete`, body, { token }), 403).json.requiredPermission, 'admins.delete')
    for (const dryRun of [true, false])
      expectStatus(await app.post(`${at}/bulk/delete-all`, { filter: {}, cascadeAdmins: true, dryRun }, { token }), 403)
    assert.equal((await detail(app, group.id, mine.token)).version, group.version)
    assert.equal((await cascade('deactivate', [group.id], token)).affectedAdmins, 1)
    expectStatus(await app.post(`${at}/bulk/delete`, { ids: [group.id] }, { token }), 200)
    expectStatus(await admin(member, mine.token), 200)
  })

  it('a dry run counts the admins and touches none', async () => {
    const mine = await world(app)
    const members = [await mine.member(), await mine.member()]
    await mine.group({}, members)
    await mine.group({}, members)
    const body = { filter: {}, cascadeAdmins: true, dryRun: true }
    const answer = expectStatus(await app.post(`${at}/bulk/delete-all`, body, { token: mine.token }), 200).json
    assert.deepEqual([answer.affected, answer.affectedAdmins], [2, 2])
    assert.deepEqual(await countsOf(mine), [3, 0])
    const real = expectStatus(
      await app.post(`${at}/bulk/delete-all`, { ...body, dryRun: false, expectedCount: 2 }, { token: mine.token }),
      200,
    ).json
    assert.deepEqual([real.affected, real.affectedAdmins], [2, 2])
    assert.deepEqual(await countsOf(mine), [1, 0])
  })
})
