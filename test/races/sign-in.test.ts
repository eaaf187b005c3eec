import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { client as clientOf } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres } from '../rig/postgres.ts'
import { isPostgresInstalled } from '../rig/postgres-install.ts'
import { everyRound, race, tally } from '../rig/race.ts'
import { type Service, startReplicas } from '../rig/service.ts'

const password = 'a first password for races'
const identifier = 'superadmin@tenantry.local'
const base = '/api/v1/auth/admin'
const callers = 16

describe('sign-in on two processes', { skip: !isPostgresInstalled() && 'no PostgreSQL server is installed' }, () => {
  let services: Service[]
  let database: pg.Client

  before(async () => {
    const { url } = await throwawayPostgres()
    services = await startReplicas(2, {
      databaseUrl: url,
      env: {
        RATE_LIMITS: 'off',
        BOOTSTRAP_ADMIN_PASSWORD: password,
        LOG_LEVEL: 'warn',
      },
    })
    database = new pg.Client(url)
    database.on('error', () => {})
    await database.connect()
  })
  after(() => database.end())

  const post = (n: number, path: string, body?: unknown, token?: string) =>
    clientOf(services[n % services.length]!.url).post(`${base}${path}`, body, { token })
  const signIn = (n: number, more: object = {}) => post(n, '/login', { identifier, password, isPlatformAdmin: true, ...more })
  const everybody = (call: (n: number) => Promise<{ status: number; json: Record<string, string> }>) =>
    race(Array.from({ length: callers }, (_, n) => () => call(n)))
  const forgive = () => database.query('update account_activity set failures = 0, locked_until = null; delete from name_failures')
  const count = async (text: string): Promise<number> => Number((await database.query(text)).rows[0].count)

  it('lets one of sixteen refreshes of a token through, and the family lives', async () => {
    await everyRound(async () => {
      const { refreshToken } = (await signIn(0)).json
      const replies = await everybody((n) => post(n, '/refresh', { refreshToken }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: 1, 401: callers - 1 })
      const won = replies.find(({ status }) => status === 200)!.json
      assert.equal((await post(1, '/refresh', { refreshToken: won.refreshToken })).status, 200)
    })
  })

  it('counts every failure up to the lock, and locks once', async () => {
    await everyRound(async () => {
      await forgive()
      const before = await count("select count(*) from events where type = 'auth.account.locked'")
      const replies = await everybody((n) => signIn(n, { password: 'not the password' }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 401: 5, 423: callers - 5 })
      assert.equal(await count("select count(*) from events where type = 'auth.account.locked'"), before + 1)
      assert.equal((await database.query('select max(failures) from account_activity')).rows[0].max, 5)
    })
    await forgive()
  })

  it('counts an account over both of its names and each name by itself, like one that nobody has', async () => {
    await everyRound(async (round) => {
      const before = await count("select count(*) from events where type = 'auth.account.locked'")
      const names = ['superadmin', identifier]
      const replies = await everybody((n) => signIn(n, { identifier: names[(n >> 1) % 2], password: 'not the password' }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 401: 10, 423: callers - 10 })
      assert.equal(await count("select count(*) from events where type = 'auth.account.locked'"), before + 1)
      assert.equal((await database.query('select max(failures) from account_activity')).rows[0].max, 5)
      const strangers = await everybody((n) => signIn(n, { identifier: `nobody-${round}-${(n >> 1) % 2}`, password: 'not the password' }))
      assert.deepEqual(tally(strangers.map(({ status }) => status)), { 401: 10, 423: callers - 10 })
      assert.equal((await signIn(0)).status, 423)
      await database.query('delete from name_failures')
      assert.equal((await signIn(1)).status, 401, 'the account is locked, and its name says nothing of it')
      await forgive()
    })
  })

  it('lets no sign-in wait for ever beside failures of its names', async () => {
    await everyRound(async () => {
      const replies = await everybody((n) =>
        signIn(n, n % 4 === 0 ? {} : { identifier: n % 4 === 1 ? 'superadmin' : identifier, password: 'wrong' }),
      )
      for (const { status } of replies) assert.ok([200, 401, 423].includes(status), String(status))
      await forgive()
    })
  })

  it('ends a stolen family once, and tells it once', async () => {
    await everyRound(async () => {
      const first = (await signIn(0)).json
      const next = (await post(0, '/refresh', { refreshToken: first.refreshToken })).json
      await database.query("update refresh_tokens set used_at = used_at - interval '11 seconds' where used_at is not null")
      const before = await count("select count(*) from events where type = 'auth.token.reuse_detected'")
      const replies = await everybody((n) => post(n, '/refresh', { refreshToken: first.refreshToken }))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 401: callers })
      assert.equal(await count("select count(*) from events where type = 'auth.token.reuse_detected'"), before + 1)
      assert.equal((await post(1, '/refresh', { refreshToken: next.refreshToken })).status, 401)
    })
  })

  it('leaves no session of more than fifty, whoever signs in at once', async () => {
    for (let n = 0; n < 60; n += callers) await everybody((n) => signIn(n))
    await everyRound(async () => {
      const replies = await everybody((n) => signIn(n))
      assert.deepEqual(tally(replies.map(({ status }) => status)), { 200: callers })
      assert.equal(await count('select count(*) from sessions where ended_at is null and ended_because is null'), 50)
    })
  })

  it('leaves nothing of refreshes that run beside a logout', async () => {
    await everyRound(async () => {
      const { refreshToken, accessToken } = (await signIn(0)).json
      const [next] = await race([() => post(0, '/refresh', { refreshToken }), () => post(1, '/logout', undefined, accessToken)])
      assert.ok(next!.status === 200 || next!.status === 401)
      if (next!.status === 200) assert.equal((await post(1, '/refresh', { refreshToken: next!.json.refreshToken })).status, 401)
      assert.equal(await count('select count(*) from sessions where ended_at is null and ended_because is null'), 0)
    })
  })

  it('takes a temporary password once', async () => {
    await everyRound(async () => {
      await database.query(`update accounts set temporary_password_until = now() + interval '1 hour'`)
      await database.query(`update credentials set used_at = null where kind = 'password'`)
      const replies = await everybody((n) => signIn(n))
      const statuses = tally(replies.map(({ status }) => status))
      assert.equal(statuses[200], 1)
      await forgive()
    })
    await database.query('update accounts set temporary_password_until = null')
  })

  it('leaves nobody in who signed in beside a suspension or a block, not even after it', async () => {
    const { tenantId, accountId, email } = await tenantAdmin()
    const shutOuts: [string, string, string][] = [
      ['tenant', 'update tenants set status = $2, sessions_valid_after = clock_timestamp() where id = $1', 'Suspended'],
      ['tenant', 'update tenants set status = $2, sessions_valid_after = clock_timestamp() where id = $1', 'Cancelled'],
      ['account', 'update accounts set is_blocked = $2 where id = $1', 'true'],
    ]
    await everyRound(async (round) => {
      const [topic, text, value] = shutOuts[round % shutOuts.length]!
      const subject = topic === 'tenant' ? tenantId : accountId
      const set = async (sql: string, to: string) => {
        await database.query('begin')
        await database.query('select from tenants where id = $1 for update', [tenantId])
        await database.query(sql, [subject, to])
        await database.query('insert into revocations (id, at, topic, subject) values (gen_random_uuid(), now(), $1, $2)', [topic, subject])
        await database.query('commit')
      }
      const [taken, ...replies] = await race<{ status: number; json: Record<string, string> } | null>([
        async () => {
          await set(text, value)
          return null
        },
        ...Array.from({ length: 4 }, (_, n) => () => post(n, '/login', { identifier: email, password, tenantId })),
      ])
      assert.equal(taken, null)
      const isDead = async (n: number, token: string | undefined) =>
        (await clientOf(services[n]!.url).get(`${base}/sessions`, { token })).status === 401
      for (const reply of replies) {
        assert.ok(reply!.status === 200 || reply!.status === 403, String(reply!.status))
        if (reply!.status !== 200) continue
        const { accessToken } = reply!.json
        for (const n of [0, 1]) await eventually('the token to be dead', () => isDead(n, accessToken))
        let { refreshToken } = reply!.json
        await eventually('the refresh token to be dead', async () => {
          const next = await post(0, '/refresh', { refreshToken })
          refreshToken = next.json.refreshToken ?? refreshToken
          return next.status === 401
        })
      }
      if (topic === 'account') return await set(text, 'false')
      await set('update tenants set status = $2 where id = $1', 'Active')
      for (const reply of replies) if (reply!.status === 200) assert.ok(await isDead(0, reply!.json.accessToken))
      await eventually(
        'sign-in to be possible again',
        async () => (await post(0, '/login', { identifier: email, password, tenantId })).status === 200,
      )
    })
  })

  /** An admin of a tenant, with the password of the SuperAdmin. */
  async function tenantAdmin() {
    const [tenantId, accountId, email] = [randomUUID(), randomUUID(), 'raced@example.test']
    await database.query("insert into tenants (id, code, name, created_at) values ($1, 'raced', 'Raced', now())", [tenantId])
    await database.query('insert into tenant_closure values ($1, $1, 0)', [tenantId])
    await database.query("insert into accounts (id, kind, tenant_id, email, search, created_at) values ($1, 'admin', $2, $3, '', now())", [
      ...[accountId, tenantId, email],
    ])
    await database.query("insert into account_logins values ('admin', $1, $2, $3)", [tenantId, email, accountId])
    await database.query(
      `insert into credentials (id, account_id, kind, secret, created_at)
       select gen_random_uuid(), $1, 'password', secret, now() from credentials where kind = 'password' limit 1`,
      [accountId],
    )
    await database.query("insert into revocations (id, at, topic, subject) values (gen_random_uuid(), now(), 'tenant', $1)", [tenantId])
    await eventually('both processes to know the tenant', async () => {
      const replies = await Promise.all([0, 1].map((n) => post(n, '/login', { identifier: email, password, tenantId })))
      return replies.every(({ status }) => status === 200)
    })
    await forgive()
    return { tenantId, accountId, email }
  }
})
