/** kill -9 in the middle of a deletion of thousands: whole batches are done, each with its events, counts and names, and nothing else. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { expectTrueCountsIn, insertAdmins } from '../admins/many.ts'
import { connectionsEnded } from '../rig/postgres.ts'
import { everyRound } from '../rig/race.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

const count = 1500
const batch = 500
const at = '/api/v1/admins'
const filter = { search: 'bulk' }
const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-bulk-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

it('leaves whole batches behind, whenever it is killed', async () => {
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const start = (env: Record<string, string> = {}) => startService({ databaseUrl, dataDirectory, env: { ...killEnv, ...env } })
  const place = await makeTenant(await start())
  let cut = 0
  await everyRound(async (round) => {
    const before = await inDatabase(databaseUrl, async (kysely) => {
      await stateOf(kysely)
      await forgetDeleted(kysely)
      await insertAdmins(kysely, { ...place, count, now: new Date() })
      return await stateOf(kysely)
    })
    // between two batches, and at any moment from the first on
    const isBetween = round % 2 === 1
    const service = await start(isBetween ? { FAIL_AT: 'bulk.after-batch:2' } : {})
    const token = await tokenOf(service.http)
    const deleting = service.http.post(`${at}/bulk-delete-all`, { filter }, { token }).catch(() => null)
    if (!isBetween) {
      await firstBatch(service, token)
      await sleep(Math.random() * 150)
      await service.kill()
    }
    assert.equal(await service.exited, 'SIGKILL')
    const answer = await deleting
    const { living, deleted } = await inDatabase(databaseUrl, async (kysely) => {
      await expectTrueCountsIn(kysely)
      return await stateOf(kysely)
    })
    const done = deleted - before.deleted
    assert.ok(done % batch === 0 || living === 0, `${done} were deleted: a batch was cut`)
    if (answer) assert.deepEqual([answer.json.affected, living], [done, 0])
    if (done > 0 && living > 0) cut++
  })
  const service = await start()
  const token = await tokenOf(service.http)
  const rest = await service.http.post(`${at}/bulk-delete-all`, { filter }, { token })
  assert.equal(rest.status, 200, rest.text)
  await service.kill('SIGTERM')
  const { living } = await inDatabase(databaseUrl, stateOf)
  assert.equal(living, 0)
  assert.ok(cut > 0, 'it was never killed in the middle')
})

/** How many there are; fails unless each deleted one has one event that is owed or told, no name and no live session. */
async function stateOf(kysely: Kysely<Tables>): Promise<{ living: number; deleted: number }> {
  // each asks for a set that is hashed: nothing has gathered statistics of tables that are this new
  const { rows } = await sql<Record<string, number>>`
    with mine as materialized (select id, deleted_at from accounts where search like 'bulk admin%')
    select (select count(*) from mine where deleted_at is null) as living,
      (select count(*) from mine where deleted_at is not null) as deleted,
      (select count(*) from events where type = 'admin.deleted') as events,
      (select count(distinct entity_id) from events where type = 'admin.deleted') as told,
      (select count(*) from events where type = 'admin.deleted' and entity_id in (select id::text from mine where deleted_at is null)) as undue,
      (select count(*) from outbox where event_id in (select id from events where type = 'admin.deleted')) as owed,
      (select coalesce(sum(n), 0) from event_counts where type = 'admin.deleted' and scope_id is null) as counted,
      (select count(*) from poisoned_events) as poisoned,
      (select count(*) from account_logins where account_id in (select id from mine where deleted_at is not null)) as names,
      (select count(*) from sessions where ended_at is null and account_id in (select id from mine where deleted_at is not null)) as sessions`.execute(
    kysely,
  )
  const { living, deleted, events, told, undue, owed, counted, poisoned, names, sessions } = rows[0]!
  assert.deepEqual(
    { events, told, undue, outbox: Number(owed) + Number(counted), poisoned, names, sessions },
    { events: deleted, told: deleted, undue: 0, outbox: deleted, poisoned: 0, names: 0, sessions: 0 },
  )
  return { living: Number(living), deleted: Number(deleted) }
}

/** What former rounds did is looked at by then, and would make every question slower. */
async function forgetDeleted(kysely: Kysely<Tables>): Promise<void> {
  for (const table of ['outbox', 'events', 'event_counts', 'sessions']) await sql`delete from ${sql.table(table)}`.execute(kysely)
  await sql`delete from accounts where search like 'bulk admin%' and deleted_at is not null`.execute(kysely)
}

async function firstBatch(service: Service, token: string): Promise<void> {
  const waiting = async () => (await service.http.get(`${at}?search=bulk&pageSize=1`, { token })).json.totalCount as number
  for (const before = await waiting(); (await waiting()) === before; );
}

async function inDatabase<T>(url: string, work: (kysely: Kysely<Tables>) => Promise<T>): Promise<T> {
  await connectionsEnded(url)
  const database = await openDatabase({ url, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  try {
    return await work(database.kysely)
  } finally {
    await database.close()
  }
}

async function makeTenant(service: Service): Promise<{ tenantId: string; roleId: string }> {
  const token = await tokenOf(service.http)
  const mark = randomUUID().slice(0, 8)
  const admin = { email: `first-${mark}@example.test`, firstName: 'First', lastName: 'Admin', password: `long ${mark} word` }
  const tenant = await service.http.post('/api/v1/Tenants', { name: mark, code: `t-${mark}`, admin }, { token })
  assert.equal(tenant.status, 201, tenant.text)
  const { items } = (await service.http.get(`${at}?tenantId=${tenant.json.id}`, { token })).json
  await service.kill('SIGTERM')
  return { tenantId: tenant.json.id, roleId: items[0].role.id }
}
