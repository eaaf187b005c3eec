/** A tenant with more tenants below it than one transaction marks: what holds before the job has come to all of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { daysMs } from '#core/clock.ts'
import { systemContext } from '#db/rows/system-context.ts'
import { transact } from '#db/rows/transact.ts'
import { purgeExpired } from '#modules/recycle-bin/purge-expired.ts'
import { binTypeNames, sourceOf } from '#modules/recycle-bin/recycle-bin.types.ts'
import { enqueueSweeps } from '#modules/tenants/tenant-sweep-marks.ts'
import { expectStatus, type Reply, startApp, superAdmin, type TestApp } from '../harness.ts'
import { everyRoundWithin, race } from '../rig/race.ts'
import { binOf, type Entry } from './rig.ts'
import { fillBelow, goOn, makeSubtree, type Subtree, stateOf, treeAgain } from './subtree.ts'

let app: TestApp
/** On PostgreSQL a second service over the same database. */
let other: TestApp
let of: ReturnType<typeof binOf>
let token: string
before(async () => {
  // without background work: the test itself says when the job goes on, and where it ends
  app = await startApp()
  const { databaseUrl } = app.config
  other = databaseUrl === null ? app : await startApp({ env: { DATABASE_URL: databaseUrl } })
  of = binOf(app)
  token = await of.root()
})

const many = 260
const remove = (id: string) => of.remove(`Tenants/${id}?cascade=true`)
const get = (path: string) => app.get(`/api/v1/${path}`, { token })
const json = async (path: string) => expectStatus(await get(path), 200).json
const post = (path: string, body?: object) => app.post(`/api/v1/${path}`, body, { token })

/** How many rows below say by themselves that they are deleted, of all that count as such. */
async function markedBelow(top: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n from tenants t join tenant_closure c on c.descendant_id = t.id
    where c.ancestor_id = ${top} and c.depth > 0 and t.deleted_at is not null`.execute(app.open.service.database.kysely)
  return rows[0]!.n
}

/** The top, the mid, the held one, and the leaves of both. */
const taken = 2 * many + 3

async function events(top: string, type: string): Promise<{ all: number; distinct: number }> {
  const { rows } = await sql<{ all: number; distinct: number }>`
    select count(*)::integer as "all", count(distinct e.entity_id)::integer as "distinct"
    from events e join tenant_closure c on c.descendant_id::text = e.entity_id
    where c.ancestor_id = ${top} and e.type = ${type}`.execute(app.open.service.database.kysely)
  return rows[0]!
}

describe('a subtree of a thousand tenants that is being deleted', () => {
  let tree: Subtree
  let leaf: string
  let inLeaf: {
    readonly token: string
    readonly email: string
    readonly password: string
    readonly roleId: string
    readonly groupId: string
  }
  before(async () => {
    tree = await makeSubtree(app, many)
    leaf = tree.leaves.at(-1)!
    const person = await of.addAdmin(leaf, await roleIn(leaf))
    const login = { identifier: person.email, password: person.password, tenantId: leaf }
    const { json: signedIn } = expectStatus(await app.post('/api/v1/auth/admin/login', login), 200)
    const groupId = (await json(`UserGroups?pageSize=1&within=${leaf}`)).items[0].id
    inLeaf = { token: signedIn.accessToken, ...person, roleId: await roleIn(leaf), groupId }
    await remove(tree.top)
    // those that were deleted on their own before
    assert.equal(await markedBelow(tree.top), 2, 'the job has done nothing yet')
  })
  const roleIn = async (tenantId: string): Promise<string> => (await json(`roles?pageSize=1&within=${tenantId}`)).items[0].id

  it('nobody below is signed in, or gets in', async () => {
    assert.equal(expectStatus(await app.get('/api/v1/Admins/me', { token: inLeaf.token }), 401).json.code, 'session_revoked')
    for (const tenantId of [leaf, undefined]) {
      const login = { identifier: inLeaf.email, password: inLeaf.password, tenantId }
      assert.equal(expectStatus(await app.post('/api/v1/auth/admin/login', login), 401).json.code, 'invalid_credentials')
    }
    expectStatus(await app.post('/api/v1/auth/admin/login', { identifier: superAdmin.email, password: superAdmin.password }), 200)
  })

  it('no read knows of a tenant below, its roles or its groups', async () => {
    for (const path of ['', '/settings', '/permissions', '/admins', '/roles', '/stats', '/domains'])
      assert.equal((await get(`Tenants/${leaf}${path}`)).status, 404, path)
    expectStatus(await get(`roles/${inLeaf.roleId}`), 404)
    expectStatus(await get(`UserGroups/${inLeaf.groupId}`), 404)
    const { childCount, hierarchy, statistics } = await json(`Tenants/${tree.above}`)
    assert.deepEqual([childCount, hierarchy.childCount, hierarchy.descendantCount, statistics.adminCount], [0, 0, 0, 0])
    assert.equal((await json(`Tenants?search=${tree.mark}-leaf`)).totalCount, 0)
    assert.equal((await json(`Tenants?search=${tree.mark}&sortBy=name`)).totalCount, 1)
    assert.equal((await json(`Tenants?parentTenantId=${tree.mid}`)).totalCount, 0)
    const living = (await json('Tenants?pageSize=1')).totalCount
    const inTree = (nodes: { code: string; children: [] }[]): number => nodes.reduce((sum, { children }) => sum + 1 + inTree(children), 0)
    assert.equal(inTree(await json('Tenants/tree')), living)
    for (const list of ['roles', 'UserGroups', 'Admins', 'Tenants', 'recycle-bin']) {
      const reply = await get(`${list}?within=${leaf}`)
      assert.ok(reply.status === 404 || reply.json.totalCount === 0, `${list}: ${reply.text}`)
    }
    assert.equal((await json('roles?search=Keeper')).totalCount, 0)
    assert.equal((await json('UserGroups?search=Keepers')).totalCount, 0)
    const code = `${tree.mark}-leaf-1`
    expectStatus(await app.get(`/api/v1/public/workspace?code=${code}`), 404)
  })

  it('nothing is written into it', async () => {
    const admin = { email: `late@${tree.mark}.test`, firstName: 'Too', lastName: 'Late', password: inLeaf.password }
    const calls: Record<string, Reply> = {
      admin: await post('Admins', { ...admin, tenantId: leaf, roleId: inLeaf.roleId }),
      role: await post('roles', { name: 'Late', tenantId: leaf, permissionIds: [] }),
      group: await post('UserGroups', { nameEn: 'Late', tenantId: leaf }),
      tenant: await post('Tenants', { name: 'Late', code: `${tree.mark}-late`, parentTenantId: leaf }),
      rename: await app.request('PUT', `/api/v1/Tenants/${leaf}`, { token, body: { name: 'Late' } }),
      delete: await app.request('DELETE', `/api/v1/Tenants/${leaf}`, { token }),
      'role deleted': await app.request('DELETE', `/api/v1/roles/${inLeaf.roleId}`, { token }),
      'group deleted': await app.request('DELETE', `/api/v1/UserGroups/${inLeaf.groupId}`, { token }),
      restore: await of.restore(leaf),
      purge: await of.purge(leaf),
    }
    for (const [what, reply] of Object.entries(calls)) assert.equal(reply.status, 404, `${what}: ${reply.text}`)
  })

  it('the bin has one entry of it, and what was deleted before waits for it', async () => {
    const { items } = await of.list(`&search=${tree.mark}`)
    const shown = items.map(({ id, canRestore, reason }: Entry) => [id, canRestore, reason])
    assert.deepEqual(new Set(shown.map((one: unknown[]) => one[0])), new Set([tree.top, tree.gone, tree.lost]))
    for (const one of shown) assert.deepEqual(one.slice(1), one[0] === tree.top ? [true, null] : [false, 'tenant_deleted'])
    assert.equal(expectStatus(await of.restore(tree.lost), 409).json.reason, 'tenant_deleted')
  })

  it('a quota above has room again; a code is free when the job has come to it', async () => {
    expectStatus(await app.request('PUT', `/api/v1/Tenants/${tree.above}/settings`, { token, body: { maxSubTenants: 1 } }), 200)
    const code = `${tree.mark}-leaf-1`
    const body = { name: 'Again', code, parentTenantId: tree.above }
    expectStatus(await post('Tenants', body), 409)
    await goOn(app, [tree.top])
    assert.equal(await markedBelow(tree.top), taken + 1)
    expectStatus(await post('Tenants', body), 201)
    assert.equal(expectStatus(await of.restore(tree.top), 409).json.reason, 'name_taken')
  })

  it('each is told of once, in the name and the trace of whoever deleted it', async () => {
    assert.deepEqual(await events(tree.top, 'tenant.deleted'), { all: taken + 2, distinct: taken + 2 })
    const { rows } = await sql<{ who: string; n: number }>`
      select concat_ws(' ', e.actor_kind, e.person->>'actorName', e.trace_id) as who, count(*)::integer as n
      from events e join tenant_closure c on c.descendant_id::text = e.entity_id
      where c.ancestor_id = ${tree.top} and e.type = 'tenant.deleted' and e.entity_id <> all(${[tree.gone, tree.lost]}) group by 1`.execute(
      app.open.service.database.kysely,
    )
    assert.deepEqual(rows.length, 1, JSON.stringify(rows))
    assert.match(rows[0]!.who, /^admin Super Admin \S+$/)
  })
})

describe('a subtree of a thousand tenants', () => {
  it('what another process has shut is not written into, before this one has heard of it', async () => {
    const tree = await makeSubtree(app, 2)
    await sql`update tenants set deleted_at = now(), late_marks = 'delete' where id = ${tree.top}`.execute(app.open.service.database.kysely)
    const [low] = tree.lows
    const replies = [
      await post('roles', { name: 'Late', tenantId: low, permissionIds: [] }),
      await post('UserGroups', { nameEn: 'Late', tenantId: low }),
      await post('Tenants', { name: 'Late', code: `${tree.mark}-late`, parentTenantId: low }),
      await app.request('PUT', `/api/v1/Tenants/${low}`, { token, body: { name: 'Late' } }),
    ]
    assert.deepEqual(
      replies.map(({ status }) => status),
      [404, 404, 404, 404],
    )
    await sql`update tenants set deleted_at = null, late_marks = null where id = ${tree.top}`.execute(app.open.service.database.kysely)
  })

  it('is whole whoever restores it when, and no session from before is alive again', async () => {
    const tree = await makeSubtree(app, many)
    const untouched = await stateOf(app, tree)
    const leaf = tree.leaves.at(-1)!
    const person = await of.addAdmin(leaf, (await json(`roles?pageSize=1&within=${leaf}`)).items[0].id)
    const login = { identifier: person.email, password: person.password, tenantId: leaf }
    const { json: old } = expectStatus(await app.post('/api/v1/auth/admin/login', login), 200)
    for (const batches of [0, 1, 2, Number.POSITIVE_INFINITY]) {
      await remove(tree.top)
      await goOn(app, [tree.top], batches)
      expectStatus(await of.restore(tree.top), 200)
      expectStatus(await get(`Tenants/${leaf}`), 200)
      assert.equal((await json(`Tenants/${tree.above}`)).hierarchy.descendantCount, taken)
      expectStatus(await app.get('/api/v1/Admins/me', { token: old.accessToken }), 401)
      expectStatus(await app.post('/api/v1/auth/admin/refresh', { refreshToken: old.refreshToken }), 401)
      expectStatus(await app.post('/api/v1/auth/admin/login', login), 200)
    }
    assert.ok((await events(tree.top, 'entity.restored')).all < 4 * taken, 'the last ones are told of by the job')
    await goOn(app, [tree.top])
    assert.deepEqual(await events(tree.top, 'entity.restored'), { all: 4 * taken, distinct: taken })
    assert.deepEqual(await events(tree.top, 'tenant.deleted'), { all: 4 * taken + 2, distinct: taken + 2 })
    const lives = (await stateOf(app, tree)).map((state) => state.split(', log')[0])
    // the person that was added here
    const before = untouched.map((state) => state.split(', log')[0])
    assert.deepEqual(lives.filter((state) => !before.includes(state)).length, 1, lives.join('\n'))
  })

  it('a taken code undoes a restore; a quota that is full refuses it with nobody touched', async () => {
    const tree = await makeSubtree(app, many)
    await remove(tree.top)
    await goOn(app, [tree.top])
    const gone = await stateOf(app, tree)
    const settings = (maxSubTenants: number) =>
      app.request('PUT', `/api/v1/Tenants/${tree.above}/settings`, { token, body: { maxSubTenants } })
    expectStatus(await settings(taken - 1), 200)
    assert.equal(expectStatus(await of.restore(tree.top), 409).json.code, 'quota_exceeded')
    assert.deepEqual(await stateOf(app, tree), gone)
    expectStatus(await settings(taken), 200)
    // taken behind the back of what is looked at first: by the last batch
    const { kysely } = app.open.service.database
    await sql`create function take_code() returns trigger language plpgsql as $$ begin
      raise exception 'taken' using errcode = 'unique_violation'; end $$`.execute(kysely)
    await sql`create trigger take_code before update on tenants for each row
      when (new.id = ${sql.lit([...tree.leaves, ...tree.lows].sort().at(-1))} and old.deleted_at is not null and new.deleted_at is null) execute function take_code()`.execute(
      kysely,
    )
    assert.equal(expectStatus(await of.restore(tree.top), 409).json.reason, 'name_taken')
    await sql`drop trigger take_code on tenants`.execute(kysely)
    assert.notDeepEqual(await stateOf(app, tree), gone, 'some have come back ahead')
    expectStatus(await get(`Tenants/${tree.leaves[0]}`), 404)
    assert.equal((await json(`Tenants/${tree.above}`)).hierarchy.descendantCount, 0)
    await goOn(app, [tree.top])
    assert.deepEqual(await stateOf(app, tree), gone)
    expectStatus(await of.restore(tree.top), 200)
  })

  it('erased in the middle of its deletion: gone as a whole, each told of once', async () => {
    const tree = await makeSubtree(app, many)
    const leaf = tree.leaves.at(-1)!
    const person = await of.addAdmin(leaf, (await json(`roles?pageSize=1&within=${leaf}`)).items[0].id)
    await of.remove(`Admins/${person.id}`)
    await remove(tree.top)
    await goOn(app, [tree.top], 1)
    expectStatus(await of.purge(tree.top), 204)
    for (const batches of [0, 1, 1]) {
      await goOn(app, [tree.top], batches)
      for (const id of [tree.top, tree.gone, tree.lost, person.id]) {
        expectStatus(await of.restore(id), 404)
        expectStatus(await of.purge(id), 404)
      }
      assert.equal((await of.list(`&search=${tree.mark}`)).totalCount, 0)
      assert.equal((await of.list(`&search=${person.lastName}`)).totalCount, 0)
      const audit = expectStatus(await app.get(`/api/v1/audit?entityId=${person.id}`, { token }), 200)
      assert.ok(!audit.text.includes(person.lastName))
    }
    await goOn(app, [tree.top])
    assert.deepEqual(await events(tree.top, 'entity.purged'), { all: taken + 2, distinct: taken + 2 })
    assert.deepEqual(await events(tree.top, 'tenant.deleted'), { all: taken + 2, distinct: taken + 2 })
    assert.ok((await stateOf(app, tree)).every((state) => state.includes(', erased') || state.includes(' erased with')))
  })

  it('restored twice, erased, deleted and followed by two jobs at once: one of them wins, and the end is whole', async () => {
    await everyRoundWithin({ most: 3 }, async () => {
      const tree = await makeSubtree(app, many)
      await remove(tree.top)
      const replies = await race<Reply | null>([
        () => of.restore(tree.top),
        () => binOf(other).restore(tree.top, token),
        () => binOf(other).purge(tree.top, token),
        () => app.request('DELETE', `/api/v1/Tenants/${tree.top}?cascade=true`, { token }),
        () => goOn(app, [tree.top], 2).then(() => null),
        () => goOn(other, [tree.top], 2).then(() => null),
      ])
      const said = replies.map((reply) => reply?.status).join(' ')
      assert.ok(
        replies.every((reply) => reply === null || [200, 204, 404, 409, 503].includes(reply.status)),
        said,
      )
      await goOn(app, [tree.top])
      await goOn(app, [tree.top])
      const { rows } = await sql<{ state: string; n: number }>`
      select concat_ws(' ', t.deleted_at is not null, t.purged_at is not null, t.late_marks, t.is_sweeping) as state, count(*)::integer as n
      from tenants t join tenant_closure c on c.descendant_id = t.id
      where c.ancestor_id = ${tree.top} and t.id <> all(${[tree.gone, tree.lost]}) group by 1`.execute(app.open.service.database.kysely)
      assert.deepEqual(
        rows.map(({ n }) => n),
        [taken],
        `${said}: ${JSON.stringify(rows)}`,
      )
      const deletions = await events(tree.top, 'tenant.deleted')
      const restores = await events(tree.top, 'entity.restored')
      assert.equal((deletions.all - 2) % taken, 0, said)
      assert.equal(restores.all % taken, 0, said)
    })
  })

  it('is asked for again by the day, should the job be dead', async () => {
    const tree = await makeSubtree(app, 2)
    const { kysely } = app.open.service.database
    await fillBelow(kysely, tree.mid, `${tree.mark}-more`, 2 * many)
    await treeAgain(app)
    await remove(tree.top)
    const dead = () => sql`delete from jobs where kind = 'tenants.sweep'`.execute(kysely)
    const asked = async () => (await sql`select from jobs where kind = 'tenants.sweep' and key = ${tree.top}`.execute(kysely)).rows.length
    const ask = () => transact(systemContext(app.open.service), enqueueSweeps)
    await dead()
    await ask()
    assert.equal(await asked(), 1)
    expectStatus(await of.restore(tree.top), 200)
    await dead()
    await ask()
    assert.equal(await asked(), 1, 'to tell of the restore')
    await goOn(app, [tree.top])
    await dead()
    await ask()
    assert.equal(await asked(), 0)
  })

  it('emptied out of the bin by the day, before its deletion is written: the same way', async () => {
    const tree = await makeSubtree(app, many)
    await remove(tree.top)
    app.clock.turn(daysMs(4000))
    token = await of.root()
    await purgeExpired(systemContext(app.open.service), binTypeNames.map(sourceOf), new AbortController().signal)
    await goOn(app, [tree.top])
    assert.deepEqual(await events(tree.top, 'tenant.deleted'), { all: taken + 2, distinct: taken + 2 })
    const { all, distinct } = await events(tree.top, 'entity.purged')
    assert.deepEqual([all, distinct], [taken + 2, taken + 2])
  })
})
