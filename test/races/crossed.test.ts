/** Different operations on one lineage at once, each of which takes locks that others take in another order of events. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expectStatus, type Reply, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

type Call = (at: TestApp) => Promise<Reply>
const tenants = '/api/v1/Tenants'
const groups = '/api/v1/UserGroups'
const put =
  (path: string, body: unknown, token = root): Call =>
  (at) =>
    at.request('PUT', path, { body, token })
const post =
  (path: string, body: unknown, token = root): Call =>
  (at) =>
    at.post(path, body, { token })
const remove =
  (path: string, token = root): Call =>
  (at) =>
    at.request('DELETE', path, { token })

async function rows<T>(query: ReturnType<typeof sql<T>>): Promise<T[]> {
  return (await query.execute(app.open.service.database.kysely)).rows
}

const person = (tenantId: string, roleId: string) => {
  const mark = randomUUID()
  return { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId, password: `zuvaqor ${mark}` }
}

/** A role that gives one permission, a group that gives the role, and who is in it. */
async function world() {
  const top = await tenantWithAdmin(app)
  const middle = await tenantWithAdmin(app, { parentTenantId: top.tenant.id })
  const leaf = await tenantWithAdmin(app, { parentTenantId: middle.tenant.id })
  const [topId, id, leafId] = [top, middle, leaf].map(({ tenant }) => tenant.id as string) as [string, string, string]
  const granted = expectStatus(await app.get(`${tenants}/${id}/permissions`, { token: root }), 200).json as { id: string; name: string }[]
  const permissions = granted.map((permission) => permission.id)
  const few = granted.filter(({ name }) => !/^(?:files|menus|emails)\./.test(name)).map((permission) => permission.id)
  const roles = await Promise.all(
    ['One', 'Two', 'Three'].map(
      async (name) =>
        expectStatus(await app.post('/api/v1/roles', { name, tenantId: id, permissionIds: few.slice(0, 3) }, { token: root }), 201).json
          .id as string,
    ),
  )
  const admins = await Promise.all(
    [0, 1, 2, 3].map(
      async (number) =>
        expectStatus(await app.post('/api/v1/admins', person(id, roles[number % 2]!), { token: root }), 201).json.id as string,
    ),
  )
  const made = await Promise.all(
    [0, 1, 2].map(async (number) => {
      const body = { nameEn: `Group ${number}`, tenantId: id, roleIds: [roles[number]] }
      const group = expectStatus(await app.post(groups, body, { token: root }), 201).json.id as string
      expectStatus(await app.post(`${groups}/${group}/members`, { adminIds: admins }, { token: root }), 200)
      return group
    }),
  )
  const creator = await middle.signIn()
  return { top, middle, leaf, topId, id, leafId, permissions, few, roles, admins, groups: made, creator }
}
type World = Awaited<ReturnType<typeof world>>

const crossed: Record<string, (world: World, n: number) => Call> = {
  'grant above': ({ topId, permissions, few }, n) => put(`${tenants}/${topId}/permissions`, { permissionIds: n % 2 ? few : permissions }),
  grant: ({ id, permissions, few }, n) => put(`${tenants}/${id}/permissions`, { permissionIds: n % 2 ? permissions : few }),
  'grant below': ({ leafId, permissions, few }, n) => put(`${tenants}/${leafId}/permissions`, { permissionIds: n % 2 ? few : permissions }),
  quota: ({ topId }, n) => put(`${tenants}/${topId}/settings`, { maxSubTenants: 3 + (n % 3) }),
  status: ({ id }, n) => put(`${tenants}/${id}`, { status: n % 2 ? 'Active' : 'Suspended' }),
  'new tenant': ({ id, leafId }, n) => post(tenants, { name: 'Crossed', parentTenantId: n % 2 ? id : leafId }),
  'tenant gone': ({ leafId }, n) =>
    n === 3 ? remove(`${tenants}/${leafId}?cascade=true`) : put(`${tenants}/${leafId}`, { address: `${n}` }),
  'groups off': ({ groups: ids }, n) =>
    post(`${groups}/bulk/${n % 2 ? 'activate' : 'deactivate'}`, { ids: n % 2 ? ids : ids.toReversed(), cascadeAdmins: true }),
  'groups by filter': ({ id }, n) =>
    post(`${groups}/bulk/${n % 2 ? 'activate' : 'deactivate'}-all`, { filter: { tenantId: id }, cascadeAdmins: n % 3 === 0 }),
  'roles of a group': ({ groups: ids, roles }, n) => put(`${groups}/${ids[n % 3]}/roles`, { roleIds: n % 2 ? roles : roles.slice(1) }),
  'a member': ({ groups: ids, admins }, n) =>
    n % 2 ? post(`${groups}/${ids[n % 3]}/members`, { adminIds: admins }) : remove(`${groups}/${ids[n % 3]}/members/${admins[n % 4]}`),
  'role gone': ({ roles }) => remove(`/api/v1/roles/${roles[2]}`),
  'role changed': ({ roles, few }, n) => put(`/api/v1/roles/${roles[n % 2]}/permissions`, { permissionIds: few.slice(0, 1 + (n % 5)) }),
  'default switched': ({ roles }, n) => put(`/api/v1/roles/${roles[n % 2]}`, { isDefault: true }),
  'default made': ({ id }) => post('/api/v1/roles', { name: `Default ${randomUUID()}`, tenantId: id, isDefault: true }),
  'admin made by one': ({ id, roles, creator }, n) => post('/api/v1/admins', person(id, roles[n % 2]!), creator.accessToken),
  'its maker blocked': ({ creator }, n) => post(`/api/v1/admins/${n === 2 ? creator.user.id : randomUUID()}/block`, {}),
  impersonation: ({ admins }, n) => post(`/api/v1/auth/admin/impersonate/${admins[n % 4]}`, undefined),
}

/** What must hold of the whole installation, whatever happened. */
const broken = {
  'a grant beyond the one above': sql`select p.* from tenant_permissions p join tenants t on t.id = p.tenant_id join tenants up on up.id = t.parent_id
    where not exists (select from tenant_permissions u where u.tenant_id = up.id and u.permission = p.permission)`,
  'a living tenant under a deleted one': sql`select t.id from tenants t join tenant_closure c on c.descendant_id = t.id
    join tenants up on up.id = c.ancestor_id where t.deleted_at is null and up.deleted_at is not null`,
  'two defaults': sql`select tenant_id from roles where is_default and deleted_at is null and tenant_id is not null group by 1 having count(*) > 1`,
  'a deleted role in a living group': sql`select g.id from user_groups g join user_group_roles gr on gr.group_id = g.id join roles r on r.id = gr.role_id
    where g.deleted_at is null and r.deleted_at is not null`,
  'a count that is not what there is': sql`with kept as (
      select tenant_id, kind, is_active, is_blocked, n from tenant_account_counts where n <> 0
    ), there as (
      select tenant_id, kind, is_active, is_blocked, count(*)::integer as n from accounts where deleted_at is null group by 1, 2, 3, 4
    ) (select * from kept except select * from there) union all (select * from there except select * from kept)`,
}

describe('operations that cross', () => {
  it('none is a fault and none waits for ever, and what must hold holds', async () => {
    await everyRound(async (round) => {
      const made = await world()
      const names = Object.keys(crossed)
      const replies: { name: string; reply: Reply }[] = []
      const started = performance.now()
      for (let n = 0; n < 4; n++) {
        // as many at once as both have connections, and not in the same order in every round
        const turned = names.map((_, at) => names[(at * 7 + round * 5 + n) % names.length]!)
        replies.push(...(await race(turned.map((name, at) => async () => ({ name, reply: await crossed[name]!(made, n)(apps[at % 2]!) })))))
      }
      const faults = replies.filter(({ reply }) => reply.status >= 500).map(({ name, reply }) => `${name}: ${reply.text}`)
      const reasons = apps.flatMap(({ logs }) => logs.filter(({ msg }) => msg === 'unavailable').map(({ err }) => (err as Error).message))
      assert.deepEqual(faults, [], JSON.stringify([tally(replies.map(({ reply }) => reply.status)), tally(reasons)]))
      assert.ok(performance.now() - started < 20_000, `took ${performance.now() - started} ms`)
      for (const [what, query] of Object.entries(broken)) assert.deepEqual(await rows(query), [], what)
    })
  })

  it('a quota that is set above while two create below it: it holds for both', async () => {
    await everyRound(async () => {
      const create = async (body: object) => expectStatus(await app.post(tenants, { name: 'Quota', ...body }, { token: root }), 201).json.id
      const top = await create({})
      const parents = [await create({ parentTenantId: top }), await create({ parentTenantId: top })]
      let replies: Promise<Reply[]> | undefined
      await app.open.service.database.transaction(async (db) => {
        // as `PUT /settings` does, and not yet committed when the two come in
        await sql`select from tenants where id = ${top} for no key update`.execute(db)
        await sql`update tenant_settings set max_sub_tenants = 3 where tenant_id = ${top}`.execute(db)
        replies = race(
          parents.map((parentTenantId, at) => () => post(tenants, { name: `Late ${randomUUID()}`, parentTenantId })(apps[at]!)),
        )
        await sleep(300)
      })
      assert.deepEqual(tally((await replies!).map(({ status }) => status)), { 201: 1, 409: 1 })
    })
  })

  it('forty who wait for one tenant keep nobody from reading another, and take no process out of service', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    const [busy, other] = [await tenantWithAdmin(app), await tenantWithAdmin(app)]
    const { accessToken } = await other.signIn()
    let waiting: Promise<Reply[]> | undefined
    await app.open.service.database.transaction(async (db) => {
      await sql`select from tenants where id = ${busy.tenant.id} for no key update`.execute(db)
      waiting = Promise.all(Array.from({ length: 40 }, (_, n) => put(`${tenants}/${busy.tenant.id}`, { address: `${n}` })(app)))
      await sleep(200)
      const started = performance.now()
      expectStatus(await app.get(`${tenants}/${other.tenant.id}`, { token: accessToken }), 200)
      expectStatus(await app.get('/health/ready'), 200)
      assert.ok(performance.now() - started < 1000, `took ${performance.now() - started} ms`)
    })
    for (const { status } of await waiting!) assert.ok([200, 503].includes(status), `${status}`)
  })
})
