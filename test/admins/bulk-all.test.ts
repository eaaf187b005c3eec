/** All admins that match: never everything by a typo, never more than was counted, in batches that are whole. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { PermissionName } from '#core/permissions.ts'
import { expectFields, mark, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { idOf, idsOf, put } from '../roles/making.ts'
import { callToHangUp, countsOf, expectTrueCounts, fillAdmins, firstDeletion, livingIn } from './many.ts'

let app: TestApp
before(async () => {
  app = await startApp()
})

const at = '/api/v1/admins'
const all = (body: object, token: string) => app.post(`${at}/bulk-delete-all`, body, { token })
const done = async (body: object, token: string) => expectStatus(await all(body, token), 200).json
const codes = ({ skipped }: { skipped: { code: string }[] }) => skipped.map(({ code }) => code).toSorted((one, two) => (one < two ? -1 : 1))

describe('POST /api/v1/admins/bulk-delete-all', () => {
  it('400 without a filter or with an unknown key: never everything by a typo', async () => {
    const own = await world(app)
    const id = await own.member()
    for (const [body, fields] of [
      [{}, ['filter']],
      [{ filter: null }, ['filter']],
      [{ filter: [] }, ['filter']],
      [{ filter: { isactive: true } }, ['filter.isactive']],
      [{ filter: { ids: [id] } }, ['filter.ids']],
      [{ filter: { isActive: 'true' } }, ['filter.isActive']],
      [{ filter: { isBlocked: null } }, ['filter.isBlocked']],
      [{ filter: { roleId: 'x' } }, ['filter.roleId']],
      [{ filter: { tenantId: null } }, ['filter.tenantId']],
      [{ filter: { search: 'x'.repeat(101) } }, ['filter.search']],
      [{ filter: {}, excludeids: [] }, ['excludeids']],
      [{ filter: {}, excludeIds: id }, ['excludeIds']],
      [{ filter: {}, excludeIds: [id, 'someone@example.test'] }, ['excludeIds.1']],
      [{ filter: { search: ' ' } }, ['filter.search']],
      [{ filter: {}, expectedCount: -1 }, ['expectedCount']],
      [{ filter: {}, expectedCount: 1.5 }, ['expectedCount']],
      [{ filter: {}, dryRun: 'no' }, ['dryRun']],
    ] as const)
      expectFields(await all(body, own.token), 400, fields)
    assert.deepEqual(await livingIn(app, own.tenantId), [own.adminId, id].sort())
  })

  it('{} is all in scope, the tenants below too; the caller, protected admins and the SuperAdmin stay', async () => {
    const own = await world(app)
    const [child, sibling] = [await world(app, own.tenantId), await world(app)]
    const [guarded, kept] = [await own.member(), await own.member()]
    await app.open.service.database.kysely.updateTable('accounts').set({ isProtected: true }).where('id', '=', guarded).execute()
    await own.member()
    const excludeIds = [kept.toUpperCase(), sibling.adminId, randomUUID()]
    const answer = await done({ filter: {}, excludeIds }, own.token)
    assert.deepEqual([answer.affected, answer.message], [2, '2 records were changed.'])
    assert.deepEqual(codes(answer), ['admin_protected', 'permission_denied'])
    assert.deepEqual(await livingIn(app, own.tenantId), [own.adminId, guarded, kept].sort())
    assert.deepEqual([await livingIn(app, child.tenantId), await livingIn(app, sibling.tenantId)], [[], [sibling.adminId]])
    await expectTrueCounts(app)
  })

  it('filters as the list does; an unknown or foreign id matches nothing', async () => {
    const own = await world(app)
    const [child, sibling] = [await world(app, own.tenantId), await world(app)]
    const roleId = await own.role([])
    const add = async (more: object) => {
      const body = { email: `f-${randomUUID()}@example.test`, firstName: 'Some', lastName: 'One', roleId, password: `long ${randomUUID()}` }
      return expectStatus(await app.post(at, { ...body, ...more }, { token: own.token }), 201).json.id as string
    }
    const name = mark()
    const [named, blocked] = [await add({ lastName: name }), await add({})]
    expectStatus(await app.post(`${at}/${blocked}/block`, {}, { token: own.token }), 200)
    const matching = async (filter: object) => (await done({ filter, dryRun: true }, own.token)).affected
    const gone = await world(app, own.tenantId)
    expectStatus(await app.request('DELETE', `/api/v1/Tenants/${gone.tenantId}`, { token: await app.superToken() }), 204)
    assert.equal(await matching({ tenantId: gone.tenantId }), 0)
    for (const id of [sibling.tenantId, randomUUID()])
      assert.deepEqual([await matching({ tenantId: id }), await matching({ roleId: id })], [0, 0])
    assert.equal(await matching({ search: name.toUpperCase() }), 1)
    assert.equal(await matching({ search: '%' }), 0)
    assert.equal(await matching({ isBlocked: true }), 1)
    assert.equal(await matching({ isBlocked: false, roleId }), 1)
    assert.equal(await matching({ isActive: false, tenantId: own.tenantId }), 0)
    assert.equal(await matching({ tenantId: child.tenantId }), 1)
    assert.equal((await done({ filter: { isBlocked: true, roleId } }, own.token)).affected, 1)
    assert.deepEqual(await livingIn(app, own.tenantId), [own.adminId, named].sort())
  })

  it('who may not see addresses does not find by them', async () => {
    const own = await world(app)
    const masked = await own.person(['admins.view', 'admins.delete'], { 'admins.view': ['email'] })
    const blind = await own.person(['admins.delete'])
    const [target, word] = [await own.member(), mark()]
    await app.open.service.database.kysely
      .updateTable('accounts')
      .set({ search: `a member\n\n${word}@example.test` })
      .where('id', '=', target)
      .execute()
    for (const { token } of [masked, blind]) {
      assert.equal((await done({ filter: { search: word }, dryRun: true }, token)).affected, 0)
      assert.equal((await done({ filter: { search: 'a member' }, dryRun: true }, token)).affected, 1)
    }
    assert.equal((await done({ filter: { search: word }, dryRun: true }, own.token)).affected, 1)
  })

  it('dryRun tells the number and changes nothing; 409 with the number when another was expected', async () => {
    const own = await world(app)
    await fillAdmins(app, own, 3)
    const low = await own.person(['admins.delete', 'admins.view'])
    const before = await countsOf(app)
    const filter = {}
    const dry = await done({ filter, dryRun: true }, low.token)
    assert.equal(dry.message, `${dry.affected} records would be changed.`)
    assert.deepEqual([dry.affected, codes(dry)], [3, ['permission_denied', 'permission_denied']])
    for (const more of [{}, { dryRun: true }]) {
      const { code, actualCount } = expectStatus(await all({ filter, expectedCount: 4, ...more }, low.token), 409).json
      assert.deepEqual([code, actualCount], ['state_conflict', 3])
    }
    assert.deepEqual(await countsOf(app), before)
    assert.equal((await livingIn(app, own.tenantId)).length, 5)
    assert.equal((await done({ filter, expectedCount: 3, dryRun: true }, low.token)).affected, 3)
    assert.equal((await done({ filter, expectedCount: 3 }, low.token)).affected, 3)
    assert.equal((await livingIn(app, own.tenantId)).length, 2)
  })

  it('deletes thousands in several transactions, with an event each, their sessions ended and their names free', async () => {
    const own = await world(app)
    const { sessionIds } = await fillAdmins(app, own, 2600)
    const answer = await done({ filter: { search: 'bulk' }, expectedCount: 2600 }, own.token)
    assert.deepEqual([answer.affected, answer.skipped], [2600, []])
    const { kysely } = app.open.service.database
    const events = await kysely
      .selectFrom('events')
      .select(['id', 'entityId', 'createdAt'])
      .where('tenantId', '=', own.tenantId)
      .where('type', '=', 'admin.deleted')
      .execute()
    assert.deepEqual([events.length, new Set(events.map(({ entityId }) => entityId)).size], [2600, 2600])
    assert.ok(new Set(events.map(({ createdAt }) => createdAt.getTime())).size > 3, 'all in one transaction')
    const owed = await kysely.selectFrom('outbox').select('eventId').execute()
    const waiting = new Set(owed.map(({ eventId }) => eventId))
    assert.ok(events.every(({ id }) => waiting.has(id)))
    const names = await kysely.selectFrom('accountLogins').select('key').where('tenantId', '=', own.tenantId).execute()
    assert.equal(names.length, 1)
    const ended = await kysely.selectFrom('sessions').select('endedBecause').where('id', 'in', sessionIds).execute()
    assert.deepEqual(new Set(ended.map(({ endedBecause }) => endedBecause)), new Set(['deleted']))
    await expectTrueCounts(app)
  })

  it('stops after the batch at hand when the caller hangs up, and goes on with the rest when it is sent again', async () => {
    const own = await world(app)
    await fillAdmins(app, own, 4000)
    const call = callToHangUp(app, `${at}/bulk-delete-all`, { filter: {} }, own.token)
    await firstDeletion(app)
    call.destroy()
    // two seconds without a change: that the batch at hand is over takes a busy machine a while
    const counted = async () => (await livingIn(app, own.tenantId)).length
    let left = await counted()
    for (let before = -1; before !== left; left = await counted()) {
      before = left
      await sleep(2000)
    }
    assert.ok(left > 1, 'all were deleted before it could be stopped')
    // the caller is in one of the batches, and skipped
    assert.ok([0, 499].includes((4001 - left) % 500), `a batch was cut: ${left} are left`)
    await expectTrueCounts(app)
    assert.equal((await done({ filter: {} }, own.token)).affected, left - 1)
  })

  it('skips the rest once the permission is gone, and tells a caller who was shut out how many were done', async () => {
    for (const [change, status] of [
      ['permission', 200],
      ['duty', 403],
      ['account', 401],
      ['password', 401],
      ['tenant', 401],
    ] as const) {
      const own = await world(app)
      await fillAdmins(app, own, 4000)
      const low = await own.person(['admins.delete', 'admins.view'])
      const deleting = all({ filter: {}, excludeIds: [own.adminId] }, low.token)
      await firstDeletion(app)
      const taken = takings[change](low.id, own)
      await taken
      const reply = expectStatus(await deleting, status)
      const left = await livingIn(app, own.tenantId)
      assert.equal(reply.json.affected, 4002 - left.length, reply.text)
      assert.ok(left.length > 2, 'it was too late to take anything')
      if (status === 200) assert.ok(reply.json.skipped.length === 1000 && codes(reply.json)[0] === 'permission_denied')
      else assert.equal(reply.json.code, status === 403 ? 'two_factor_setup_required' : 'session_revoked')
      await expectTrueCounts(app)
    }
  })

  it('ends where what it filters by may not be seen any more, as it would not have begun', async () => {
    const own = await world(app)
    const { ids } = await fillAdmins(app, own, 4000)
    const group = await own.group()
    const { kysely } = app.open.service.database
    const groupId = app.open.service.keys.opaqueIds.decode('group', group.id)!
    await sql`insert into user_group_members (group_id, account_id, added_at)
      select ${groupId}, unnest(${ids}::uuid[]), ${app.clock.now()}::timestamptz`.execute(kysely)
    const low = await own.person(['admins.delete', 'admins.view', 'groups.view'])
    const deleting = all({ filter: { groupId: group.id } }, low.token)
    await firstDeletion(app)
    await takeFrom(low.id, 'groups.view')
    const reply = expectStatus(await deleting, 403)
    assert.deepEqual([reply.json.code, reply.json.requiredPermission], ['permission_denied', 'groups.view'])
    const left = await livingIn(app, own.tenantId)
    assert.equal(reply.json.affected, 4002 - left.length, reply.text)
    assert.ok(left.length > 2, 'it was too late to take anything')
  })

  it('finds nobody more by an address that is hidden meanwhile', async () => {
    const own = await world(app)
    await fillAdmins(app, own, 4000)
    const low = await own.person(['admins.delete', 'admins.view'])
    const deleting = all({ filter: { search: '@example.test' }, excludeIds: [own.adminId] }, low.token)
    await firstDeletion(app)
    const permissionIds = idsOf('admins.delete', 'admins.view')
    const masked = { permissionIds, restrictedFields: { [idOf('admins.view')]: ['email'] } }
    expectStatus(await put(app, `/api/v1/roles/${await roleOf(low.id)}/permissions`, masked, { token: await app.superToken() }), 200)
    // whoever hides waits for the batches under way, which share the caller's rights: none ends after the answer that was judged before
    const soon = (await livingIn(app, own.tenantId)).length
    const reply = expectStatus(await deleting, 200)
    const left = (await livingIn(app, own.tenantId)).length
    assert.equal(reply.json.affected, 4002 - left)
    assert.ok(left === soon && soon > 2, `${left} of ${soon} are left`)
  })
})

/** Ways to shut a caller out; only the first two leave them signed in. */
const takings = {
  permission: (id: string, _own: World) => takeFrom(id),
  duty: async (_id: string, { tenantId }: World) => {
    const required = { token: await app.superToken(), body: { require2FA: true } }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}/settings`, required), 200)
  },
  account: async (id: string, own: World) => void expectStatus(await app.post(`${at}/${id}/block`, {}, { token: own.token }), 200),
  password: async (id: string, own: World) =>
    void expectStatus(await app.post(`${at}/${id}/reset-password`, undefined, { token: own.token }), 200),
  tenant: async (_id: string, { tenantId }: World) => {
    const suspended = { token: await app.superToken(), body: { status: 'Suspended' } }
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}`, suspended), 200)
  },
}

/** Takes a permission from the role of an admin. */
async function takeFrom(id: string, permission: PermissionName = 'admins.delete'): Promise<void> {
  const { kysely } = app.open.service.database
  await kysely
    .deleteFrom('rolePermissions')
    .where('roleId', '=', await roleOf(id))
    .where('permission', '=', permission)
    .execute()
}

async function roleOf(id: string): Promise<string> {
  const { kysely } = app.open.service.database
  const { roleId } = await kysely.selectFrom('accounts').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()
  return roleId!
}
