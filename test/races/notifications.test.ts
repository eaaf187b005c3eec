/** Notifications over two processes: streams on both, tickets, counts, and one mail of one new device. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { markFailed } from '#jobs/outgoing-records.ts'
import { emailJobs } from '#modules/emails/failed-many.jobs.ts'
import { notificationChannel } from '#modules/notifications/notification-signals.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { tokenHolding } from '../actors.ts'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin, loginPath } from '../auth/people.ts'
import { addMail } from '../emails/rig.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { somebody as newAdmin, tell as tellAt } from '../notifications/rig.ts'
import { listen } from '../notifications/sse.ts'
import { eventually } from '../rig/ports.ts'
import { rounds } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let tenantId: string
before(async () => {
  apps = await startTwo()
  tenantId = (await tenantWithAdmin(apps[0])).tenant.id
})

const path = '/api/v1/notifications'

const somebodyWhoSends = () => tokenHolding(apps[0], tenantId, ['notifications.send', 'admins.view'])
const somebody = () => newAdmin(apps[0], tenantId)
const tell = (by: TestApp, accountId: string, times = 1) => tellAt(by, accountId, tenantId, times)
const unread = async (token: string) => (await apps[1].get(`${path}/unread-count`, { token })).json.count as number

/** What the kept number must be. */
async function assertCounted(id: string, token: string): Promise<void> {
  const { kysely } = apps[0].open.service.database
  const { n } = await kysely
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('accountId', '=', id)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  assert.equal(await unread(token), Number(n))
}

describe('over two processes', () => {
  it('streams on both are told what either writes, each once and in order', async () => {
    const me = await somebody()
    const streams = await Promise.all(apps.map((app) => listen(app.url, me)))
    for (const stream of streams) await stream.next('ready')
    for (let n = 0; n < 10; n++) await Promise.all(apps.map((app) => tell(app, me.id)))
    const [item] = (await apps[1].get(path, me)).json.items
    expectStatus(await apps[1].request('PUT', `${path}/${item.id}/read`, me), 200)
    for (const stream of streams) {
      await stream.next('notification.created', 20)
      await stream.next('notification.read')
      const ids = stream.events.filter(({ event }) => event === 'notification.created').map(({ id }) => Number(id))
      assert.deepEqual(
        ids,
        Array.from({ length: 20 }, (_, at) => at + 1),
      )
      assert.ok(!stream.events.some(({ event }) => event === 'resync'))
    }
    const { tokenId } = (await apps[0].get('/api/v1/auth/admin/sessions', me)).json[0]
    const startMs = performance.now()
    expectStatus(await apps[0].request('DELETE', `/api/v1/auth/admin/sessions/${tokenId}`, me), 204)
    await Promise.all(streams.map(({ ended }) => ended))
    for (const stream of streams) assert.equal(stream.events.at(-1)?.event, 'session.revoked')
    assert.ok(performance.now() - startMs < 5000)
  })

  it('of one Idempotency-Key tell once', async () => {
    const sender = await somebodyWhoSends()
    for (let round = 0; round < rounds(); round++) {
      const me = await somebody()
      const body = { targets: [{ type: 'admin', id: me.id }], title: 'Once', body: 'B' }
      const headers = { 'idempotency-key': randomUUID() }
      const replies = await Promise.all([...apps, ...apps, ...apps].map((app) => app.post(path, body, { token: sender, headers })))
      for (const reply of replies) assert.deepEqual(expectStatus(reply, 202).json, { affected: 1 })
      assert.equal((await apps[0].get(path, me)).json.totalCount, 1)
      await assertCounted(me.id, me.token)
    }
  })

  it('a ticket opens one stream, wherever it is shown', async () => {
    for (let round = 0; round < rounds(); round++) {
      const me = await somebody()
      const { ticket } = expectStatus(await apps[0].post(`${path}/stream-ticket`, undefined, me), 200).json
      const opened = await Promise.all([...apps, ...apps].map((app) => listen(app.url, { ticket })))
      assert.equal(opened.filter(({ status }) => status === 200).length, 1)
      for (const stream of opened) stream.cut()
    }
  })

  // the embedded database has one connection, which the lock would keep
  it('a stream that is opened while others are told stays', { skip: process.env.TEST_DATABASE !== 'postgres' }, async () => {
    const me = await somebody()
    const first = await listen(apps[0].url, me)
    await first.next('ready')
    const { kysely } = apps[0].open.service.database
    const { promise: isLocked, resolve: locked } = Promise.withResolvers<void>()
    const { promise: isOpened, resolve: opened } = Promise.withResolvers<void>()
    const held = kysely.transaction().execute(async (tx) => {
      await sql`lock table notifications in access exclusive mode`.execute(tx)
      locked()
      await isOpened
    })
    await isLocked
    // the box says that there is news, which cannot be read yet
    await kysely.updateTable('notificationBoxes').set({ lastSeq: 1 }).where('accountId', '=', me.id).execute()
    apps[0].open.service.database.notify(notificationChannel, me.id)
    await eventually('the news to be read', async () => {
      const { rows } = await sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%notifications.seq%'`.execute(
        kysely,
      )
      return rows.length > 0
    })
    const second = await listen(apps[0].url, me)
    await second.next('ready')
    opened()
    await held
    await tell(apps[1], me.id)
    for (const stream of [first, second]) {
      await stream.next('notification.created')
      stream.cut()
    }
  })

  it('the sixth stream of an account ends its first, on whichever it is', async () => {
    const me = await somebody()
    const streams = []
    for (let n = 0; n < 7; n++) {
      const stream = await listen((apps[n % 2] as TestApp).url, me)
      await stream.next('ready')
      streams.push(stream)
    }
    await Promise.all(streams.slice(0, 2).map(({ ended }) => ended))
    await tell(apps[0], me.id)
    for (const stream of streams.slice(2)) await stream.next('notification.created')
    for (const stream of streams) stream.cut()
  })

  it('whatever is read, deleted and told at once, the number of the unread is right', async () => {
    for (let round = 0; round < rounds(); round++) {
      const me = await somebody()
      await tell(apps[0], me.id, 4)
      const { items } = (await apps[0].get(path, me)).json
      // sixteen at once, one half on each process
      const calls = [...apps, ...apps].flatMap((app) => [
        tell(app, me.id, 2),
        app.request('PUT', `${path}/read-all`, me),
        app.request('PUT', `${path}/${items[0].id}/read`, me),
        app.request('DELETE', `${path}/${items[1].id}`, me),
      ])
      const statuses = (await Promise.all(calls)).flatMap((reply) => (reply ? [reply.status] : []))
      assert.deepEqual(new Set(statuses), new Set([200, 204, 404]))
      assert.equal(statuses.filter((status) => status === 204).length, 1)
      await assertCounted(me.id, me.token)
    }
  })

  it('two sign-ins at once from the same new device are one mail and one notification', async () => {
    for (let round = 0; round < rounds(); round++) {
      const admin = await addAdmin(apps[0], tenantId)
      const body = { identifier: admin.email, password: admin.password, tenantId }
      const signIn = (app: TestApp, agent: string) => app.post(loginPath, body, { headers: { 'user-agent': agent } })
      const fanOut = (app: TestApp) => {
        const log = { warn() {}, error() {} }
        return new FanOut(app.open.service, log, {
          targets: [...fanOutTargets, notificationTarget(app.open.service)],
          batchSize: 1,
        }).drain()
      }
      expectStatus(await signIn(apps[0], 'Firefox/1 (Linux)'), 200)
      await fanOut(apps[0])
      await Promise.all(apps.map((app) => signIn(app, 'Chrome/1 (Windows)')))
      await Promise.all(apps.map(fanOut))
      assert.equal((await mailsTo(apps[0], admin.id)).filter(({ template }) => template === 'new_sign_in').length, 1)
      const { kysely } = apps[0].open.service.database
      const told = await kysely.selectFrom('notifications').select('type').where('accountId', '=', admin.id).execute()
      assert.deepEqual(told, [{ type: 'auth.new_sign_in' }])
    }
  })

  it('many mails that fail are told once, whichever process looks and whoever adds to them', async () => {
    for (let round = 0; round < rounds(); round++) {
      const { tenant } = await tenantWithAdmin(apps[0])
      const ids = await Promise.all(Array.from({ length: 16 }, () => addMail(apps[0], tenant.id)))
      const failure = { error: '550 no', code: 'relay_refused' } as const
      const fail = (id: string, at: number) => {
        const { database, clock } = apps[at % 2]!.open.service
        return markFailed(database.kysely, 'emails', id, failure, clock.now())
      }
      const look = async ({ open: { service } }: TestApp) => {
        for (const job of emailJobs) await job.run(service, service.clock.now(), new AbortController().signal)
      }
      await Promise.all([...ids.map(fail), ...apps.map(look)])
      await Promise.all([...apps, ...apps].map(look))
      const { kysely } = apps[0].open.service.database
      const [counted] = await kysely.selectFrom('emailFailures').select('failed').where('tenantId', '=', tenant.id).execute()
      assert.equal(counted?.failed, 16)
      const told = await kysely
        .selectFrom('events')
        .select('id')
        .where('tenantId', '=', tenant.id)
        .where('type', '=', 'email.failed_many')
        .execute()
      assert.equal(told.length, 1)
    }
  })
})
