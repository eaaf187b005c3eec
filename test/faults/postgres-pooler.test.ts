/** A pooler in front of PostgreSQL: one that keeps sessions is as good as none, one that shares them is refused at the start. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { client } from '../rig/http.ts'
import { isPgBouncerInstalled, throwawayPgBouncer } from '../rig/pgbouncer.ts'
import { freePort } from '../rig/ports.ts'
import { type ThrowawayPostgres, throwawayPostgres, withClient } from '../rig/postgres.ts'
import { ServiceEndedAtStart, startService } from '../rig/service.ts'
import { killEnv } from './kill-loop.ts'
import { everyKind } from './scene.ts'

/** How the service ends at start, and what it says of it. */
async function endOf(databaseUrl: string): Promise<{ exit: unknown; stderr: readonly string[] }> {
  try {
    const service = await startService({ databaseUrl, env: killEnv })
    await service.kill()
  } catch (error) {
    if (error instanceof ServiceEndedAtStart) return error
    throw error
  }
  throw new Error('the service started')
}

describe('PgBouncer', { skip: !isPgBouncerInstalled() && 'PgBouncer is not installed' }, () => {
  let postgres: ThrowawayPostgres
  before(async () => {
    postgres = await throwawayPostgres()
  })

  it('in session mode serves every kind of call, with our limits in force', async () => {
    const databaseUrl = await postgres.createDatabase()
    await using pooler = await throwawayPgBouncer(databaseUrl, { pool_mode: 'session' })
    const service = await startService({ databaseUrl: pooler.through(databaseUrl), env: killEnv })
    const kinds = await everyKind(service)
    for (let turn = 0; turn < 5; turn++) {
      const replies = await Promise.all(Object.values(kinds).flatMap((call) => [call(), call()]))
      for (const { status, text } of replies) assert.ok(status < 300, text)
    }
    assert.equal((await service.http.get('/health/ready')).status, 200)
    // a table that is locked is waited for no longer than our own limits say
    await withClient(databaseUrl, async (admin) => {
      await admin.query('begin; lock table accounts in access exclusive mode')
      const reply = await kinds.create!()
      assert.equal(reply.status, 503, reply.text)
      await admin.query('rollback')
    })
    assert.equal((await kinds.create!()).status, 201)
    assert.equal(await service.kill('SIGTERM'), 0)
  })

  for (const settings of [
    { pool_mode: 'transaction' },
    { pool_mode: 'transaction', server_round_robin: '1', min_pool_size: '5' },
    { pool_mode: 'statement' },
  ]) {
    it(`with ${JSON.stringify(settings)} is refused at the start, in a sentence`, async () => {
      const databaseUrl = await postgres.createDatabase()
      await using pooler = await throwawayPgBouncer(databaseUrl, settings)
      const through = pooler.through(databaseUrl)
      const others = new AbortController()
      // others use the same connections meanwhile
      const load = Array.from({ length: 4 }, async () => {
        await withClient(through, async (db) => {
          while (!others.signal.aborted) await db.query('select pg_sleep(0.002)')
        })
      })
      const { exit, stderr } = await endOf(through)
      others.abort()
      await Promise.all(load)
      assert.equal(exit, 78)
      assert.match(stderr.join('\n'), /^tenantry: the pooler in front of PostgreSQL .*pool_mode = session\)$/)
    })
  }

  it('which refuses a parameter of the address is told as that, and not waited for', async () => {
    const databaseUrl = await postgres.createDatabase()
    await using pooler = await throwawayPgBouncer(databaseUrl, { pool_mode: 'session' })
    const { exit, stderr } = await endOf(`${pooler.through(databaseUrl)}?options=-c%20work_mem%3D8MB`)
    assert.equal(exit, 78)
    assert.match(stderr.join('\n'), /refuses DATABASE_URL: unsupported startup parameter: options$/)
  })

  it('whose server is away is waited for', async () => {
    const databaseUrl = await postgres.createDatabase()
    await using pooler = await throwawayPgBouncer(databaseUrl, { pool_mode: 'session', server_login_retry: '1' })
    await postgres.stop('fast')
    const port = await freePort()
    const starting = startService({ databaseUrl: pooler.through(databaseUrl), env: { ...killEnv, PORT: String(port) } })
    await assert.doesNotReject(async () => {
      for (let tries = 0; tries < 100; tries++) {
        const reply = await client(`http://127.0.0.1:${port}`)
          .get('/health')
          .catch(() => null)
        if (reply?.status === 503) return
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
      throw new Error('nothing answers while the database is away')
    })
    await postgres.start()
    await (await starting).kill()
  })
})

describe('what DATABASE_URL says of a session', () => {
  let postgres: ThrowawayPostgres
  before(async () => {
    postgres = await throwawayPostgres()
  })

  it('is kept beside our own settings, which win', async () => {
    const databaseUrl = await postgres.createDatabase()
    const options = encodeURIComponent('-c work_mem=7MB -c TimeZone=Asia/Riyadh -c statement_timeout=0')
    const service = await startService({ databaseUrl: `${databaseUrl}?options=${options}`, env: killEnv })
    const kinds = await everyKind(service)
    assert.equal((await kinds.list!()).status, 200)
    await withClient(databaseUrl, async (admin) => {
      // a trigger tells what the sessions of the service are set to
      await admin.query(`create table told (work_mem text, time_zone text, patience text)`)
      await admin.query(`create function tell() returns trigger language plpgsql as $$ begin
        insert into told values (current_setting('work_mem'), current_setting('TimeZone'), current_setting('statement_timeout')); return new; end $$`)
      await admin.query('create trigger tell after insert on accounts for each row execute function tell()')
      assert.equal((await kinds.create!()).status, 201)
      const { rows } = await admin.query('select distinct * from told')
      assert.deepEqual(rows, [{ work_mem: '7MB', time_zone: 'UTC', patience: '5s' }])
    })
    assert.equal(await service.kill('SIGTERM'), 0)
  })
})

describe('the extension pg_trgm', () => {
  let postgres: ThrowawayPostgres
  before(async () => {
    postgres = await throwawayPostgres()
    await withClient(postgres.url, (admin) => admin.query('create role plain login'))
  })
  /** A database that an account without any privilege but this may use. */
  async function databaseOfPlain(...prepare: string[]): Promise<string> {
    const databaseUrl = await postgres.createDatabase()
    await withClient(databaseUrl, async (admin) => {
      for (const statement of ['grant all on schema public to plain', ...prepare]) await admin.query(statement)
    })
    return databaseUrl.replace('//postgres@', '//plain@')
  }

  it('which the account may not create is told, and is enough once it is there', async () => {
    const databaseUrl = await databaseOfPlain()
    const { exit, stderr } = await endOf(databaseUrl)
    assert.equal(exit, 78)
    assert.match(
      stderr.join('\n'),
      /^tenantry: this account of PostgreSQL may not create the extension pg_trgm; .*CREATE EXTENSION pg_trgm/,
    )
    await withClient(databaseUrl.replace('//plain@', '//postgres@'), (admin) => admin.query('create extension pg_trgm'))
    const service = await startService({ databaseUrl, env: killEnv })
    await service.kill()
  })

  it('works from any schema', async () => {
    const databaseUrl = await databaseOfPlain(
      'create schema "Extra things"',
      'grant usage on schema "Extra things" to plain',
      'create extension pg_trgm schema "Extra things"',
    )
    const service = await startService({ databaseUrl, env: killEnv })
    const kinds = await everyKind(service)
    assert.equal((await kinds.create!()).status, 201)
    assert.equal((await service.http.get('/health/ready')).status, 200)
    assert.equal(await service.kill('SIGTERM'), 0)
  })

  it('in a schema that the account may not use is told', async () => {
    const databaseUrl = await databaseOfPlain('create schema hidden', 'create extension pg_trgm schema hidden')
    const { exit, stderr } = await endOf(databaseUrl)
    assert.equal(exit, 78)
    assert.match(stderr.join('\n'), /lies in the schema hidden, which this account of PostgreSQL may not use$/)
  })
})
