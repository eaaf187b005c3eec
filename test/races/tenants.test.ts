/** Tenants under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { expectStatus, type Reply, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { leastUpload } from '../least-body.ts'
import { eventually } from '../rig/ports.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

type Tenant = Awaited<ReturnType<typeof tenantWithAdmin>>
type Call = (at: TestApp) => Promise<Reply>
const path = '/api/v1/Tenants'
const callers = 12
/** Each call on either service in turn, the first of them on either in turn of the rounds. */
const atOnce = (round: number, calls: readonly Call[]) => race(calls.map((call, number) => () => call(apps[(round + number) % 2]!)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const times = <T>(count: number, make: (number: number) => T): T[] => Array.from({ length: count }, (_, number) => make(number))

const put = (id: string, body: unknown, as?: string) => (at: TestApp) => at.request('PUT', `${path}/${id}`, { body, token: as ?? root })
const remove = (id: string) => (at: TestApp) => at.request('DELETE', `${path}/${id}?cascade=true`, { token: root })
const create = (body: unknown) => (at: TestApp) => at.post(path, body, { token: root })
const login = (tenant: Tenant) => (at: TestApp) =>
  at.post('/api/v1/auth/admin/login', { identifier: tenant.admin.email, password: tenant.admin.password, tenantId: tenant.tenant.id })
const refresh = (refreshToken: string) => (at: TestApp) => at.post('/api/v1/auth/admin/refresh', { refreshToken })
const addAdmin = (tenantId: string, roleId: string) => {
  const mark = randomUUID()
  const body = { email: `${mark}@example.test`, firstName: 'A', lastName: 'B', tenantId, roleId, password: `zuvaqor ${mark}` }
  return (at: TestApp) => at.post('/api/v1/admins', body, { token: root })
}
const viewerOf = async (tenantId: string) => {
  const { kysely } = app.open.service.database
  const roles = kysely.selectFrom('roles').select('id').where('tenantId', '=', tenantId).where('seed', '=', 'Viewer')
  return (await roles.executeTakeFirstOrThrow()).id
}

/** Everywhere within the second that a revocation may take, and none of them is good for a refresh. */
async function assertDead(replies: readonly Reply[]): Promise<void> {
  const pairs = replies.flatMap(({ status, json }) => (status === 200 && json.accessToken ? [json] : []))
  for (const at of new Set(apps)) {
    for (const { accessToken, refreshToken } of pairs) {
      await eventually('a token to die', async () => (await at.get('/api/v1/Admins/me', { token: accessToken })).status === 401)
      expectStatus(await refresh(refreshToken)(at), 401)
    }
  }
}

async function count(query: ReturnType<typeof sql<{ n: number }>>): Promise<number> {
  const { rows } = await query.execute(app.open.service.database.kysely)
  return rows[0]!.n
}

describe('tenants under callers at once', () => {
  it('deleted, filled and signed in to: no living token, no active admin, counts that are right', async () => {
    await everyRound(async (round) => {
      const top = await tenantWithAdmin(app)
      const below = await tenantWithAdmin(app, { parentTenantId: top.tenant.id })
      const [topId, belowId] = [top.tenant.id as string, below.tenant.id as string]
      const [topRole, belowRole] = [await viewerOf(topId), await viewerOf(belowId)]
      const early = [await login(top)(app), await login(below)(app)]
      const calls = [
        ...times(3, () => login(top)),
        ...times(3, () => addAdmin(belowId, belowRole)),
        remove(topId),
        ...times(3, () => addAdmin(topId, topRole)),
        ...times(3, () => login(below)),
      ]
      const replies = await atOnce(round, calls)
      const [deleted] = replies.splice(6, 1)
      expectStatus(deleted!, 204)
      assert.ok(
        replies.every(({ status }) => [200, 201, 401, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      await assertDead([...early, ...replies])
      assert.equal(await count(sql`select count(*)::integer as n from accounts where tenant_id in (${topId}, ${belowId}) and is_active`), 0)
      const kept = sql<{ n: number }>`select coalesce(sum(n) filter (where is_active), 0)::integer * 1000 + sum(n)::integer as n
        from tenant_account_counts where tenant_id in (${topId}, ${belowId})`
      const there = sql<{ n: number }>`select count(*)::integer as n from accounts where tenant_id in (${topId}, ${belowId})`
      assert.equal(await count(kept), await count(there))
    })
  })

  it('shut, signed in to and refreshed: no token outlives it, also when it is opened again', async () => {
    await everyRound(async (round) => {
      const top = await tenantWithAdmin(app)
      const below = await tenantWithAdmin(app, { parentTenantId: top.tenant.id })
      const early = await Promise.all(times(4, (n) => login(n % 2 === 0 ? top : below)(app)))
      const calls = [
        ...times(3, () => login(below)),
        ...early.slice(0, 2).map(({ json }) => refresh(json.refreshToken)),
        put(top.tenant.id, { status: round % 2 === 0 ? 'Suspended' : 'Inactive' }),
        ...early.slice(2).map(({ json }) => refresh(json.refreshToken)),
        ...times(3, () => login(top)),
      ]
      const replies = await atOnce(round, calls)
      assert.equal(replies[5]?.status, 200)
      assert.ok(
        replies.every(({ status }) => [200, 401, 403].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      await assertDead([...early, ...replies])
      expectStatus(await put(top.tenant.id, { status: 'Active' })(app), 200)
      await assertDead([...early, ...replies])
      expectStatus(await login(below)(app), 200)
    })
  })

  it('shut and opened by many: every change is one version and one event, and who signs in afterwards lives', async () => {
    await everyRound(async (round) => {
      const tenant = await tenantWithAdmin(app)
      const { id } = tenant.tenant
      const replies = await atOnce(
        round,
        times(callers, (n) => put(id, { isActive: n % 2 === 0 })),
      )
      assert.deepEqual(statuses(replies), { 200: callers })
      const { version, isActive } = expectStatus(await app.get(`${path}/${id}`, { token: root }), 200).json
      const told = sql<{
        n: number
      }>`select count(*)::integer as n from events where entity_id = ${id} and type in ('tenant.activated', 'tenant.deactivated')`
      assert.equal(await count(told), version - 1)
      if (!isActive) expectStatus(await put(id, { isActive: true })(app), 200)
      for (const at of apps) {
        const { accessToken } = await eventually('to sign in', async () => {
          const reply = await login(tenant)(at)
          return reply.status === 200 ? reply.json : undefined
        })
        expectStatus(await at.get('/api/v1/Admins/me', { token: accessToken }), 200)
      }
    })
  })

  it('settings: of changes at once none is lost', async () => {
    const values = {
      passwordMinLength: 9,
      passwordExpiryDays: 90,
      loginLockoutThreshold: 4,
      loginLockoutMinutes: 7,
      accessTokenMinutes: 5,
      language: 'ar',
      companyName: 'Company',
      loginHeadline: 'Headline',
      primaryColor: '#010203',
      maxAdmins: 9,
      auditRetentionDays: 31,
      require2FA: true,
    }
    await everyRound(async (round) => {
      const { id } = expectStatus(await create({ name: 'Settings' })(app), 201).json
      const calls = Object.entries(values).map(
        ([name, value]): Call =>
          (at) =>
            at.request('PUT', `${path}/${id}/settings`, { body: { [name]: value }, token: root }),
      )
      const replies = await atOnce(round, calls)
      assert.deepEqual(statuses(replies), { 200: calls.length })
      for (const at of apps) {
        await eventually('every process to know', async () => {
          const settings = (await at.get(`${path}/${id}/settings`, { token: root })).json
          return Object.entries(values).every(([name, value]) => settings[name] === value)
        })
      }
      const told = sql<{
        n: number
      }>`select count(*)::integer as n from events where entity_id = ${id} and type = 'tenant.settings_changed'`
      assert.equal(await count(told), calls.length)
    })
  })

  it('one code: by renaming and by making, one has it', async () => {
    await everyRound(async (round) => {
      const ids = await Promise.all(times(6, async () => (await create({ name: 'Code' })(app)).json.id as string))
      const code = `c-${randomUUID().slice(0, 8)}`
      const replies = await atOnce(round, [...ids.map((id) => put(id, { code })), ...times(6, () => create({ name: 'Code', code }))])
      const won = replies.filter(({ status }) => status < 300)
      assert.equal(won.length, 1, JSON.stringify(statuses(replies)))
      assert.ok(replies.every(({ status, json }) => status < 300 || (status === 409 && json.errors[0].field === 'code')))
    })
  })

  it('one version: of changes made for it one is done', async () => {
    await everyRound(async (round) => {
      const { id } = expectStatus(await create({ name: 'Version' })(app), 201).json
      const replies = await atOnce(
        round,
        times(callers, (n) => put(id, { name: `Name ${n}`, version: 1 })),
      )
      assert.deepEqual(statuses(replies), { 200: 1, 409: callers - 1 })
    })
  })

  it('deleted with all below, and made below: nothing lives under a deleted tenant', async () => {
    await everyRound(async (round) => {
      const { id: top } = expectStatus(await create({ name: 'Top' })(app), 201).json
      const { id: middle } = expectStatus(await create({ name: 'Middle', parentTenantId: top })(app), 201).json
      const make = (n: number) => create({ name: `Below ${n}`, parentTenantId: n % 2 === 0 ? top : middle })
      const replies = await atOnce(round, [...times(4, make), remove(top), ...times(4, make)])
      const [deleted] = replies.splice(4, 1)
      expectStatus(deleted!, 204)
      assert.ok(
        replies.every(({ status }) => [201, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      const living = sql<{ n: number }>`select count(*)::integer as n from tenants t join tenant_closure c on c.descendant_id = t.id
        where c.ancestor_id = ${top} and t.deleted_at is null`
      assert.equal(await count(living), 0)
      for (const { status, json } of replies) {
        if (status !== 201) continue
        for (const at of apps)
          await eventually('it to be gone', async () => (await at.get(`${path}/${json.id}`, { token: root })).status === 404)
      }
    })
  })

  it('deleted by many, from above and by itself: once each, with one event', async () => {
    await everyRound(async (round) => {
      const { id: top } = expectStatus(await create({ name: 'Top' })(app), 201).json
      const { id: below } = expectStatus(await create({ name: 'Below', parentTenantId: top })(app), 201).json
      const replies = await atOnce(
        round,
        times(callers, (n) => remove(n % 3 === 0 ? below : top)),
      )
      assert.ok(
        replies.every(({ status }) => [204, 404].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      assert.equal(replies.filter(({ status }, n) => status === 204 && n % 3 !== 0).length, 1)
      for (const id of [top, below]) {
        const told = sql<{ n: number }>`select count(*)::integer as n from events where entity_id = ${id} and type = 'tenant.deleted'`
        assert.equal(await count(told), 1)
      }
    })
  })

  it('logos: the last stays, the others are gone', async () => {
    await everyRound(async (round) => {
      const { id } = expectStatus(await create({ name: 'Logo' })(app), 201).json
      const upload: Call = (at) => at.request('POST', `${path}/${id}/logo`, { ...leastUpload(), token: root })
      const replies = await atOnce(
        round,
        times(6, () => upload),
      )
      assert.deepEqual(statuses(replies), { 200: 6 })
      const { logoUrl } = expectStatus(await app.get(`${path}/${id}`, { token: root }), 200).json
      const stores = [...new Set(apps)].map((at) => at.open.service.objects)
      for (const { json } of replies) {
        const found = await Promise.all(stores.map((store) => store.get(json.logoUrl.slice('/files/'.length))))
        // two services of a test keep their files apart: what one has, the other can't delete
        if (stores.length === 1 || json.logoUrl === logoUrl) assert.equal(found.filter(Boolean).length, json.logoUrl === logoUrl ? 1 : 0)
      }
    })
  })
})
