/** Admins under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { addAdmin, addTenant, login, setAccount, type TestAdmin } from '../auth/people.ts'
import { addPerson, addRole } from '../groups/world.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { everyRound, race, tally } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

const at = '/api/v1/admins'
const address = () => `${randomUUID()}@example.test`
const atOnce = (count: number, call: (at: TestApp, number: number) => Promise<Reply>) =>
  race(Array.from({ length: count }, (_, number) => () => call(apps[number % 2]!, number)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const put = (service: TestApp, id: string, body: object) => service.request('PUT', `${at}/${id}`, { token: root, body })
const act = (service: TestApp, id: string, move: string, token = root) =>
  move === 'delete' ? service.request('DELETE', `${at}/${id}`, { token }) : service.post(`${at}/${id}/${move}`, {}, { token })
const rowOf = (id: string) =>
  app.open.service.database.kysely.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const isAlive = async (token: string) => (await app.get('/api/v1/Admins/me', { token })).status === 200

describe('one name for many', () => {
  it('of creations and changes to one address one is done, all others 409 naming it', async () => {
    await everyRound(async () => {
      for (const tenantId of [await addTenant(app), null]) {
        const email = address()
        const roleId = await addRole(app, tenantId, [])
        const others = await Promise.all(Array.from({ length: 16 }, () => addAdmin(app, tenantId)))
        const person = { email, firstName: 'A', lastName: 'B', tenantId, roleId, password: `zuvaqor ${randomUUID()}` }
        const replies = await atOnce(16, (service, n) =>
          n % 4 < 2 ? service.post(at, person, { token: root }) : put(service, others[n]!.id, { email: email.toUpperCase() }),
        )
        assert.equal(replies.filter(({ status }) => status < 300).length, 1, JSON.stringify(statuses(replies)))
        assert.ok(replies.every(({ status, json }) => status < 300 || (status === 409 && json.errors[0].field === 'email')))
      }
    })
  })

  it('of creations with one username one is done', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const roleId = await addRole(app, tenantId, [])
      const person = {
        username: `u-${randomUUID().slice(0, 8)}`,
        firstName: 'A',
        lastName: 'B',
        tenantId,
        roleId,
        password: 'zuvaqor words',
      }
      const replies = await atOnce(12, (service) => service.post(at, { ...person, email: address() }, { token: root }))
      assert.deepEqual(statuses(replies), { 201: 1, 409: 11 })
      assert.ok(replies.every(({ status, json }) => status === 201 || json.errors[0].field === 'username'))
    })
  })

  it('two who take each other’s address are both refused, or one after the other is not; nobody loses a name', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const [one, two] = await Promise.all([addAdmin(app, tenantId), addAdmin(app, tenantId)])
      const replies = await atOnce(2, (service, n) =>
        n === 0 ? put(service, one!.id, { email: two!.email }) : put(service, two!.id, { email: one!.email }),
      )
      assert.deepEqual(statuses(replies), { 409: 2 })
      for (const admin of [one!, two!]) expectStatus(await login(app, admin), 200)
    })
  })
})

describe('names and counts', () => {
  it('an address and a state at once, beside a deletion that frees the address: neither waits for the other', async (t) => {
    if (app.config.databaseUrl === null) return t.skip('the embedded database has one connection')
    const tenantId = await addTenant(app)
    const [kept, gone] = [await addAdmin(app, tenantId), await addAdmin(app, tenantId)]
    let reply: Promise<Reply> | undefined
    await app.open.service.database.transaction(async (db) => {
      // as a deletion does, in its order
      await sql`update accounts set deleted_at = now() where id = ${gone.id}`.execute(db)
      await sql`delete from account_logins where account_id = ${gone.id}`.execute(db)
      reply = put(app, kept.id, { email: gone.email, isActive: false })
      await sleep(300)
      await sql`set local lock_timeout = '500ms'`.execute(db)
      await sql`update tenant_account_counts set n = n - 1 where tenant_id = ${tenantId} and is_active and not is_blocked`.execute(db)
    })
    assert.deepEqual([expectStatus(await reply!, 200).json.email, (await rowOf(kept.id)).isActive], [gone.email, false])
  })
})

describe('one admin under many', () => {
  it('one version sent by many: one is done', async () => {
    await everyRound(async () => {
      const { id } = await addAdmin(app, await addTenant(app))
      const replies = await atOnce(8, (service, n) => put(service, id, { lastName: `Name ${n}`, version: 1 }))
      assert.deepEqual(statuses(replies), { 200: 1, 409: 7 })
      assert.equal((await rowOf(id)).version, 2)
    })
  })

  it('without a version each writes what it sent, and the log tells a chain', async () => {
    await everyRound(async () => {
      const { id } = await addAdmin(app, await addTenant(app))
      const replies = await atOnce(8, (service, n) => put(service, id, n % 2 ? { firstName: `F${n}` } : { lastName: `L${n}` }))
      assert.deepEqual(statuses(replies), { 200: 8 })
      const row = await rowOf(id)
      assert.deepEqual([/^F/.test(row.firstName), /^L/.test(row.lastName), row.version], [true, true, 9])
    })
  })

  it('states moved by many: what is counted is what there is, and every event a change', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const { id } = await addAdmin(app, tenantId)
      const moves = ['activate', 'deactivate', 'block', 'unblock']
      const replies = await atOnce(16, (service, n) => act(service, id, moves[n % 4]!))
      assert.deepEqual(statuses(replies), { 200: 16 })
      const { isActive, isBlocked, version } = await rowOf(id)
      const counted = await app.open.service.database.kysely
        .selectFrom('tenantAccountCounts')
        .select(['isActive', 'isBlocked', 'n'])
        .where('tenantId', '=', tenantId)
        .where('n', '<>', 0)
        .execute()
      assert.deepEqual(counted, [{ isActive, isBlocked, n: 1 }])
      const { rows } = await sql<{ n: number }>`
        select count(*)::integer as n from events where entity_id = ${id} and type like 'admin.%'`.execute(app.open.service.database.kysely)
      assert.equal(version, 1 + rows[0]!.n)
    })
  })

  it('protected or deleted, never both', async () => {
    await everyRound(async () => {
      const { id } = await addAdmin(app, await addTenant(app))
      const replies = await atOnce(2, (service, n) => act(service, id, n === 0 ? 'protect' : 'delete'))
      assert.ok(['200,403', '404,204'].includes(replies.map(({ status }) => status).join()), JSON.stringify(statuses(replies)))
    })
  })

  it('a role given while it is deleted: nobody has a deleted one', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const roleId = await addRole(app, tenantId, [])
      const people = await Promise.all(Array.from({ length: 4 }, () => addAdmin(app, tenantId)))
      const replies = await atOnce(5, (service, n) =>
        n === 2
          ? service.request('DELETE', `/api/v1/roles/${roleId}`, { token: root })
          : put(service, people[n > 2 ? n - 1 : n]!.id, { roleId }),
      )
      const given = replies.filter(({ status }) => status === 200).length
      assert.equal(replies[2]!.status, given > 0 ? 409 : 204, JSON.stringify(statuses(replies)))
    })
  })

  it('activated while the tenant is deleted: nobody in a deleted tenant is active', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const { id } = await addAdmin(app, tenantId)
      await setAccount(app, id, { isActive: false })
      await sql`update tenant_account_counts set is_active = false where tenant_id = ${tenantId}`.execute(app.open.service.database.kysely)
      const replies = await atOnce(4, (service, n) =>
        n === 1 ? service.request('DELETE', `/api/v1/Tenants/${tenantId}`, { token: root }) : act(service, id, 'activate'),
      )
      assert.ok(
        replies.every(({ status }) => [200, 204, 409].includes(status)),
        JSON.stringify(statuses(replies)),
      )
      assert.equal((await rowOf(id)).isActive, false)
    })
  })

  it('of two who delete each other one stays', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      await setPermissions(tenantId)
      const roleId = await addRole(app, tenantId, ['admins.delete', 'admins.view'])
      const pair = await Promise.all([addPerson(app, tenantId, roleId), addPerson(app, tenantId, roleId)])
      const replies = await atOnce(2, (service, n) => act(service, pair[1 - n]!.id, 'delete', pair[n]!.token))
      assert.deepEqual(statuses(replies), { 204: 1, 401: 1 })
    })
  })
})

async function setPermissions(tenantId: string): Promise<void> {
  const rows = ['admins.delete', 'admins.view'].map((permission) => ({ tenantId, permission }))
  await app.open.service.database.kysely.insertInto('tenantPermissions').values(rows).execute()
}

describe('being let in under another role', () => {
  it('whoever waited for the change is told the role it gave', async () => {
    const tenantId = await addTenant(app)
    const [former, next] = [await addRole(app, tenantId, []), await addRole(app, tenantId, [])]
    const admin = await addAdmin(app, tenantId, { roleId: former })
    let reply: Promise<Reply> | undefined
    await app.open.service.database.transaction(async (db) => {
      await sql`update accounts set role_id = ${next} where id = ${admin.id}`.execute(db)
      reply = login(app, admin)
      await sleep(200)
    })
    const { rows } = await sql<{ name: string }>`select name from roles where id = ${next}`.execute(app.open.service.database.kysely)
    assert.equal(expectStatus(await reply!, 200).json.user.role, rows[0]!.name)
  })
})

describe('being let in under being shut out', () => {
  const beside = (admin: TestAdmin, refreshToken: string, shut: (service: TestApp) => Promise<Reply>) =>
    atOnce(9, (service, n) => {
      if (n === 4) return shut(service)
      return n === 7 ? service.post('/api/v1/auth/admin/refresh', { refreshToken }) : login(service, admin)
    })

  for (const move of ['block', 'deactivate', 'delete', 'reset-password'] as const) {
    it(`${move}: whoever came in beside it is out after it`, async () => {
      await everyRound(async () => {
        const admin = await addAdmin(app, await addTenant(app))
        const { refreshToken } = (await login(app, admin)).json
        const replies = await beside(admin, refreshToken, (service) => act(service, admin.id, move))
        assert.ok(replies[4]!.status < 300, replies[4]!.text)
        const others = replies.filter((_, n) => n !== 4)
        // five wrong ones lock the name, whoever had it, and fewer never do
        const tally = statuses(others)
        const wrong = others.filter(({ status }) => status === 401).length
        const expected = wrong >= 5 ? [200, 401, 403, 423] : [200, 401, 403]
        assert.ok(
          others.every(({ status }) => expected.includes(status)),
          JSON.stringify(tally),
        )
        for (const { json } of others) if (json.accessToken) assert.equal(await isAlive(json.accessToken), false)
        assert.notEqual((await login(app, admin)).status, 200)
      })
    })
  }
})
