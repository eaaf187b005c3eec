/** Groups whose members are more than one transaction takes: in parts that are whole, under a caller who is judged anew for each. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { callToHangUp, expectTrueCounts, fillAdmins, firstDeletion, livingIn } from '../admins/many.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { at, type Person, type World, world } from './world.ts'

let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

interface Scene {
  readonly own: World
  readonly groupId: string
  readonly ids: readonly string[]
}

/** A tenant with one group of so many admins, the TenantAdmin not among them. */
async function largeGroup(count: number): Promise<Scene> {
  const own = await world(app)
  const { ids } = await fillAdmins(app, own, count)
  const { id: groupId } = await own.group()
  const uuid = app.open.service.keys.opaqueIds.decode('group', groupId)
  await sql`insert into user_group_members (group_id, account_id, added_at)
    select ${uuid}, id, ${app.clock.now()} from unnest(${ids}::uuid[]) as m (id)`.execute(app.open.service.database.kysely)
  return { own, groupId, ids }
}

const bulk = (move: string, body: object, token: string) => app.post(`${at}/bulk/${move}`, body, { token })

/** What happened to the tenant's groups and admins by a move: how many of each, in which order, and in how many transactions. */
async function told({ own }: Scene, move: string) {
  const events = await app.open.service.database.kysely
    .selectFrom('events')
    .select(['type', 'createdAt'])
    .where('tenantId', '=', own.tenantId)
    .where('type', 'in', [`group.${move}`, `admin.${move}`] as never)
    .orderBy('id')
    .execute()
  const at = events.findIndex(({ type }) => type.startsWith('group.'))
  const times = events.map(({ createdAt }) => createdAt.getTime())
  return {
    group: events[at]?.createdAt.getTime(),
    times: [...new Set(times)].sort((a, b) => a - b),
    admins: events.length - (at < 0 ? 0 : 1),
  }
}

describe('cascadeAdmins over a group that is larger than one transaction', () => {
  it('moves its members in parts: the group is switched on with the first, and off or deleted with the last', async () => {
    const scene = await largeGroup(1300)
    const body = { ids: [scene.groupId], cascadeAdmins: true }
    for (const [move, done, isFirst] of [
      ['deactivate', 'deactivated', false],
      ['activate', 'activated', true],
    ] as const) {
      const answer = expectStatus(await bulk(move, body, scene.own.token), 200).json
      assert.deepEqual([answer.affected, answer.affectedAdmins, answer.skipped, answer.skippedAdmins], [1, 1300, [], []])
      const { group, times, admins } = await told(scene, done)
      assert.equal(admins, 1300)
      assert.ok(times.length >= 3, 'all in one transaction')
      assert.equal(group, isFirst ? times[0] : times.at(-1), move)
    }
    const filter = { filter: {}, cascadeAdmins: true }
    const dry = expectStatus(await bulk('delete-all', { ...filter, dryRun: true }, scene.own.token), 200).json
    assert.deepEqual([dry.affected, dry.affectedAdmins], [1, 1300])
    assert.equal(expectStatus(await bulk('delete-all', { ...filter, expectedCount: 2 }, scene.own.token), 409).json.actualCount, 1)
    const all = expectStatus(await bulk('delete-all', { ...filter, expectedCount: 1 }, scene.own.token), 200).json
    assert.deepEqual([all.affected, all.affectedAdmins], [1, 1300])
    const { group, times } = await told(scene, 'deleted')
    assert.equal(group, times.at(-1))
    assert.deepEqual(await livingIn(app, scene.own.tenantId), [scene.own.adminId])
    await expectTrueCounts(app)
  })

  it('does not show in what happens to the caller’s own groups where the large one is a stranger’s', async () => {
    const own = await world(app)
    const first = await own.group()
    // the ids of groups follow time, and batches the ids
    const { groupId } = await largeGroup(600)
    const last = await own.group()
    const body = { ids: [first.id, groupId, last.id], cascadeAdmins: true }
    const answer = expectStatus(await bulk('deactivate', body, own.token), 200).json
    assert.deepEqual([answer.affected, answer.skipped], [2, [{ id: groupId, code: 'not_found' }]])
    const events = await app.open.service.database.kysely
      .selectFrom('events')
      .select('createdAt')
      .where('tenantId', '=', own.tenantId)
      .where('type', '=', 'group.deactivated')
      .execute()
    assert.equal(events.length, 2)
    assert.equal(events[0]?.createdAt.getTime(), events[1]?.createdAt.getTime(), 'in batches of their own: a stranger’s group has a size')
  })

  it('is refused as a whole, and nobody in it touched, where somebody in it stands above', async () => {
    const scene = await largeGroup(900)
    const low = await scene.own.person(['groups.view', 'groups.delete', 'admins.view', 'admins.delete'])
    expectStatus(await app.post(`${at}/${scene.groupId}/members`, { adminIds: [scene.own.adminId] }, { token: root }), 200)
    for (const dryRun of [true, false]) {
      const answer = expectStatus(await bulk('delete-all', { filter: {}, cascadeAdmins: true, dryRun }, low.token), 200).json
      assert.deepEqual([answer.affected, answer.affectedAdmins], [0, 0])
      assert.deepEqual(answer.skipped, [{ id: scene.groupId, code: 'permission_denied' }])
    }
    assert.equal((await livingIn(app, scene.own.tenantId)).length, 902)
  })

  it('stops after the part at hand when the caller hangs up; sent again, it goes on with the rest', async () => {
    const { own, groupId } = await largeGroup(2000)
    const body = { ids: [groupId], cascadeAdmins: true }
    const call = callToHangUp(app, `${at}/bulk/delete`, body, own.token)
    await firstDeletion(app)
    call.destroy()
    const living = async () => (await livingIn(app, own.tenantId)).length
    let left = await living()
    for (let before = 0; before !== left; left = await living()) {
      before = left
      // longer than a part takes where the machine has other work
      await sleep(2500)
    }
    assert.ok(left > 1 && (left - 1) % 500 === 0, `${left} are left`)
    const answer = expectStatus(await bulk('delete', body, own.token), 200).json
    assert.deepEqual([answer.affected, answer.affectedAdmins], [1, left - 1])
    await expectTrueCounts(app)
  })

  it('ends when the caller is shut out or loses a permission, and says what was done until then', async () => {
    for (const [how, status] of Object.entries({ permission: 200, session: 401, tenant: 401 })) {
      const { json, text, scene, left } = await shutOut(how as keyof typeof takings, status)
      assert.deepEqual([json.affected, json.affectedAdmins], [0, inLarge + 2 - left], text)
      const skipped = status === 200 ? [{ id: scene.groupId, code: 'permission_denied' }] : []
      assert.deepEqual([json.skipped, json.code], [skipped, status === 200 ? undefined : 'session_revoked'], how)
      await expectTrueCounts(app)
    }
  })

  it('says what was done when an error that nobody foresaw ends it', async () => {
    const { own, groupId, ids } = await largeGroup(1200)
    const { kysely } = app.open.service.database
    const last = ids.toSorted((a, b) => (a < b ? -1 : 1)).at(-1)
    await sql`create function refuse_last() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(kysely)
    await sql`create trigger refuse_last before update on accounts for each row when (old.id = ${sql.lit(last)}) execute function refuse_last()`.execute(
      kysely,
    )
    const ended = expectStatus(await bulk('deactivate', { ids: [groupId], cascadeAdmins: true }, own.token), 500).json
    assert.deepEqual([ended.code, ended.affected, ended.affectedAdmins, ended.skipped], ['internal_error', 0, 1000, []])
    const admins = expectStatus(
      await app.post('/api/v1/admins/bulk-delete-all', { filter: { search: 'bulk' } }, { token: own.token }),
      500,
    ).json
    assert.deepEqual([admins.code, admins.affected, admins.skipped], ['internal_error', 1000, []])
    await sql`drop trigger refuse_last on accounts`.execute(kysely)
    assert.equal((await livingIn(app, own.tenantId)).length, 201)
  })
})

const inLarge = 3000

/** Takes a right from somebody whose group is being deleted; once more, where it came too late for that. */
async function shutOut(how: keyof typeof takings, status: number) {
  for (let attempt = 1; ; attempt++) {
    const scene = await largeGroup(inLarge)
    const low = await scene.own.person(['groups.view', 'groups.delete', 'admins.view', 'admins.delete'])
    const deleting = bulk('delete-all', { filter: {}, cascadeAdmins: true }, low.token)
    await firstDeletion(app)
    await takings[how](low, scene)
    const reply = await deleting
    const left = (await livingIn(app, scene.own.tenantId)).length
    if (left === 2 && attempt < 4) continue
    return { ...expectStatus(reply, status), scene, left }
  }
}

const takings = {
  async permission({ id }: Person, _scene: Scene) {
    const { kysely } = app.open.service.database
    const { roleId } = await kysely.selectFrom('accounts').select('roleId').where('id', '=', id).executeTakeFirstOrThrow()
    await kysely.deleteFrom('rolePermissions').where('roleId', '=', roleId!).where('permission', '=', 'admins.delete').execute()
  },
  async session({ token }: Person, _scene: Scene) {
    expectStatus(await app.post('/api/v1/auth/admin/sessions/revoke-all', undefined, { token }), 200)
  },
  async tenant(_person: Person, { own: { tenantId } }: Scene) {
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}`, { token: root, body: { status: 'Suspended' } }), 200)
  },
}
