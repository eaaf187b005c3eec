/** Many groups at once: each under the rule of the call about it alone, and never more than was meant. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { uuidv7 } from '#core/uuid.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { at, detail, expectFields, groupEvents, mark, type World, world } from './world.ts'

let app: TestApp
let root: string
let own: World
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await world(app)
})

const bulk = (move: string, body: object, token: string) => app.post(`${at}/bulk/${move}`, body, { token })
const done = async (move: string, body: object, token: string) => expectStatus(await bulk(move, body, token), 200).json
const none = { affectedAdmins: 0, skippedAdmins: [] }
const encode = (kind: 'group' | 'tenant', id: string) => app.open.service.keys.opaqueIds.encode(kind, id)

describe('POST /api/v1/UserGroups/bulk/{activate,deactivate,delete}', () => {
  it('200 moves each once, tells what it skipped and why, and counts nothing that was there already', async () => {
    const [a, b, c] = [await own.group(), await own.group(), await own.group({ isActive: false })]
    const [sibling, child] = [await world(app), await world(app, own.tenantId)]
    const [foreign, below] = [await sibling.group(), await child.group()]
    const unknown = encode('group', randomUUID())
    const wrongKind = encode('tenant', randomUUID())
    const ids = [a.id, b.id, a.id, c.id, foreign.id, below.id, unknown, wrongKind, 'no id', 'no id', '']
    const answer = await done('deactivate', { ids }, own.token)
    const missing = new Set([foreign.id, unknown, wrongKind, 'no id', ''])
    assert.deepEqual([answer.affected, answer.message], [3, '3 records were changed.'])
    assert.deepEqual(new Set(answer.skipped.map(({ id }: { id: string }) => id)), missing)
    assert.equal(answer.skipped.length, missing.size)
    assert.ok(answer.skipped.every(({ code }: { code: string }) => code === 'not_found'))
    for (const [id, token, isActive] of [
      [a.id, own.token, false],
      [below.id, own.token, false],
      [foreign.id, sibling.token, true],
    ] as const)
      assert.equal((await detail(app, id, token)).isActive, isActive)
    assert.deepEqual(await groupEvents(app, a.id), ['group.created', 'group.deactivated'])
    assert.deepEqual(await groupEvents(app, c.id), ['group.created'])
    assert.deepEqual(await done('deactivate', { ids: [a.id] }, own.token), {
      affected: 0,
      message: '0 records were changed.',
      skipped: [],
      ...none,
    })
    assert.equal((await done('activate', { ids: [a.id, c.id] }, own.token)).affected, 2)
    assert.deepEqual((await done('delete', { ids: [a.id, c.id, foreign.id] }, own.token)).affected, 2)
    expectStatus(await app.get(`${at}/${a.id}`, { token: own.token }), 404)
    assert.deepEqual((await done('delete', { ids: [a.id] }, own.token)).skipped, [{ id: a.id, code: 'not_found' }])
  })

  it('200 skips with permission_denied what the single call refuses, and moves the rest', async () => {
    const low = await own.person(['groups.update', 'groups.delete', 'groups.view'])
    const plain = await own.group({ isActive: false })
    const carrying = await own.group({ isActive: false, roleIds: [await own.role(['users.view'])] })
    const above = await own.group({ isActive: false }, [own.adminId])
    for (const [move, rest] of [
      ['activate', 1],
      ['deactivate', 1],
      ['delete', 1],
    ] as const) {
      const answer = await done(move, { ids: [plain.id, carrying.id, above.id] }, low.token)
      const denied = move === 'deactivate' ? [] : [carrying.id, above.id]
      assert.deepEqual([answer.affected, new Set(answer.skipped.map(({ id }: { id: string }) => id))], [rest, new Set(denied)], move)
      assert.ok(answer.skipped.every(({ code }: { code: string }) => code === 'permission_denied'))
    }
    assert.equal((await detail(app, carrying.id, own.token)).isActive, false)
  })

  it('400 for no ids, too many, what is no list, and unknown names', async () => {
    const ids = Array.from({ length: 1001 }, () => 'x')
    for (const [body, fields] of [
      [{ ids: [] }, ['ids']],
      [{ ids }, ['ids']],
      [{}, ['ids']],
      [{ ids: [1] }, ['ids.0']],
      [{ ids: ['x'], filter: {} }, ['filter']],
      [{ ids: ['x'], cascadeAdmins: 'yes' }, ['cascadeAdmins']],
    ] as const)
      expectFields(await bulk('delete', body, own.token), 400, fields)
    assert.equal((await done('delete', { ids: ids.slice(1) }, own.token)).skipped.length, 1)
  })

  it('403 under another permission than the one it needs', async () => {
    const updater = await own.person(['groups.update'])
    const deleter = await own.person(['groups.delete'])
    const group = await own.group()
    assert.equal(expectStatus(await bulk('delete', { ids: [group.id] }, updater.token), 403).json.requiredPermission, 'groups.delete')
    for (const move of ['activate', 'deactivate', 'deactivate-all']) expectStatus(await bulk(move, { ids: [group.id] }, deleter.token), 403)
    assert.equal((await detail(app, group.id, own.token)).version, 1)
  })
})

describe('POST /api/v1/UserGroups/bulk/{activate,deactivate,delete}-all', () => {
  it('400 without a filter or with an unknown key: never everything by a typo', async () => {
    const group = await own.group()
    for (const [body, fields] of [
      [{}, ['filter']],
      [{ filter: null }, ['filter']],
      [{ filter: { isactive: true } }, ['filter.isactive']],
      [{ filter: { isActive: 'true' } }, ['filter.isActive']],
      [{ filter: {}, excludeids: [] }, ['excludeids']],
      [{ filter: { tenantId: 'x' } }, ['filter.tenantId']],
      [{ filter: {}, expectedCount: -1 }, ['expectedCount']],
    ] as const)
      expectFields(await bulk('delete-all', body, own.token), 400, fields)
    expectStatus(await app.get(`${at}/${group.id}`, { token: own.token }), 200)
  })

  it('{} is all that the list shows: not the tenants below, not the platform’s; excludeIds of anybody else do nothing', async () => {
    const mine = await world(app)
    const child = await world(app, mine.tenantId)
    const [a, b, below] = [await mine.group(), await mine.group(), await child.group()]
    const excludeIds = [b.id, below.id, encode('group', randomUUID())]
    expectFields(await bulk('deactivate-all', { filter: {}, excludeIds: [b.id, 'no id'] }, mine.token), 400, ['excludeIds.1'])
    expectFields(await bulk('deactivate-all', { filter: { search: '' } }, mine.token), 400, ['filter.search'])
    assert.equal((await done('deactivate-all', { filter: {}, excludeIds }, mine.token)).affected, 1)
    assert.deepEqual([(await detail(app, a.id, mine.token)).isActive, (await detail(app, b.id, mine.token)).isActive], [false, true])
    assert.equal((await detail(app, below.id, mine.token)).isActive, true)
    const global = expectStatus(await app.post(at, { name: 'Global' }, { token: root }), 201).json
    assert.ok((await done('deactivate-all', { filter: {} }, root)).affected >= 1)
    assert.deepEqual([(await detail(app, global.id, root)).isActive, (await detail(app, b.id, root)).isActive], [false, true])
    assert.equal((await done('activate-all', { filter: { isActive: false } }, mine.token)).affected, 1)
  })

  it('filters by tenant, in scope, in either spelling; a foreign or unknown one matches nothing', async () => {
    const mine = await world(app)
    const [child, sibling] = [await world(app, mine.tenantId), await world(app)]
    const [below, foreign] = [await child.group(), await sibling.group()]
    for (const tenantId of [sibling.tenantId, encode('tenant', sibling.tenantId), randomUUID(), encode('tenant', randomUUID())])
      assert.equal((await done('delete-all', { filter: { tenantId } }, mine.token)).affected, 0)
    assert.equal((await done('deactivate-all', { filter: { tenantId: child.tenantId } }, mine.token)).affected, 1)
    assert.equal((await done('delete-all', { filter: { tenantId: encode('tenant', child.tenantId) } }, mine.token)).affected, 1)
    expectStatus(await app.get(`${at}/${below.id}`, { token: mine.token }), 404)
    expectStatus(await app.get(`${at}/${foreign.id}`, { token: sibling.token }), 200)
  })

  it('within a tenant takes those of it and of all below, and no others; in a foreign or unknown one nothing', async () => {
    const mine = await world(app)
    const [child, sibling] = [await world(app, mine.tenantId), await world(app)]
    const leaf = await world(app, child.tenantId)
    const owners = [mine, child, leaf, sibling]
    const made: string[] = []
    for (const owner of owners) made.push((await owner.group()).id)
    for (const within of [sibling.tenantId, randomUUID()])
      assert.equal((await done('deactivate-all', { filter: { within } }, mine.token)).affected, 0)
    for (const within of [child.tenantId, encode('tenant', child.tenantId)])
      assert.equal((await done('deactivate-all', { filter: { within }, dryRun: true }, mine.token)).affected, 2)
    assert.equal((await done('deactivate-all', { filter: { within: child.tenantId } }, mine.token)).affected, 2)
    const states = await Promise.all(made.map(async (id, at) => (await detail(app, id, owners[at]!.token)).isActive))
    assert.deepEqual(states, [true, false, false, true])
  })

  it('dryRun tells the number and changes nothing; 409 with the number when another was expected', async () => {
    const mine = await world(app)
    const name = `Find ${mark()}`
    const groups = [
      await mine.group({ nameEn: name }),
      await mine.group({ nameEn: name }),
      await mine.group({ nameEn: name, isActive: false }),
    ]
    const filter = { search: name }
    const low = await mine.person(['groups.update', 'groups.view'])
    await mine.group({ nameEn: name, roleIds: [await mine.role(['users.view'])] })
    const dry = await done('deactivate-all', { filter, dryRun: true }, low.token)
    assert.deepEqual([dry.affected, dry.skipped.length], [2, 1])
    for (const group of groups) assert.deepEqual(await detail(app, group.id, mine.token), group)
    for (const body of [
      { filter, expectedCount: 3 },
      { filter, expectedCount: 3, dryRun: true },
    ]) {
      const { code, actualCount } = expectStatus(await bulk('deactivate-all', body, low.token), 409).json
      assert.deepEqual([code, actualCount], ['state_conflict', 2])
    }
    for (const group of groups) assert.deepEqual(await detail(app, group.id, mine.token), group)
    assert.equal((await done('deactivate-all', { filter, expectedCount: 2, dryRun: true }, low.token)).affected, 2)
    assert.equal((await done('deactivate-all', { filter, expectedCount: 2 }, low.token)).affected, 2)
  })

  it('moves thousands, in several transactions, with an event each', async () => {
    const mine = await world(app)
    const now = app.clock.now()
    const rows = Array.from({ length: 2500 }, (_, n) => ({
      id: uuidv7(now),
      tenantId: mine.tenantId,
      nameEn: 'Many',
      code: `many-${n}`,
      createdAt: now,
    }))
    await app.open.service.database.kysely.insertInto('userGroups').values(rows).execute()
    assert.equal((await done('deactivate-all', { filter: {}, expectedCount: 2500 }, mine.token)).affected, 2500)
    assert.equal((await done('delete-all', { filter: { search: 'Many' } }, mine.token)).affected, 2500)
    const { n } = await app.open.service.database.kysely
      .selectFrom('events')
      .select(({ fn }) => fn.countAll<string>().as('n'))
      .where('tenantId', '=', mine.tenantId)
      .where('type', 'in', ['group.deactivated', 'group.deleted'])
      .executeTakeFirstOrThrow()
    assert.equal(Number(n), 5000)
  })
})
