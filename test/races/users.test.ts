/** Users under callers at once, on two services over one database where there is a server for it. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { expectTrueCounts } from '../admins/many.ts'
import { addTenant, change } from '../auth/people.ts'
import { expectStatus, type Reply, startTwo, type TestApp } from '../harness.ts'
import { bin } from '../recycle-bin/rig.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { addUser, at, countsOf, newUser, rowOf, statusOf, tokensOf, typesOf } from '../users/making.ts'

let apps: readonly [TestApp, TestApp]
let app: TestApp
let root: string
before(async () => {
  apps = await startTwo()
  app = apps[0]
  root = await app.superToken()
})

const atOnce = (count: number, call: (service: TestApp, number: number) => Promise<Reply>) =>
  race(Array.from({ length: count }, (_, number) => () => call(apps[number % 2]!, number)))
const statuses = (replies: readonly Reply[]) => tally(replies.map(({ status }) => status))
const create = (service: TestApp, body: object) => service.post(at, body, { token: root })
const put = (service: TestApp, id: string, body: object) => service.request('PUT', `${at}/${id}`, { token: root, body })
const block = (service: TestApp, id: string, isBlocked: boolean) =>
  service.request('PUT', `${at}/${id}/block`, { token: root, body: { isBlocked } })
const remove = (service: TestApp, id: string) => service.request('DELETE', `${at}/${id}`, { token: root })
const restore = (service: TestApp, id: string) => service.post(`${bin}/${id}/restore`, undefined, { token: root })

/** Every living user has exactly the names it signs in by, and nobody else's; the kept counts are those of the rows. */
async function assertSound(tenantId: string): Promise<void> {
  const { rows } = await sql<{ wrong: number }>`
    select count(*)::integer as wrong from accounts a
    where a.tenant_id = ${tenantId} and a.kind = 'user'
      and (select array_agg(l.key order by l.key) from account_logins l where l.account_id = a.id) is distinct from
        case when a.deleted_at is null then (
          select array_agg(k order by k) from unnest(array[lower(a.email), lower(a.username)]) as t (k)) end`.execute(
    app.open.service.database.kysely,
  )
  assert.equal(rows[0]?.wrong, 0, 'login names')
  await expectTrueCounts(app)
}

describe('one name for many', () => {
  it('of creations with one address, with one username, and of changes to that address one each is done', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const { email } = newUser()
      const others = await Promise.all(Array.from({ length: 6 }, () => addUser(app, root, { tenantId })))
      const replies = await atOnce(12, (service, n) =>
        n < 6 ? create(service, newUser({ tenantId, email })) : put(service, others[n - 6].id, { email: email.toUpperCase() }),
      )
      assert.equal(replies.filter(({ status }) => status < 300).length, 1, JSON.stringify(statuses(replies)))
      assert.ok(replies.every(({ status, json }) => status < 300 || (status === 409 && json.errors[0].field === 'email')))
      const { username } = newUser()
      const named = await atOnce(8, (service) => create(service, newUser({ tenantId, username })))
      assert.deepEqual(statuses(named), { 201: 1, 409: 7 })
      assert.ok(named.every(({ status, json }) => status === 201 || json.errors[0].field === 'username'))
      await assertSound(tenantId)
    })
  })

  it('creations with crossed names all end: of four that share two addresses and two usernames two are done', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const [one, two] = [newUser(), newUser()]
      const names = [
        { email: one.email, username: two.username },
        { email: two.email, username: one.username },
        { email: one.email, username: one.username },
        { email: two.email, username: two.username },
      ]
      const replies = await atOnce(8, (service, n) => create(service, newUser({ tenantId, ...names[n % 4] })))
      assert.deepEqual(statuses(replies), { 201: 2, 409: 6 })
      await assertSound(tenantId)
    })
  })

  it('two who take each other’s address are both refused; nobody loses a name', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const [one, two] = [await addUser(app, root, { tenantId }), await addUser(app, root, { tenantId })]
      const replies = await atOnce(2, (service, n) =>
        n === 0 ? put(service, one.id, { email: two.email }) : put(service, two.id, { email: one.email }),
      )
      assert.deepEqual(statuses(replies), { 409: 2 })
      await assertSound(tenantId)
    })
  })

  it('restored while others take the address or the username: each name has one owner, and who lost is told', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const user = await addUser(app, root, { tenantId })
      expectStatus(await remove(app, user.id), 204)
      const replies = await atOnce(9, (service, n) => {
        if (n % 3 === 0) return restore(service, user.id)
        return create(service, newUser({ tenantId, ...(n % 3 === 1 ? { email: user.email.toUpperCase() } : { username: user.username }) }))
      })
      const [restores, creations] = [replies.filter((_, n) => n % 3 === 0), replies.filter((_, n) => n % 3 !== 0)]
      const isBack = restores.filter(({ status }) => status === 200).length
      const made = creations.filter(({ status }) => status === 201).length
      assert.ok(isBack === 1 ? made === 0 : isBack === 0 && made === 2, JSON.stringify(statuses(replies)))
      for (const { status, json } of restores)
        assert.ok(
          status === 200 || (isBack === 1 && status === 404) || (status === 409 && json.reason === 'name_taken'),
          JSON.stringify(json),
        )
      for (const { status, json } of creations)
        assert.ok(status === 201 || (status === 409 && json.code === 'conflict'), JSON.stringify(json))
      await assertSound(tenantId)
    })
  })
})

describe('one user under many', () => {
  it('blocked, unblocked and changed at once: nothing is lost, what is counted is what there is, and every event a change', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const { id } = await addUser(app, root, { tenantId })
      const replies = await atOnce(12, (service, n) => {
        if (n % 3 === 0) return put(service, id, { firstName: `First ${n}` })
        return n % 3 === 1 ? block(service, id, n % 2 === 0) : put(service, id, { isActive: n % 2 === 0 })
      })
      assert.deepEqual(statuses(replies), { 200: 12 })
      const { isActive, isBlocked, version, firstName } = await rowOf(app, id)
      assert.match(firstName, /^First /)
      assert.deepEqual(await countsOf(app, tenantId), { counted: [{ isActive, isBlocked, n: 1 }], total: 1 })
      assert.equal((await typesOf(app, id)).length, version)
      await assertSound(tenantId)
    })
  })

  it('a block ends every session, and a change beside it brings none back', async () => {
    await everyRound(async () => {
      const { id } = await addUser(app, root, { tenantId: await addTenant(app) })
      const tokens = await Promise.all([tokensOf(app, id), tokensOf(app, id)])
      const replies = await atOnce(8, (service, n) =>
        n === 3
          ? block(service, id, true)
          : put(service, id, n % 2 ? { lastName: `Last ${n}` } : { phoneNumber: `+49151${1_000_000 + n}` }),
      )
      assert.deepEqual(statuses(replies), { 200: 8 })
      for (const { accessToken } of tokens) assert.equal(await statusOf(app, accessToken), 401)
      const open = await app.open.service.database.kysely
        .selectFrom('sessions')
        .select('id')
        .where('accountId', '=', id)
        .where('endedAt', 'is', null)
        .execute()
      assert.deepEqual(open, [])
    })
  })

  it('one version sent by many: one is done', async () => {
    await everyRound(async () => {
      const { id } = await addUser(app, root, { tenantId: await addTenant(app) })
      const replies = await atOnce(8, (service, n) => put(service, id, { lastName: `Name ${n}`, version: 1 }))
      assert.deepEqual(statuses(replies), { 200: 1, 409: 7 })
    })
  })

  it('deleted beside changes, then restored by many: once each, and nothing is changed after the deletion', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const { id } = await addUser(app, root, { tenantId })
      const deleted = await atOnce(8, (service, n) => (n % 2 ? remove(service, id) : put(service, id, { lastName: `Name ${n}` })))
      assert.equal(deleted.filter(({ status }) => status === 204).length, 1, JSON.stringify(statuses(deleted)))
      const changed = deleted.filter(({ status }) => status === 200).length
      const { 'user.updated': told = 0, 'user.deleted': gone } = tally(await typesOf(app, id))
      assert.deepEqual([told, gone, (await rowOf(app, id)).version], [changed, 1, changed + 2])
      assert.deepEqual(statuses(await atOnce(8, (service) => restore(service, id))), { 200: 1, 404: 7 })
      await assertSound(tenantId)
    })
  })
})

describe('a tenant that is deleted', () => {
  it('while users are made in it: whoever was made goes with it, all others are refused', async () => {
    await everyRound(async () => {
      const tenantId = await addTenant(app)
      const replies = await atOnce(9, (service, n) =>
        n === 4 ? service.request('DELETE', `/api/v1/Tenants/${tenantId}`, { token: root }) : create(service, newUser({ tenantId })),
      )
      assert.equal(replies[4]?.status, 204, replies[4]?.text)
      const rest = replies.filter((_, n) => n !== 4)
      assert.ok(rest.every(({ status, json }) => status === 201 || (status === 404 && json.errors[0].field === 'tenantId')))
      const active = await change(app, (ctx) =>
        ctx.db.selectFrom('accounts').select('id').where('tenantId', '=', tenantId).where('isActive', '=', true).execute(),
      )
      assert.deepEqual(active, [], 'nobody is active there')
      await expectTrueCounts(app)
    })
  })
})
