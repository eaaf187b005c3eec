/** The recycle bin under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { tokenHolding } from '../actors.ts'
import { idOf } from '../delegation/rig.ts'
import { expectStatus, type Reply, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { bin, binOf } from '../recycle-bin/rig.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: TestApp[]
let app: TestApp
let root: string
let of: ReturnType<typeof binOf>
before(async () => {
  app = await startApp()
  root = await app.superToken()
  of = binOf(app)
  const { databaseUrl } = app.config
  apps = [app, databaseUrl === null ? app : await startApp({ env: { DATABASE_URL: databaseUrl } })]
})

type Call = (at: TestApp) => Promise<Reply>
const callers = 8
const atOnce = (round: number, calls: readonly Call[]) => race(calls.map((call, number) => () => call(apps[(round + number) % 2]!)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number))

const restore =
  (id: string): Call =>
  (at) =>
    at.post(`${bin}/${id}/restore`, undefined, { token: root })
const purge =
  (id: string): Call =>
  (at) =>
    at.request('DELETE', `${bin}/${id}`, { token: root })
const remove =
  (path: string): Call =>
  (at) =>
    at.request('DELETE', `/api/v1/${path}`, { token: root })
const addAdmin =
  (body: object): Call =>
  (at) =>
    at.post('/api/v1/Admins', { firstName: 'An', lastName: 'Heir', ...body }, { token: root })
const addTenant =
  (body: object): Call =>
  (at) =>
    at.post('/api/v1/Tenants', { name: 'Heir', ...body }, { token: root })

const count = async (query: ReturnType<typeof sql<{ n: number }>>): Promise<number> =>
  (await query.execute(app.open.service.database.kysely)).rows[0]!.n

const waiting = sql<{ n: number }>`
  select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`

/** Kept counts are those of the rows, every living name is claimed once, and nothing lives under what is deleted. */
async function assertSound(): Promise<void> {
  assert.equal(
    await count(sql`
      with kept as (
        select tenant_id, kind, is_active, is_blocked, n from tenant_account_counts where n <> 0
      ), there as (
        select tenant_id, kind, is_active, is_blocked, count(*)::integer as n from accounts where deleted_at is null group by 1, 2, 3, 4
      )
      select count(*)::integer as n from ((select * from kept except select * from there) union all
        (select * from there except select * from kept)) wrong`),
    0,
    'counts',
  )
  assert.equal(
    await count(sql`select count(*)::integer as n from accounts a
      where (a.deleted_at is null) <> exists (select from account_logins l where l.account_id = a.id)`),
    0,
    'login names',
  )
  assert.equal(
    await count(sql`select count(*)::integer as n from tenants t join tenants p on p.id = t.parent_id
      where t.deleted_at is null and p.deleted_at is not null`),
    0,
    'tenants',
  )
  assert.equal(
    await count(sql`select count(*)::integer as n from accounts a join tenants t on t.id = a.tenant_id
      where t.deleted_at is not null and a.deleted_at is null and a.is_active`),
    0,
    'active accounts of deleted tenants',
  )
}

const binned = async (tenantId: string) => {
  const person = await of.addAdmin(tenantId)
  await of.remove(`Admins/${person.id}`)
  return person
}
const living = (table: string, id: string) =>
  count(sql`select count(*)::integer as n from ${sql.table(table)} where id = ${id} and deleted_at is null`)
const told = (id: string, type: string) => count(sql`select count(*)::integer as n from events where entity_id = ${id} and type = ${type}`)

describe('the recycle bin under callers at once', () => {
  it('restored by many: once, with one event', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const [person, role] = [await binned(tenant.id), await of.addRole(tenant.id)]
      await of.remove(`roles/${role.id}`)
      for (const id of [person.id, role.id]) {
        const replies = await atOnce(
          round,
          times(callers, () => restore(id)),
        )
        assert.deepEqual(statuses(replies), { 200: 1, 404: callers - 1 })
        assert.equal(await told(id, 'entity.restored'), 1)
      }
      await assertSound()
    })
  })

  it('restored and erased: one wins, and the other finds nothing', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const person = await binned(tenant.id)
      const group = await of.addGroup(tenant.id)
      await of.remove(`UserGroups/${group.id}`)
      const below = await tenantWithAdmin(app, { parentTenantId: tenant.id })
      await of.remove(`Tenants/${below.tenant.id}`)
      for (const id of [person.id, group.id, below.tenant.id]) {
        const calls = times(callers, (n) => (n % 2 === 0 ? restore(id) : purge(id)))
        const replies = await atOnce(round, calls)
        const won = replies.filter(({ status }) => status < 300)
        assert.equal(won.length, 1, JSON.stringify(statuses(replies)))
        assert.ok(replies.every(({ status }) => [200, 204, 404].includes(status)))
        const plain = id === group.id ? app.open.service.keys.opaqueIds.decode('group', id)! : id
        const isRestored = won[0]!.status === 200
        assert.equal(await told(plain, 'entity.restored'), isRestored ? 1 : 0)
        assert.equal(await told(plain, 'entity.purged'), isRestored ? 0 : 1)
        const table = id === person.id ? 'accounts' : id === group.id ? 'user_groups' : 'tenants'
        assert.equal(await living(table, plain), isRestored ? 1 : 0)
      }
      await assertSound()
    })
  })

  it('an admin erased while somebody makes them protected: the erasure waits, and finds them so', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    const { tenant } = await tenantWithAdmin(app)
    const person = await binned(tenant.id)
    const [held, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const protecting = app.open.service.database.kysely.transaction().execute(async (tx) => {
      await sql`update accounts set is_protected = true where id = ${person.id}`.execute(tx)
      held.resolve()
      await free.promise
    })
    await held.promise
    const erasing = purge(person.id)(apps[1]!)
    await eventually('the erasure to wait', async () => (await count(waiting)) > 0)
    free.resolve()
    await protecting
    const reply = expectStatus(await erasing, 403)
    assert.equal(reply.json.code, 'admin_protected')
  })

  it('restored while others take the address, the username or the code: one has it', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const roleId = await of.roleOf(tenant.id, 'Viewer')
      const person = await binned(tenant.id)
      const heir = (n: number) => {
        const mark = randomUUID()
        return n % 2 === 0
          ? { email: person.email.toUpperCase(), username: `heir.${mark.slice(0, 8)}` }
          : { email: `${mark}@example.test`, username: person.username }
      }
      const replies = await atOnce(round, [
        restore(person.id),
        ...times(callers, (n) => addAdmin({ ...heir(n), tenantId: tenant.id, roleId })),
        restore(person.id),
      ])
      const back = [replies[0]!, replies.at(-1)!]
      assert.ok(
        replies.every(({ status }) => [200, 201, 404, 409].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      const restored = back.filter(({ status }) => status === 200).length
      const made = replies.slice(1, -1).filter(({ status }) => status === 201)
      assert.ok(restored === 1 ? made.length === 0 : made.length >= 1 && made.length <= 2, JSON.stringify(statuses(replies)))
      for (const { status, json } of back) if (status === 409) assert.deepEqual([json.code, json.reason], ['cannot_restore', 'name_taken'])

      const gone = await tenantWithAdmin(app)
      await of.remove(`Tenants/${gone.tenant.id}`)
      const { code } = gone.tenant
      const tried = await atOnce(round, [
        ...times(3, () => addTenant({ code })),
        restore(gone.tenant.id),
        ...times(3, () => addTenant({ code })),
      ])
      assert.equal(tried.filter(({ status }) => status < 300).length, 1, JSON.stringify(statuses(tried)))
      assert.equal(await count(sql`select count(*)::integer as n from tenants where code = ${code} and deleted_at is null`), 1)
      await assertSound()
    })
  })

  it('restored while others are made for the last place: never one too many', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const { id: tenantId } = tenant
      const roleId = await of.roleOf(tenantId, 'Viewer')
      const [one, two, role] = [await binned(tenantId), await binned(tenantId), await of.addRole(tenantId)]
      await of.remove(`roles/${role.id}`)
      const child = await tenantWithAdmin(app, { parentTenantId: tenantId })
      await of.remove(`Tenants/${child.tenant.id}`)
      const body = { maxAdmins: 2, maxRoles: 1, maxSubTenants: 1 }
      expectStatus(await app.request('PUT', `/api/v1/Tenants/${tenantId}/settings`, { body, token: root }), 200)
      const admins = times(4, () => addAdmin({ email: `${randomUUID()}@example.test`, tenantId, roleId }))
      const addRole: Call = (at) => at.post('/api/v1/roles', { name: `Role ${randomUUID()}`, tenantId }, { token: root })
      const tenants = times(3, () => addTenant({ parentTenantId: tenantId }))
      const full = [
        await atOnce(round, [restore(one.id), ...admins, restore(two.id)]),
        await atOnce(round, [...times(3, () => addRole), restore(role.id), ...times(3, () => addRole)]),
        await atOnce(round, [restore(child.tenant.id), ...tenants, restore(child.tenant.id)]),
      ]
      for (const replies of full) {
        const made = replies.filter(({ status }) => status < 300)
        assert.equal(made.length, 1, JSON.stringify(statuses(replies)))
        for (const { status, json } of replies) if (status === 409) assert.equal(json.code, 'quota_exceeded')
      }
      await assertSound()
    })
  })

  it('an admin restored while their role is deleted: nobody lives whose role does not', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const role = await of.addRole(tenant.id)
      const person = await of.addAdmin(tenant.id, role.id)
      await of.remove(`Admins/${person.id}`)
      const calls = times(callers, (number) => (number % 2 === 0 ? restore(person.id) : remove(`roles/${role.id}`)))
      const replies = await atOnce(round, calls)
      assert.ok(
        replies.every(({ status }) => [200, 204, 404, 409].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      assert.deepEqual(
        [await living('accounts', person.id), await living('roles', role.id)].toString(),
        replies.some(({ status }) => status === 200) ? '1,1' : '0,0',
      )
      await assertSound()
    })
  })

  it('a group joined while the role that it lacks is restored: nobody is let in by who does not hold the role', async () => {
    await everyRound(async (round) => {
      const { tenant } = await tenantWithAdmin(app)
      const [role, mild] = [await of.addRole(tenant.id, [idOf('users.delete')]), await of.addRole(tenant.id)]
      const group = await of.addGroup(tenant.id, [role.id])
      const person = await of.addAdmin(tenant.id, mild.id)
      const token = await tokenHolding(app, tenant.id, ['groups.update'])
      await of.remove(`UserGroups/${group.id}`)
      await of.remove(`roles/${role.id}`)
      expectStatus(await of.restore(group.id), 200)
      const join: Call = (at) => at.post(`/api/v1/UserGroups/${group.id}/members`, { adminIds: [person.id] }, { token })
      const replies = await atOnce(
        round,
        times(callers, (number) => (number % 4 === 1 ? restore(role.id) : join)),
      )
      assert.deepEqual(statuses(replies), { 200: 1, 403: callers - 2, 404: 1 })
    })
  })

  it('a tenant restored while others make tenants and admins below it, and delete it again', async () => {
    await everyRound(async (round) => {
      const top = await tenantWithAdmin(app)
      const below = await tenantWithAdmin(app, { parentTenantId: top.tenant.id })
      const [topId, belowId] = [top.tenant.id as string, below.tenant.id as string]
      const roleId = await of.roleOf(belowId, 'Viewer')
      const early = await below.signIn()
      await of.remove(`Tenants/${topId}?cascade=true`)
      const person = () => addAdmin({ email: `${randomUUID()}@example.test`, tenantId: belowId, roleId })
      const login: Call = (at) =>
        at.post('/api/v1/auth/admin/login', { identifier: below.admin.email, password: below.admin.password, tenantId: belowId })
      const replies = await atOnce(round, [
        restore(topId),
        addTenant({ parentTenantId: belowId }),
        person(),
        login,
        remove(`Tenants/${topId}?cascade=true`),
        addTenant({ parentTenantId: topId }),
        person(),
        login,
        restore(topId),
        remove(`Tenants/${topId}?cascade=true`),
      ])
      assert.ok(
        replies.every(({ status }) => [200, 201, 204, 401, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      await assertSound()
      const isLiving = (await living('tenants', topId)) === 1
      assert.equal(await living('tenants', belowId), isLiving ? 1 : 0)
      for (const at of new Set(apps)) {
        await eventually('tokens from before to be dead', async () => {
          const { status } = await at.get('/api/v1/Admins/me', { token: early.accessToken })
          return status === 401
        })
      }
      const restored = await told(topId, 'entity.restored')
      assert.equal(restored, replies.filter(({ status, text }) => status === 200 && text.includes('deletedAt')).length)
      if (!isLiving) expectStatus(await restore(topId)(app), 200)
      await eventually('to sign in again', async () => (await login(app)).status === 200)
      await assertSound()
    })
  })
})
