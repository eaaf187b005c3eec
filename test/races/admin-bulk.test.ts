/** Many admins moved at once by several callers, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { expectTrueCounts, fillAdmins, livingIn } from '../admins/many.ts'
import { eventsOf } from '../auth/people.ts'
import { addPerson, addRole, type World, world } from '../groups/world.ts'
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

const at = '/api/v1/admins'
const bulk = (on: TestApp, move: string, body: object, token: string) => on.post(`${at}/bulk-${move}`, body, { token })
const on = (number: number) => apps[number % 2]!
const sum = (replies: readonly Reply[]) => replies.reduce((total, reply) => total + expectStatus(reply, 200).json.affected, 0)

/** How many events of a type each admin of a tenant has: `{ '1': 40 }`. */
async function eventsEach(tenantId: string, type: string): Promise<Record<string, number>> {
  const { kysely } = app.open.service.database
  const rows = await kysely
    .selectFrom('events')
    .select(['entityId', ({ fn }) => fn.countAll<number>().as('n')])
    .where('tenantId', '=', tenantId)
    .where('type', '=', type as never)
    .groupBy('entityId')
    .execute()
  return tally(rows.map(({ n }) => Number(n)))
}

describe('admins moved by the hundred under callers at once', () => {
  it('overlapping sets in opposite order: each is moved once, with one event, and nobody waits for ever', async () => {
    for (const [move, event] of [
      ['deactivate', 'admin.deactivated'],
      ['delete', 'admin.deleted'],
    ] as const) {
      await everyRound(async () => {
        const scene = await world(app)
        const { ids } = await fillAdmins(app, scene, 900)
        const sets = [ids.slice(0, 600), ids.slice(300).toReversed(), ids.slice(150, 750), ids.toReversed()]
        const replies = await race(sets.map((ids, n) => () => bulk(on(n), move, { ids }, scene.token)))
        assert.equal(sum(replies), 900)
        assert.deepEqual(await eventsEach(scene.tenantId, event), { 1: 900 })
        for (const { json } of replies)
          assert.ok(json.skipped.every(({ code }: { code: string }) => move === 'delete' && code === 'not_found'))
        await expectTrueCounts(app)
      })
    }
  })

  it('all that match, by two callers, with single calls and new admins between them: each once, and the counts are true', async () => {
    await everyRound(async () => {
      const scene = await world(app)
      const { ids } = await fillAdmins(app, scene, 1200)
      const roleId = await scene.role([])
      const someone = { firstName: 'Bulk', lastName: 'Late', roleId, tenantId: scene.tenantId, password: `long ${randomUUID()}` }
      const all = () => ({ filter: { search: 'bulk admin' } })
      const replies = await race([
        () => bulk(on(0), 'delete-all', all(), scene.token),
        () => bulk(on(1), 'delete-all', all(), scene.token),
        ...ids.slice(0, 4).map((id, n) => () => on(n).request('DELETE', `${at}/${id}`, { token: scene.token })),
        ...ids.slice(4, 8).map((id, n) => () => on(n).post(`${at}/${id}/block`, {}, { token: scene.token })),
        ...ids.slice(8, 12).map((id, n) => () => on(n).post(`${at}/${id}/deactivate`, {}, { token: scene.token })),
        ...[1, 2, 3].map((n) => () => on(n).post(at, { ...someone, email: `late-${randomUUID()}@example.test` }, { token: scene.token })),
      ])
      const [one, two, ...others] = replies
      const [deleted, touched, made] = [others.slice(0, 4), others.slice(4, 12), others.slice(12)]
      assert.deepEqual(tally(made.map(({ status }) => status)), { 201: 3 })
      assert.ok(deleted.every(({ status }) => [204, 404].includes(status)))
      assert.ok(touched.every(({ status }) => [200, 404].includes(status)))
      const single = deleted.filter(({ status }) => status === 204).length
      assert.equal(sum([one!, two!]) + single, 1200)
      assert.deepEqual(await eventsEach(scene.tenantId, 'admin.deleted'), { 1: 1200 })
      const left = [scene.adminId, ...made.map(({ json }) => json.id as string)]
      assert.deepEqual(
        await livingIn(app, scene.tenantId),
        left.toSorted((a, b) => (a < b ? -1 : 1)),
      )
      await expectTrueCounts(app)
    })
  })

  it('whoever signs in meanwhile is in before and out at once, or not in at all', async () => {
    await everyRound(async () => {
      const scene = await world(app)
      await fillAdmins(app, scene, 600)
      const roleId = await scene.role([])
      const people = await Promise.all(
        Array.from({ length: 6 }, async () => {
          const body = {
            email: `in-${randomUUID()}@example.test`,
            firstName: 'Bulk',
            lastName: 'Admin',
            roleId,
            password: `long ${randomUUID()}`,
          }
          expectStatus(await app.post(at, body, { token: scene.token }), 201)
          return { identifier: body.email, password: body.password, tenantId: scene.tenantId }
        }),
      )
      const [deletion, ...signIns] = await race([
        () => bulk(on(0), 'delete-all', { filter: { search: 'bulk' } }, scene.token),
        ...people.map((person, n) => () => on(n).post('/api/v1/auth/admin/login', person)),
      ])
      assert.equal(sum([deletion!]), 606)
      for (const { status, json, text } of signIns) {
        assert.ok([200, 401].includes(status), text)
        if (status === 200) expectStatus(await on(0).get('/api/v1/Admins/me', { token: json.accessToken }), 401)
      }
      for (const person of people) expectStatus(await on(1).post('/api/v1/auth/admin/login', person), 401)
      const { rows } = await app.open.service.database.kysely
        .selectFrom('sessions')
        .innerJoin('accounts', 'accounts.id', 'sessions.accountId')
        .select('sessions.id')
        .where('accounts.deletedAt', 'is not', null)
        .where('sessions.endedAt', 'is', null)
        .execute()
        .then((rows) => ({ rows }))
      assert.deepEqual(rows, [], 'a session outlives its account')
    })
  })

  it('protected while all are deleted: skipped as protected, or gone before', async () => {
    const root = await app.superToken()
    await everyRound(async (round) => {
      const scene = await world(app)
      const { ids } = await fillAdmins(app, scene, 700)
      const chosen = ids.toSorted((a, b) => (a < b ? -1 : 1))[(round * 97) % 700]!
      const [deletion, protection] = await race([
        () => bulk(on(0), 'delete-all', { filter: { search: 'bulk' } }, scene.token),
        () => on(1).post(`${at}/${chosen}/protect`, { isProtected: true }, { token: root }),
      ])
      assert.ok([200, 404].includes(protection!.status), protection!.text)
      const stays = protection!.status === 200
      assert.equal(sum([deletion!]), stays ? 699 : 700)
      assert.deepEqual(deletion!.json.skipped, stays ? [{ id: chosen, code: 'admin_protected' }] : [])
      assert.deepEqual((await eventsOf(app, chosen)).includes('admin.deleted'), !stays)
      await expectTrueCounts(app)
    })
  })

  it('two admins who delete each other by the hundred: one of them stays', async () => {
    await everyRound(async () => {
      const roleId = await addRole(app, own.tenantId, ['admins.view', 'admins.delete'])
      const [one, two] = [await addPerson(app, own.tenantId, roleId), await addPerson(app, own.tenantId, roleId)]
      const replies = await race([
        () => bulk(on(0), 'delete', { ids: [two.id] }, one.token),
        () => bulk(on(1), 'delete', { ids: [one.id] }, two.token),
      ])
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 401: 1 })
      const living = await livingIn(app, own.tenantId)
      assert.equal([one, two].filter(({ id }) => living.includes(id)).length, 1)
    })
  })

  it('the caller is switched off among many others in the middle of it: it ends, and tells what was done', async () => {
    await everyRound(async () => {
      const scene = await world(app)
      const { ids } = await fillAdmins(app, scene, 1640)
      const roleId = await addRole(app, scene.tenantId, ['admins.view', 'admins.delete'])
      const caller = await addPerson(app, scene.tenantId, roleId)
      // so many that not each of them has a place in line
      const others = ids.slice(0, 40)
      const filter = { search: 'bulk admin' }
      const before = (await livingIn(app, scene.tenantId)).length
      const [deletion, switching] = await race([
        () => bulk(on(0), 'delete-all', { filter, excludeIds: others }, caller.token),
        () => bulk(on(1), 'deactivate', { ids: [...others, caller.id] }, scene.token),
      ])
      assert.equal(sum([switching!]), 41)
      assert.ok([200, 401].includes(deletion!.status), deletion!.text)
      const deleted = before - (await livingIn(app, scene.tenantId)).length
      assert.equal(deletion!.json.affected ?? 0, deleted)
      if (deletion!.status === 200) assert.equal(deleted, 1600)
      await expectTrueCounts(app)
    })
  })

  it('a dry run waits for nobody, and so nobody for it: not for the caller, their tenants, the groups, the admins', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('one connection only')
    const scene = await world(app)
    const { ids } = await fillAdmins(app, scene, 20)
    const low = await scene.person(['admins.view', 'admins.delete', 'groups.view', 'groups.delete'])
    await scene.group({}, [ids[0]!, low.id])
    await app.open.service.database.kysely.transaction().execute(async (tx) => {
      for (const table of ['tenants', 'roles', 'user_groups', 'accounts']) await sql`select from ${sql.table(table)} for update`.execute(tx)
      for (const { path, body } of [
        { path: `${at}/bulk-delete-all`, body: { filter: {}, dryRun: true } },
        { path: '/api/v1/UserGroups/bulk/delete-all', body: { filter: {}, cascadeAdmins: true, dryRun: true } },
      ])
        expectStatus(await apps[1]!.post(path, body, { token: low.token }), 200)
    })
  })
})
