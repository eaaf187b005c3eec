/** Many admins at once: each under the rule of the call about one alone, and never more than was meant. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { eventsOf } from '../auth/people.ts'
import { addPerson, addRole, expectFields, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'

let app: TestApp
let root: string
let superId: string
let own: World
before(async () => {
  app = await startApp()
  root = await app.superToken()
  superId = (await app.get('/api/v1/Admins/me', { token: root })).json.id
  own = await world(app)
})

const at = '/api/v1/admins'
const bulk = (move: string, body: object, token: string) => app.post(`${at}/bulk-${move}`, body, { token })
const done = async (move: string, body: object, token: string) => expectStatus(await bulk(move, body, token), 200).json
const detail = async (id: string, token = root) => expectStatus(await app.get(`${at}/${id}`, { token }), 200).json
const isThere = async (id: string) => {
  const { kysely } = app.open.service.database
  return (await kysely.selectFrom('accounts').select('id').where('id', '=', id).where('deletedAt', 'is', null).execute()).length === 1
}
const skippedOf = ({ skipped }: { skipped: { id: string; code: string }[] }) => new Map(skipped.map(({ id, code }) => [id, code]))
const protect = (id: string) =>
  app.open.service.database.kysely.updateTable('accounts').set({ isProtected: true }).where('id', '=', id).execute()

describe('POST /api/v1/admins/bulk-{activate,deactivate,delete}', () => {
  it('200 moves each once, tells what it skipped and why, and counts nothing that was there already', async () => {
    const [a, b] = [await own.person(['admins.view']), await own.member()]
    const [sibling, child] = [await world(app), await world(app, own.tenantId)]
    const [foreign, below, guarded] = [await sibling.member(), await child.member(), await own.member()]
    await protect(guarded)
    const unknown = randomUUID()
    const ids = [a.id, b, a.id, a.id.toUpperCase(), below, foreign, unknown, guarded, superId, own.adminId, 'no id', 'no id', '']
    const answer = await done('deactivate', { ids }, own.token)
    assert.deepEqual([answer.affected, answer.message], [3, '3 records were changed.'])
    const wanted: [string, string][] = [
      ...['no id', '', foreign, unknown, superId].map((id): [string, string] => [id, 'not_found']),
      [guarded, 'admin_protected'],
      [own.adminId, 'permission_denied'],
    ]
    assert.deepEqual(skippedOf(answer), new Map(wanted), JSON.stringify(answer.skipped))
    assert.equal(answer.skipped.length, wanted.length)
    for (const [id, isActive] of [
      [a.id, false],
      [b, false],
      [below, false],
      [foreign, true],
      [guarded, true],
      [own.adminId, true],
    ] as const)
      assert.equal((await detail(id)).isActive, isActive)
    expectStatus(await app.get('/api/v1/Admins/me', { token: a.token }), 401)
    assert.deepEqual(await eventsOf(app, b), ['admin.created', 'admin.deactivated'])
    assert.deepEqual(await done('deactivate', { ids: [b] }, own.token), { affected: 0, message: '0 records were changed.', skipped: [] })
    assert.equal((await done('activate', { ids: [a.id, b] }, own.token)).affected, 2)
    assert.equal((await done('delete', { ids: [a.id, b, below] }, own.token)).affected, 3)
    assert.equal(await isThere(b), false)
    assert.deepEqual(await done('delete', { ids: [b] }, own.token), {
      affected: 0,
      message: '0 records were changed.',
      skipped: [{ id: b, code: 'not_found' }],
    })
    assert.deepEqual(await eventsOf(app, b), ['admin.created', 'admin.deactivated', 'admin.activated', 'admin.deleted'])
  })

  it('names a skipped id as it was sent', async () => {
    const id = randomUUID().toUpperCase()
    assert.deepEqual((await done('delete', { ids: [id] }, own.token)).skipped, [{ id, code: 'not_found' }])
  })

  it('skips who stands above the caller, and the SuperAdmin whoever asks', async () => {
    const low = await own.person(['admins.update', 'admins.delete'])
    const [below, above] = [await own.member(), await own.person(['admins.update', 'admins.delete', 'roles.view'])]
    for (const move of ['deactivate', 'activate', 'delete']) {
      const answer = await done(move, { ids: [below, above.id] }, low.token)
      assert.deepEqual([answer.affected, answer.skipped], [1, [{ id: above.id, code: 'permission_denied' }]], move)
    }
    assert.equal((await detail(above.id)).isActive, true)
    const platform = await addPerson(app, null, await addRole(app, null, ['admins.update', 'admins.delete']))
    assert.deepEqual((await done('delete', { ids: [superId] }, platform.token)).skipped, [{ id: superId, code: 'permission_denied' }])
    assert.deepEqual((await done('delete', { ids: [superId] }, root)).skipped, [{ id: superId, code: 'permission_denied' }])
    await app.signIn(superAdmin.email, superAdmin.password, { isPlatformAdmin: true })
  })

  it('400 for no ids, too many, what is no list, and unknown names; 1,000 are taken', async () => {
    const ids = Array.from({ length: 1001 }, () => 'x')
    for (const [body, fields] of [
      [{ ids: [] }, ['ids']],
      [{ ids }, ['ids']],
      [{}, ['ids']],
      [{ ids: 'x' }, ['ids']],
      [{ ids: [1] }, ['ids.0']],
      [{ ids: ['x'], filter: {} }, ['filter']],
    ] as const)
      for (const move of ['activate', 'deactivate', 'delete']) expectFields(await bulk(move, body, own.token), 400, fields)
    assert.equal((await done('delete', { ids: ids.slice(1) }, own.token)).skipped.length, 1)
    const many = Array.from({ length: 1000 }, () => randomUUID())
    assert.equal((await done('delete', { ids: many }, own.token)).skipped.length, 1000)
  })

  it('403 under another permission than the one it needs', async () => {
    const [updater, deleter] = [await own.person(['admins.update']), await own.person(['admins.delete'])]
    const id = await own.member()
    assert.equal(expectStatus(await bulk('delete', { ids: [id] }, updater.token), 403).json.requiredPermission, 'admins.delete')
    expectStatus(await bulk('delete-all', { filter: {} }, updater.token), 403)
    for (const move of ['activate', 'deactivate'])
      assert.equal(expectStatus(await bulk(move, { ids: [id] }, deleter.token), 403).json.requiredPermission, 'admins.update')
    assert.equal((await detail(id)).version, 1)
  })
})
