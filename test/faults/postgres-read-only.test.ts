/** A database that takes no writes for a while: nobody is sent here meanwhile, and when it does, nobody restarts us. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import pg from 'pg'
import type { Reply } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { faultProxy } from '../rig/proxy.ts'
import { type Service, startService } from '../rig/service.ts'
import { killEnv, tokenOf } from './kill-loop.ts'
import { everyKind } from './scene.ts'

type Kinds = Record<string, () => Promise<Reply>>
const writes = ['login', 'create', 'update'] as const

const ready = async (service: Service) => (await service.http.get('/health/ready')).status

async function assertReadOnly(service: Service, kinds: Kinds): Promise<void> {
  await eventually('the service not to be ready', async () => (await ready(service)) === 503, 5000)
  for (let turn = 0; turn < 3; turn++) {
    for (const what of writes) assert.equal((await kinds[what]!()).status, 503, what)
    for (const what of ['me', 'list']) {
      const { status, text } = await kinds[what]!()
      assert.equal(status, 200, `${what}: ${text}`)
    }
    assert.equal(await ready(service), 503)
  }
  assert.equal((await service.http.get('/health/live')).status, 200)
}

/** Without a request that finds out: the first write that comes after it is ready is good, and so are all that come at once. */
async function assertHeals(service: Service, kinds: Kinds): Promise<void> {
  await eventually('the service to be ready', async () => (await ready(service)) === 200, 5000)
  const replies = await Promise.all([...Array(6)].flatMap(() => writes.map((what) => kinds[what]!())))
  assert.deepEqual(
    replies.filter(({ status }) => status >= 300).map(({ text }) => text),
    [],
  )
}

it('a mode that connections are opened in: those of before and of meanwhile are thrown away', async () => {
  const postgres = await throwawayPostgres()
  const databaseUrl = await postgres.createDatabase()
  const service = await startService({ databaseUrl, env: killEnv })
  const kinds = await everyKind(service)
  const token = await tokenOf(service.http)
  const name = pg.escapeIdentifier(new URL(databaseUrl).pathname.slice(1))
  const setReadOnly = async (value: 'on' | 'off') => {
    await withClient(postgres.url, (admin) => admin.query(`alter database ${name} set default_transaction_read_only = ${value}`))
  }
  for (let round = 0; round < 2; round++) {
    await setReadOnly('on')
    // those that are open may write on; what makes new ones necessary is not ours to choose
    await withClient(postgres.url, (admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tenantry'`),
    )
    await assertReadOnly(service, kinds)
    const details = await service.http.get('/api/v1/health', { token })
    assert.deepEqual([details.json.checks.database.status, details.json.checks.database.note], ['degraded', 'takes no writes'])
    await setReadOnly('off')
    await assertHeals(service, kinds)
  }
  assert.ok(service.logs.some(({ msg }) => String(msg).startsWith('the database takes no writes')))
  assert.equal(await service.kill('SIGTERM'), 0)
  await postgres.remove()
})

it('a fail-over: connections that went to the standby are given up once the address leads to a primary again', async () => {
  const primary = await throwawayPostgres()
  const databaseUrl = await primary.createDatabase()
  const proxy = await faultProxy(databaseUrl)
  const service = await startService({ databaseUrl: proxy.through(databaseUrl), env: killEnv })
  const kinds = await everyKind(service)
  const standby = await primary.standby()
  const target = standby.url.replace(/\/postgres$/, new URL(databaseUrl).pathname)
  // what was written last must have come over before it is read there
  const written = await withClient(databaseUrl, async (db) => (await db.query('select pg_current_wal_lsn() as at')).rows[0].at)
  await eventually('the standby', async () => {
    const { rows } = await withClient(target, (db) =>
      db.query('select pg_last_wal_replay_lsn() >= $1::pg_lsn as come from sessions', [written]),
    )
    return rows[0]?.come
  })
  proxy.retarget(target)
  proxy.cut()
  await assertReadOnly(service, kinds)
  proxy.retarget(databaseUrl)
  await assertHeals(service, kinds)
  // what is changed now is read at once: nothing reads from the standby any more
  await eventually('everything to be back', async () => {
    const { rows } = await withClient(target, (db) =>
      db.query(
        `select from pg_stat_activity where application_name like 'tenantry%' and state is not null and datname = current_database()`,
      ),
    )
    return rows.length === 0
  })
  assert.equal(await service.kill('SIGTERM'), 0)
  await standby.remove()
  await primary.remove()
})
