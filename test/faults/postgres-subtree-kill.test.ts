/** kill -9 in the middle of what is written to a large subtree: it goes on to the end, or nothing of it happened, and each is told of once. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { type Kysely, sql } from 'kysely'
import { createLogger } from '#core/log.ts'
import { openDatabase } from '#db/database.ts'
import type { Tables } from '#db/tables.ts'
import { fillBelow, readState } from '../recycle-bin/subtree.ts'
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
const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-subtree-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))
const start = (failAt?: string): Promise<Service> =>
  startService({ dataDirectory, databaseUrl, env: { ...killEnv, BCRYPT_COST: '4', ...(failAt !== undefined && { FAIL_AT: failAt }) } })

const below = 620
type Tree = { readonly mark: string; readonly top: string }

async function make(service: Service, round: number): Promise<Tree> {
  const mark = `kill${round}`
  const options = { token: await tokenOf(service.http), body: { name: 'Top', code: `${mark}-top-0` } }
  const reply = await service.http.request('POST', '/api/v1/Tenants', options)
  assert.equal(reply.status, 201, reply.text)
  await fillBelow(kysely, reply.json.id, `${mark}-leaf`, below)
  return { mark, top: reply.json.id }
}

const ask = async (service: Service, method: string, path: string) =>
  await service.http.request(method, `/api/v1/${path}`, { token: await tokenOf(service.http), timeoutMs: 60_000 })

/** How many below say that they are deleted, and how many are told of by one kind of event. */
async function countsOf({ top }: Tree, event: string) {
  const { rows } = await sql<{ deleted: number; erased: number; told: number }>`
    select count(*) filter (where t.deleted_at is not null)::integer as deleted, count(*) filter (where t.purged_at is not null)::integer as erased,
      (select count(*)::integer from events e join tenant_closure d on d.descendant_id::text = e.entity_id
        where d.ancestor_id = ${top} and d.depth > 0 and e.type = ${event}) as told
    from tenant_closure c join tenants t on t.id = c.descendant_id where c.ancestor_id = ${top} and c.depth > 0`.execute(kysely)
  return rows[0]!
}

/** As if the leases of whoever died, and the pauses behind them, were over: the rounds need not wait for them. */
async function startAgain(): Promise<Service> {
  await sql`update jobs set state = 'waiting', lease_until = null, run_at = now() where state = 'running' or run_at > now()`.execute(kysely)
  await sql`update tenants set restoring_until = null where restoring_until is not null`.execute(kysely)
  return await start()
}

/** Nothing is left to be written. */
const isWritten = async ({ top }: Tree) =>
  (await sql`select from tenants where id = ${top} and (late_marks is not null or is_sweeping)`.execute(kysely)).rows.length === 0
const written = (tree: Tree) => eventually('all of it to be written', () => isWritten(tree), 60_000)

it('deleted, restored and erased by services that die at it', async () => {
  await everyRoundWithin({ most: 2 }, async (round) => {
    const dying = `late-marks.after-batch:${1 + (round % 3)}`
    const marked = Math.min(below, 200 * (1 + (round % 3)))
    let service = await start(dying)
    const tree = await make(service, round)
    const living = await readState(kysely, tree)
    await ask(service, 'DELETE', `Tenants/${tree.top}?cascade=true`).catch(() => null)
    assert.equal(await service.exited, 'SIGKILL')
    assert.deepEqual(await countsOf(tree, 'tenant.deleted'), { deleted: marked, erased: 0, told: marked })
    service = await startAgain()
    await written(tree)
    assert.deepEqual(await countsOf(tree, 'tenant.deleted'), { deleted: below, erased: 0, told: below })
    const deleted = await readState(kysely, tree)
    await service.kill()

    service = await start(dying)
    await ask(service, 'POST', `recycle-bin/${tree.top}/restore`).catch(() => null)
    assert.equal(await service.exited, 'SIGKILL')
    assert.deepEqual(await countsOf(tree, 'entity.restored'), { deleted: below - marked, erased: 0, told: 0 })
    service = await startAgain()
    await written(tree)
    assert.deepEqual(await readState(kysely, tree), deleted, 'the deletion is whole again')
    assert.equal((await ask(service, 'POST', `recycle-bin/${tree.top}/restore`)).status, 200)
    await written(tree)
    assert.deepEqual(await countsOf(tree, 'entity.restored'), { deleted: 0, erased: 0, told: below })
    const withoutLog = (states: string[]) => states.map((state) => state.split(', log')[0])
    assert.deepEqual(withoutLog(await readState(kysely, tree)), withoutLog(living))
    assert.equal((await ask(service, 'DELETE', `Tenants/${tree.top}?cascade=true`)).status, 204)
    await written(tree)
    await service.kill()

    service = await start(dying)
    await ask(service, 'DELETE', `recycle-bin/${tree.top}`).catch(() => null)
    assert.equal(await service.exited, 'SIGKILL')
    assert.deepEqual(await countsOf(tree, 'entity.purged'), { deleted: below, erased: marked, told: marked })
    service = await startAgain()
    const isGone = async () => (await sql`select from tenants where id = ${tree.top}`.execute(kysely)).rows.length === 0
    await eventually('all of it to be erased', isGone, 60_000)
    const { rows } = await sql<{ n: number; of: number }>`
      select count(*)::integer as n, count(distinct entity_id)::integer as of from events where type = 'entity.purged' and entity_type = 'Tenant'
        and entity_name like ${`${tree.mark}-leaf %`}`.execute(kysely)
    assert.deepEqual(rows[0], { n: below, of: below })
    await service.kill('SIGTERM')
  })
})
