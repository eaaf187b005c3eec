/** Whether somebody stands above is asked of what is held, not of each who holds it: of hundreds who are alike one is read. */
import assert from 'node:assert/strict'
import { before, describe, it, type TestContext } from 'node:test'
import { DefaultQueryExecutor } from 'kysely'
import { insertAdmins } from '../admins/many.ts'
import { expectExcess, at as groups, type Person, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { idsOf, put } from '../roles/making.ts'

/** How many are alike, and what may be read or sent for them. */
const many = 300
const few = 20

let app: TestApp
let root: string
let own: World
let low: Person
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await world(app)
  low = await own.person(['roles.view', 'roles.manage', 'groups.view', 'groups.update', 'admins.view'])
})

/** A role that so many have, three of whom are in a group besides. */
async function heldByMany() {
  const roleId = await own.role(['roles.view'])
  const { kysely } = app.open.service.database
  const { ids } = await insertAdmins(kysely, { tenantId: own.tenantId, roleId, count: many, now: app.clock.now() })
  await own.group({ roleIds: [await own.role(['admins.view'])] }, ids.slice(0, 3))
  return { roleId, ids }
}

interface Ran {
  readonly rows: readonly object[]
  /** Of the longest list that was sent. */
  readonly sent: number
}

/** Every statement from here on, with what it read and sent. */
function statements(t: TestContext): Ran[] {
  const ran: Ran[] = []
  const { executeQuery } = DefaultQueryExecutor.prototype
  t.mock.method(DefaultQueryExecutor.prototype, 'executeQuery', async function (this: never, ...given: Parameters<typeof executeQuery>) {
    const result = await executeQuery.apply(this, given)
    const lists = given[0].parameters.map((value) => (Array.isArray(value) ? value.length : 0))
    ran.push({ rows: result.rows as object[], sent: Math.max(0, ...lists) })
    return result
  })
  return ran
}

const most = (ran: readonly Ran[]) => ({
  rows: Math.max(...ran.map(({ rows }) => rows.length)),
  sent: Math.max(...ran.map(({ sent }) => sent)),
})

describe('a role that hundreds have', () => {
  it('is changed without reading or sending who they are, by whoever may', async (t) => {
    const { roleId } = await heldByMany()
    const ran = statements(t)
    for (const [token, names] of [
      [root, ['roles.view', 'admins.view']],
      [own.token, ['roles.view']],
      [low.token, ['admins.view']],
    ] as const) {
      ran.length = 0
      expectStatus(await put(app, `/api/v1/roles/${roleId}/permissions`, { permissionIds: idsOf(...names) }, { token }), 200)
      const { rows, sent } = most(ran)
      assert.ok(rows <= few && sent <= few, `${rows} rows read, ${sent} values sent`)
    }
  })

  it('is refused for the one among them who stands above, by a group', async (t) => {
    const { roleId, ids } = await heldByMany()
    await own.group({ roleIds: [await own.role(['users.view'])] }, ids.slice(-1))
    const change = (token: string) => put(app, `/api/v1/roles/${roleId}/permissions`, { permissionIds: idsOf('admins.view') }, { token })
    const ran = statements(t)
    expectExcess(await change(low.token), ['users.view'])
    const { rows, sent } = most(ran)
    assert.ok(rows <= few && sent <= few, `${rows} rows read, ${sent} values sent`)
    expectStatus(await change(own.token), 200)
  })
})

describe('hundreds who join a group', () => {
  /** How many holdings were read whole. */
  const wholes = (ran: readonly Ran[]) =>
    ran.reduce((sum, { rows }) => sum + (rows[0] && 'tenantRestrictions' in rows[0] ? rows.length : 0), 0)
  const join = (groupId: string, adminIds: readonly string[], token: string) =>
    app.post(`${groups}/${groupId}/members`, { adminIds }, { token })

  it('are looked at by what they hold, and not one by one', async (t) => {
    const { ids } = await heldByMany()
    const ran = statements(t)
    for (const token of [root, own.token, low.token]) {
      const { id } = await own.group()
      ran.length = 0
      expectStatus(await join(id, ids, token), 200)
      assert.ok(wholes(ran) <= few, `${wholes(ran)} holdings read`)
    }
  })

  it('are refused for the one among them who stands above, and nobody joins', async () => {
    const { ids } = await heldByMany()
    await own.group({ roleIds: [await own.role(['users.view'])] }, ids.slice(-1))
    const { id } = await own.group()
    expectExcess(await join(id, ids, low.token), ['users.view'])
    assert.equal(expectStatus(await app.get(`${groups}/${id}`, { token: own.token }), 200).json.memberCount, 0)
    expectStatus(await join(id, ids, own.token), 200)
  })
})
