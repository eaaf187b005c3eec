/** The rows of activity say whose account it is and whether it lives, whoever changes that: lists by last sign-in are read from them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { expectStatus, startApp, superAdmin, type TestApp, tenantWithAdmin } from '../harness.ts'
import { binOf } from '../recycle-bin/rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
before(async () => {
  app = await startApp()
  of = binOf(app)
  own = await tenantWithAdmin(app)
})

const db = () => app.open.service.database.kysely

/** Accounts whose activity says something else than they do; with those that have none. */
async function untrue(): Promise<unknown[]> {
  const { rows } = await sql`
    select a.id, a.tenant_id, a.deleted_at, v.* from accounts a left join account_activity v on v.account_id = a.id
    where v.account_id is null or (a.kind, a.tenant_id, a.deleted_at) is distinct from (v.kind, v.tenant_id, v.deleted_at)`.execute(db())
  return rows
}

/** Emails of the list by last sign-in, the newest first. */
const listed = async (token: string) => {
  const { json } = expectStatus(await app.get('/api/v1/Admins?sortBy=lastLoginAt&pageSize=100', { token }), 200)
  assert.equal(json.items.length, json.totalCount)
  return json.items.map(({ email }: { email: string }) => email)
}

describe('the activity of an account', () => {
  it('follows it through making, signing in, deleting, coming back and its end', async () => {
    const { accessToken: token } = await own.signIn()
    const tenantId = own.tenant.id
    const people = [await of.addAdmin(tenantId), await of.addAdmin(tenantId), await of.addAdmin(tenantId)]
    const [first, second, third] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    for (const { email, password } of [second, first]) {
      app.clock.turn(1000)
      await app.signIn(email, password, { tenantId })
    }
    assert.deepEqual((await listed(token)).slice(0, 2), [first.email, second.email])
    assert.equal((await listed(token)).at(-1), third.email)
    assert.deepEqual(await untrue(), [])
    await of.remove(`Admins/${first.id}`, token)
    assert.deepEqual((await listed(token))[0], second.email)
    assert.deepEqual(await untrue(), [])
    expectStatus(await of.restore(first.id, token), 200)
    assert.deepEqual((await listed(token)).slice(0, 2), [first.email, second.email])
    expectStatus(await app.post('/api/v1/admins/bulk-delete', { ids: [second.id, first.id, third.id] }, { token }), 200)
    assert.deepEqual(await untrue(), [])
    assert.ok(!(await listed(token)).some((email: string) => people.some((person) => person.email === email)))
  })

  it('is the platform’s when the account becomes SuperAdmin', async () => {
    const other = await tenantWithAdmin(app)
    const { user } = await other.signIn()
    const token = await app.superToken()
    expectStatus(await app.post(`/api/v1/admins/${user.id}/transfer`, { password: superAdmin.password }, { token }), 200)
    assert.deepEqual(await untrue(), [])
    const row = await db().selectFrom('accountActivity').selectAll().where('accountId', '=', user.id).executeTakeFirstOrThrow()
    assert.equal(row.tenantId, null)
  })

  it('is right where the former version of the service writes, which says nothing of it', async () => {
    const id = uuidv7(new Date())
    const tenantId = own.tenant.id
    await db()
      .insertInto('accounts')
      .values({ id, kind: 'admin', tenantId, email: 'former@example.test', search: '', createdAt: new Date() })
      .execute()
    await sql`insert into account_activity (account_id, failures, last_login_at) values (${id}, 0, now())
      on conflict (account_id) do update set last_login_at = excluded.last_login_at`.execute(db())
    assert.deepEqual(await untrue(), [])
    await sql`update accounts set deleted_at = now(), version = version + 1 where id = ${id}`.execute(db())
    assert.deepEqual(await untrue(), [])
    await sql`delete from accounts where id = ${id}`.execute(db())
  })

  it('is looked up by its key, however the table has grown since its first change', async () => {
    const count = 2000
    await app.open.service.database.session(async (session) => {
      const read = async () => {
        const { rows } = await session.query(`select seq_tup_read as n from pg_stat_xact_user_tables where relname = 'account_activity'`)
        return Number(rows[0].n)
      }
      const change = (many: number) =>
        session.query(`update accounts set version = version + 1 where id = any(array(select id from accounts limit ${many}))`)
      await session.query('begin')
      try {
        await change(1)
        await session.query(`with made as (
            insert into accounts (id, kind, email, search, created_at)
            select gen_random_uuid(), 'user', n || '@grown.test', '', now() from generate_series(1, ${count}) n returning id)
          insert into account_activity (account_id) select id from made`)
        const before = await read()
        await change(50)
        assert.ok((await read()) - before < count)
      } finally {
        await session.query('rollback')
      }
    })
  })
})
