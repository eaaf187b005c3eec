/** kill -9 in the middle of an erasure and of a restore: it goes on to the end, or nothing of it happened. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import type { Client } from '../rig/http.ts'
import { eventually } from '../rig/ports.ts'
import { everyRoundWithin } from '../rig/race.ts'
import { type Service, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv, tokenOf } from './kill-loop.ts'

let databaseUrl: string
let kysely: Kysely<Tables>
before(async () => {
  databaseUrl = (await sharedPostgresDatabase()).url
  const database = await openDatabase({ url: databaseUrl, dataDirectory: null, log: createLogger({ level: 'silent' }) })
  kysely = database.kysely
  after(() => database.close())
})
const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-bin-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))
const start = (failAt?: string): Promise<Service> =>
  startService({ dataDirectory, databaseUrl, env: { ...killEnv, BCRYPT_COST: '4', ...(failAt !== undefined && { FAIL_AT: failAt }) } })

const restoredPeople = 600
let made = 0

/** A deleted tenant with one below it, and far more people in it than one batch takes: rows, for HTTP would take minutes. */
async function deletedTenant(http: Client, token: string, count = restoredPeople): Promise<{ top: string; below: string }> {
  const ask = async (method: string, path: string, body?: object) => {
    const reply = await http.request(method, path, { token, body, timeoutMs: 60_000 })
    assert.ok(reply.status < 300, reply.text)
    return reply.json
  }
  made++
  const top = (await ask('POST', '/api/v1/Tenants', { name: `Top ${made}`, code: `top-${made}` })).id
  const below = (await ask('POST', '/api/v1/Tenants', { name: `Below ${made}`, code: `below-${made}`, parentTenantId: top })).id
  await fill(below, count)
  const removed = await http.request('DELETE', `/api/v1/Tenants/${top}?cascade=true`, { token, timeoutMs: 60_000 })
  assert.equal(removed.status, 204, removed.text)
  return { top, below }
}

async function fill(tenantId: string, count: number): Promise<void> {
  await sql`insert into accounts (id, kind, tenant_id, email, first_name, last_name, search, created_at, is_active)
    select gen_random_uuid(), 'admin', ${tenantId}::uuid, 'kill-' || n || '@example.test', 'Killed', 'Person ' || n, 'killed person ' || n, now(), n % 3 > 0
    from generate_series(1, ${sql.lit(count)}) n`.execute(kysely)
  await sql`insert into tenant_account_counts (tenant_id, kind, is_active, is_blocked, n)
    select tenant_id, kind, is_active, false, count(*) from accounts where tenant_id = ${tenantId} group by 1, 2, 3
    on conflict (tenant_id, kind, is_active, is_blocked) do update set n = excluded.n`.execute(kysely)
  await sql`insert into tenant_totals (tenant_id, admins) values (${tenantId}, ${count})
    on conflict (tenant_id) do update set admins = excluded.admins`.execute(kysely)
}

async function stateOf({ top, below }: { top: string; below: string }) {
  const { rows } = await sql`
    select (select count(*)::integer from tenants where id in (${top}, ${below}) and deleted_at is null) as living,
      (select count(*)::integer from tenants where id in (${top}, ${below})) as tenants,
      (select count(*)::integer from accounts where tenant_id = ${below}) as accounts,
      (select count(*)::integer from accounts where tenant_id = ${below} and is_active) as active,
      (select coalesce(sum(n), 0)::integer from tenant_account_counts where tenant_id = ${below} and is_active) as counted,
      (select count(*)::integer from accounts where tenant_id = ${below} and purged_at is not null) as purged,
      (select coalesce(sum(n), 0)::integer from tenant_account_counts where tenant_id = ${below}) as kept,
      (select count(*)::integer from roles where tenant_id in (${top}, ${below}) and deleted_at is null) as roles,
      (select count(*)::integer from events where type = 'entity.restored' and entity_id in (${top}, ${below})) as restored,
      (select count(*)::integer from events where type = 'entity.purged' and entity_type = 'Admin') as told,
      (select count(distinct entity_id)::integer from events where type = 'entity.purged' and entity_type = 'Admin') as people`.execute(
    kysely,
  )
  return rows[0] as Record<string, number>
}

it('an erasure goes on where it was, and nothing of it can be restored meanwhile', async () => {
  let toldBefore = 0
  await everyRoundWithin({ most: 20 }, async (round) => {
    // every other tenant is one whose people are marked in batches, and it dies among these
    const isLarge = round % 2 === 1
    const people = isLarge ? 2100 : 600
    const batches = 1 + (round % 3)
    const dies = await start(`${isLarge ? 'purge-marks' : 'erasure'}.after-batch:${batches}`)
    const token = await tokenOf(dies.http)
    const tenant = await deletedTenant(dies.http, token, people)
    await dies.http.request('DELETE', `/api/v1/recycle-bin/${tenant.top}`, { token, timeoutMs: 60_000 }).catch(() => null)
    assert.equal(await dies.exited, 'SIGKILL')
    const middle = await stateOf(tenant)
    const isMiddle = isLarge ? middle.purged === 500 * batches : middle.accounts! < people
    assert.ok(isMiddle && middle.tenants === 2, `in the middle: ${JSON.stringify(middle)}`)
    // what is kept of how many there are is true for both halves
    assert.equal(middle.kept, isLarge ? people - middle.purged! : 0)

    // as if the lease had run out and the pause behind it were over: fifty rounds need not wait for them
    await sql`update jobs set state = 'waiting', lease_until = null, run_at = now() where state = 'running'`.execute(kysely)
    const again = await start()
    const after = await tokenOf(again.http)
    for (const id of [tenant.top, tenant.below]) {
      const reply = await again.http.post(`/api/v1/recycle-bin/${id}/restore`, undefined, { token: after })
      assert.equal(reply.status, 404)
    }
    const { items } = (await again.http.get('/api/v1/recycle-bin?pageSize=100', { token: after })).json
    assert.ok(items.every(({ id }: { id: string }) => id !== tenant.top))
    await eventually('everything to be erased', async () => (await stateOf(tenant)).tenants === 0, 60_000)
    assert.equal(await again.kill(), 'SIGKILL')
    const done = await stateOf(tenant)
    assert.equal(done.accounts, 0)
    assert.deepEqual([done.told! - toldBefore, done.people! - toldBefore], [people, people], 'each is told of once')
    toldBefore = done.told!
  })
})

it('a restore of a large tenant is whole or did not happen', async () => {
  let service = await start()
  await everyRoundWithin({ most: 20 }, async (round) => {
    const token = await tokenOf(service.http)
    const tenant = await deletedTenant(service.http, token)
    const restoring = service.http
      .post(`/api/v1/recycle-bin/${tenant.top}/restore`, undefined, { token, timeoutMs: 60_000 })
      .catch(() => null)
    await sleep(20 + ((round * 37) % 150))
    assert.equal(await service.kill(), 'SIGKILL')
    const answer = await restoring
    const state = await stateOf(tenant)
    if (answer?.status === 200) assert.equal(state.living, 2, 'what was acknowledged is there')
    const active = Math.floor((restoredPeople * 2) / 3)
    if (state.living === 2) assert.deepEqual([state.active, state.counted, state.roles, state.restored], [active, active, 4, 2])
    else assert.deepEqual([state.living, state.active, state.counted, state.roles, state.restored], [0, 0, 0, 0, 0])
    service = await start()
    const options = { token: await tokenOf(service.http), timeoutMs: 60_000 }
    const reply = await service.http.post(`/api/v1/recycle-bin/${tenant.top}/restore`, undefined, options)
    assert.equal(reply.status, state.living === 2 ? 404 : 200, reply.text)
    assert.equal((await stateOf(tenant)).active, active)
  })
  await service.kill('SIGTERM')
})

it('a large deletion that dies goes on, and a restore that dies leaves the deletion behind', async () => {
  const [count, active] = [3600, 2400]
  const isOff = async (tenant: Parameters<typeof stateOf>[0]) => {
    // as if the leases and the pauses behind them were over
    await sql`update jobs set state = 'waiting', lease_until = null, run_at = now() where kind = 'tenants.sweep' and
      (state = 'running' and lease_until < now() or run_at > now())`.execute(kysely)
    await sql`update tenants set restoring_until = null where restoring_until is not null`.execute(kysely)
    const { active, counted, living } = await stateOf(tenant)
    return active === 0 && counted === 0 && living === 0
  }
  await everyRoundWithin({ most: 10 }, async (round) => {
    let service = await start(`tenant-switch.after-batch:${1 + (round % 4)}`)
    const tenant = await deletedTenant(service.http, await tokenOf(service.http), count)
    assert.equal(await service.exited, 'SIGKILL')
    const cut = await stateOf(tenant)
    assert.deepEqual([cut.living, cut.active, cut.counted], [0, active - 500 * (1 + (round % 4)), cut.active])
    service = await start()
    await eventually('the deletion to be whole', () => isOff(tenant), 60_000)
    await service.kill()

    service = await start(`tenant-switch.after-batch:${1 + (round % 4)}`)
    const options = { token: await tokenOf(service.http), timeoutMs: 60_000 }
    await service.http.post(`/api/v1/recycle-bin/${tenant.top}/restore`, undefined, options).catch(() => null)
    assert.equal(await service.exited, 'SIGKILL')
    const half = await stateOf(tenant)
    assert.ok(half.active! > 0 && half.living === 0 && half.restored === 0, JSON.stringify(half))
    service = await start()
    if (round % 2 === 1) await eventually('the deletion to be whole again', () => isOff(tenant), 60_000)
    const again = { token: await tokenOf(service.http), timeoutMs: 60_000 }
    const reply = await service.http.post(`/api/v1/recycle-bin/${tenant.top}/restore`, undefined, again)
    assert.equal(reply.status, 200, reply.text)
    const { living, active: back, counted } = await stateOf(tenant)
    assert.deepEqual([living, back, counted], [2, active, active])
    await service.kill('SIGTERM')
  })
})
