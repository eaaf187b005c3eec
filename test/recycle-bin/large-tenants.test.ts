/** Tenants with more people than one transaction takes: shut at once, their accounts in batches, and never half of it to be used. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { systemContext } from '#db/rows/system-context.ts'
import { markPeopleOfPurged } from '#modules/recycle-bin/purge-people.ts'
import { sweepTenant } from '#modules/tenants/tenant-sweep.ts'
import { expectTrueCounts, fillAdmins } from '../admins/many.ts'
import { type World, world } from '../groups/world.ts'
import { expectStatus, startApp, superAdmin, type TestApp } from '../harness.ts'
import type { Reply } from '../rig/http.ts'
import { race } from '../rig/race.ts'
import { binOf } from './rig.ts'

let app: TestApp
let of: ReturnType<typeof binOf>
before(async () => {
  // without background work: the test itself says when the job goes on, and where it ends
  app = await startApp()
  of = binOf(app)
})

const many = 1300

interface Scene {
  readonly top: World
  readonly below: World
  /** Switched off by hand before. */
  readonly off: string
}

async function largeTenant(): Promise<Scene> {
  const top = await world(app)
  const below = await world(app, top.tenantId)
  await fillAdmins(app, top, many)
  await fillAdmins(app, below, many)
  const off = await below.member()
  expectStatus(await app.post(`/api/v1/Admins/${off}/deactivate`, {}, { token: top.token }), 200)
  return { top, below, off }
}

const remove = (id: string) => of.remove(`Tenants/${id}?cascade=true`)

/** Runs the job as often as it is asked whether it is to stop: then it does. */
async function sweep(id: string, batches = Number.POSITIVE_INFINITY): Promise<void> {
  let left = batches
  const signal = {
    throwIfAborted() {
      if (left-- <= 0) throw new Error('stopped here')
    },
  } as AbortSignal
  const swept = sweepTenant(systemContext(app.open.service), id, signal)
  await (Number.isFinite(batches) ? assert.rejects(swept, /stopped here/) : swept)
}

/** Of the living accounts of both: how many are active, how many the deletion switched off, and in how many transactions. */
async function stateOf({ top, below }: Scene) {
  const { rows } = await sql<{ active: number; marked: number; batches: number }>`
    select count(*) filter (where is_active)::integer as active, count(*) filter (where deactivated_with is not null)::integer as marked,
      count(distinct updated_at)::integer as batches
    from accounts where tenant_id in (${top.tenantId}, ${below.tenantId}) and deleted_at is null`.execute(app.open.service.database.kysely)
  await expectTrueCounts(app)
  return rows[0]!
}

async function jobs(id: string): Promise<number> {
  const { rows } = await sql`select from jobs where kind = 'tenants.sweep' and key = ${id} and state = 'waiting'`.execute(
    app.open.service.database.kysely,
  )
  return rows.length
}

const all = 2 * many + 2

/** Some account that the deletion takes. */
const anyOf = async ({ tenantId }: World): Promise<string> => {
  const { kysely } = app.open.service.database
  const active = kysely.selectFrom('accounts').select('id').where('tenantId', '=', tenantId).where('isActive', '=', true)
  return (await active.executeTakeFirstOrThrow()).id
}

describe('a tenant with thousands of accounts', () => {
  it('is shut with its deletion, its accounts follow in batches; it comes back with just these', async () => {
    const scene = await largeTenant()
    const { top, below, off } = scene
    await remove(top.tenantId)
    for (const { token } of [top, below])
      assert.equal(expectStatus(await app.get('/api/v1/Admins/me', { token }), 401).json.code, 'session_revoked')
    for (const id of [top.tenantId, below.tenantId]) {
      expectStatus(await app.get(`/api/v1/Tenants/${id}`, { token: await app.superToken() }), 404)
      const login = { identifier: 'nobody', password: 'wrong words here', tenantId: id }
      expectStatus(await app.post('/api/v1/auth/admin/login', login), 401)
    }
    assert.equal(await jobs(top.tenantId), 1)
    assert.deepEqual((await stateOf(scene)).active, all)
    const member = await anyOf(below)
    const handedOver = await app.post(
      `/api/v1/admins/${member}/transfer`,
      { password: superAdmin.password },
      { token: await app.superToken() },
    )
    assert.equal(expectStatus(handedOver, 409).json.code, 'state_conflict')
    await sweep(top.tenantId)
    const gone = await stateOf(scene)
    assert.deepEqual([gone.active, gone.marked], [0, all])
    assert.ok(gone.batches >= 6, `${gone.batches} transactions`)

    expectStatus(await of.restore(top.tenantId), 200)
    const back = await stateOf(scene)
    assert.deepEqual([back.active, back.marked], [all, 0])
    assert.ok(back.batches >= 6, `${back.batches} transactions`)
    const { json } = expectStatus(await app.get(`/api/v1/Admins/${off}`, { token: await app.superToken() }), 200)
    assert.equal(json.isActive, false)
    await sweep(top.tenantId)
    assert.equal((await stateOf(scene)).active, all, 'a job that comes late touches nobody')
  })

  it('restored while its accounts are being switched off: all are there; deleted again: all go', async () => {
    const scene = await largeTenant()
    const { tenantId } = scene.top
    await remove(tenantId)
    await sweep(tenantId, 2)
    assert.equal((await stateOf(scene)).marked, 1000)
    expectStatus(await of.restore(tenantId), 200)
    assert.deepEqual(await stateOf(scene).then(({ active, marked }) => [active, marked]), [all, 0])
    await sweep(tenantId)
    assert.equal((await stateOf(scene)).active, all)
    await remove(tenantId)
    await sweep(tenantId)
    assert.deepEqual(await stateOf(scene).then(({ active, marked }) => [active, marked]), [0, all])
  })

  it('a restore that fails at its end leaves a whole deletion behind, and nobody in', async () => {
    const scene = await largeTenant()
    const { tenantId } = scene.top
    const { kysely } = app.open.service.database
    await remove(tenantId)
    await sweep(tenantId)
    await sql`create function refuse_return() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(kysely)
    await sql`create trigger refuse_return before update on tenants for each row
      when (old.deleted_at is not null and new.deleted_at is null) execute function refuse_return()`.execute(kysely)
    expectStatus(await of.restore(tenantId), 500)
    assert.equal((await stateOf(scene)).active, all, 'switched on ahead')
    assert.equal(await jobs(tenantId), 1)
    assert.equal((await of.entryOf(tenantId)).canRestore, true)
    await sweep(tenantId)
    assert.deepEqual(await stateOf(scene).then(({ active, marked }) => [active, marked]), [0, all])
    await sql`drop trigger refuse_return on tenants`.execute(kysely)
    expectStatus(await of.restore(tenantId), 200)
    assert.equal((await stateOf(scene)).active, all)
  })

  it('restored twice, erased and switched off at once: one of them wins, and the counts are true', async () => {
    const scene = await largeTenant()
    const { tenantId } = scene.top
    await remove(tenantId)
    await sweep(tenantId, 2)
    const [first, second, erased] = await race<Reply | null>([
      () => of.restore(tenantId),
      () => of.restore(tenantId),
      () => of.purge(tenantId),
      () =>
        sweep(tenantId).then(
          () => null,
          () => null,
        ),
    ])
    const won = [first!, second!].filter(({ status }) => status === 200).length
    const isErased = erased!.status === 204
    const said = `${first!.status} ${second!.status} ${erased!.status}`
    assert.ok(
      [first!, second!, erased!].every(({ status }) => [200, 204, 404, 503].includes(status)),
      said,
    )
    assert.ok(won + Number(isErased) <= 1, said)
    if (isErased) await markPeopleOfPurged(systemContext(app.open.service), new AbortController().signal)
    if (!isErased && won === 0) await sweep(tenantId).catch(() => {})
    const { active } = await stateOf(scene)
    if (isErased) assert.equal(active, 0, said)
    if (won === 1) assert.equal(active, all, said)
  })
})
