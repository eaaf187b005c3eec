/** Work of the background that failed for good: shown, tried again, given up. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { printDeadJobs, settleDeadJobs } from '#modules/dead-jobs/dead-jobs.command.ts'
import { expectStatus, type Reply, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { race, tally } from '../rig/race.ts'
import { addDeadJob, setAside } from './making.ts'

const path = '/api/v1/jobs'
let app: TestApp
let root: string
before(async () => {
  app = await startApp()
  root = await app.superToken()
})

interface Dead {
  id: string
  type: string
  kind: string
  error: string
  attempts: number | null
}
const list = async (query = ''): Promise<{ items: Dead[]; totalCount: number; nextCursor: string | null }> =>
  expectStatus(await app.get(`${path}${query}`, { token: root }), 200).json
const post = (at: string, body?: object) => app.post(`${path}${at}`, body, { token: root })
const jobOf = async (id: string) =>
  (await sql<Record<string, unknown>>`select * from jobs where id = ${id}`.execute(app.open.service.database.kysely)).rows[0]
const isWaitingInOutbox = async (id: string) =>
  (await sql`select from outbox where event_id = ${id}`.execute(app.open.service.database.kysely)).rows.length === 1
const told = async (type: string, id: string) =>
  (await app.open.service.database.kysely.selectFrom('events').select('id').where('type', '=', type).where('entityId', '=', id).execute())
    .length

describe('dead jobs', () => {
  it('are shown with kind, error and age, the newest first, and never with what they were to do it with', async () => {
    const kind = `shown.${randomUUID()}`
    const [old, young] = [await addDeadJob(app, { kind }), await addDeadJob(app, { kind })]
    const page = await list(`?kind=${kind}`)
    assert.deepEqual([page.items.map(({ id }) => id), page.totalCount], [[young, old], 2])
    assert.deepEqual([page.items[0]!.error, page.items[0]!.attempts, page.items[0]!.type], ['it went wrong', 5, 'job'])
    assert.doesNotMatch(JSON.stringify(page), /payload of a job/)
    const first = await list(`?kind=${kind}&pageSize=1`)
    const second = await list(`?kind=${kind}&pageSize=1&cursor=${first.nextCursor}`)
    assert.deepEqual([first.items[0]!.id, second.items[0]!.id, second.nextCursor], [young, old, null])
  })

  it('are tried again as if for the first time, with an entry of the audit log', async () => {
    const id = await addDeadJob(app)
    assert.deepEqual(expectStatus(await post(`/${id}/retry`), 200).json, { affected: 1 })
    const job = await jobOf(id)
    assert.deepEqual([job!.state, job!.attempts, job!.losses], ['waiting', 0, 0])
    assert.equal(await told('job.retried', id), 1)
    expectStatus(await post(`/${id}/retry`), 404)
  })

  it('whose work waits already under the same key are the same work', async () => {
    const kind = `same.${randomUUID()}`
    const id = await addDeadJob(app, { kind, key: 'one' })
    const other = await addDeadJob(app, { kind, key: 'one' })
    assert.equal((await post('/retry', { kind })).json.affected, 2)
    const { rows } = await sql<{ id: string; state: string }>`select id, state from jobs where kind = ${kind}`.execute(
      app.open.service.database.kysely,
    )
    assert.deepEqual([rows.length, rows[0]!.state, [id, other].includes(rows[0]!.id)], [1, 'waiting', true])
  })

  it('are given up one by one or all of a kind, those of other kinds stay', async () => {
    const kind = `gone.${randomUUID()}`
    const ids = [await addDeadJob(app, { kind }), await addDeadJob(app, { kind }), await addDeadJob(app, { kind })]
    const other = await addDeadJob(app)
    expectStatus(await app.request('DELETE', `${path}/${ids[0]}`, { token: root }), 204)
    assert.deepEqual(expectStatus(await post('/give-up', { kind }), 200).json, { affected: 2 })
    assert.deepEqual([(await list(`?kind=${kind}`)).totalCount, (await jobOf(other))!.state], [0, 'dead'])
    for (const id of ids) assert.equal(await told('job.given_up', id), 1)
  })

  it('that wait or run are nobody’s to settle here', async () => {
    const id = await addDeadJob(app)
    await sql`update jobs set state = 'waiting', run_at = now() + interval '1 day' where id = ${id}`.execute(
      app.open.service.database.kysely,
    )
    expectStatus(await app.request('DELETE', `${path}/${id}`, { token: root }), 404)
    expectStatus(await post(`/${id}/retry`), 404)
  })

  it('are taken once by callers at once', async () => {
    const kind = `race.${randomUUID()}`
    const id = await addDeadJob(app, { kind })
    const replies: Reply[] = await race(
      Array.from({ length: 12 }, (_, n) => () => (n % 2 ? post(`/${id}/retry`) : post('/give-up', { kind }))),
    )
    const affected = replies.reduce((sum, { json }) => sum + (json.affected ?? 0), 0)
    assert.equal(affected, 1, JSON.stringify(tally(replies.map(({ status }) => status))))
    assert.equal((await told('job.retried', id)) + (await told('job.given_up', id)), 1)
  })

  it('are the platform’s alone', async () => {
    const own = await tenantWithAdmin(app)
    const { accessToken } = await own.signIn()
    assert.equal(expectStatus(await app.get(path, { token: accessToken }), 403).json.code, 'permission_denied')
  })
})

describe('events that were set aside', () => {
  it('are shown by their name, told again, or forgotten', async () => {
    await tenantWithAdmin(app)
    const id = await setAside(app, 'tenant.created')
    const [shown] = (await list('?kind=tenant.created')).items
    assert.deepEqual([shown!.id, shown!.type, shown!.attempts, shown!.error], [id, 'event', null, 'it could not be told'])
    expectStatus(await post(`/${id}/retry`), 200)
    assert.ok(await isWaitingInOutbox(id))
    assert.equal((await list('?kind=tenant.created')).totalCount, 0)
    await setAside(app, 'tenant.created')
    const sealed = async () =>
      (await sql`select from audit_seals where event_id = ${id} and kind = 'entry'`.execute(app.open.service.database.kysely)).rows.length
    assert.equal(await sealed(), 0)
    expectStatus(await app.request('DELETE', `${path}/${id}`, { token: root }), 204)
    assert.ok(!(await isWaitingInOutbox(id)))
    // it stays in the log
    assert.equal(await sealed(), 1)
    await setAside(app, 'tenant.created')
    expectStatus(await app.request('DELETE', `${path}/${id}`, { token: root }), 204)
    assert.equal(await sealed(), 1)
  })
})

describe('the command jobs', () => {
  it('prints a line each, and settles by id or kind', async () => {
    const kind = `command.${randomUUID()}`
    const [one, other] = [await addDeadJob(app, { kind }), await addDeadJob(app, { kind })]
    const lines: string[] = []
    await printDeadJobs(app.open.service, (line) => lines.push(line))
    assert.match(lines.find((line) => line.startsWith(one))!, /^\S+\tcommand\.\S+\t\d+\tit went wrong$/)
    assert.equal(await settleDeadJobs(app.open.service, 'retry', one), 1)
    assert.equal(await settleDeadJobs(app.open.service, 'give-up', kind), 1)
    assert.deepEqual([(await jobOf(one))!.state, await jobOf(other)], ['waiting', undefined])
  })
})
