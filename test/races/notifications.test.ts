/** Notifications over two processes: streams on both, tickets, counts, and one mail of one new device. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { FanOut, fanOutTargets } from '#events/fan-out.ts'
import { addNotifications } from '#modules/notifications/new-notifications.ts'
import { notificationTarget } from '#modules/notifications/notifications.fan-out.ts'
import { mailsTo } from '../auth/mail.ts'
import { addAdmin, change, login, loginPath, type TestAdmin } from '../auth/people.ts'
import { expectStatus, startTwo, type TestApp, tenantWithAdmin } from '../harness.ts'
import { listen } from '../notifications/sse.ts'
import { rounds } from '../rig/race.ts'

let apps: readonly [TestApp, TestApp]
let tenantId: string
before(async () => {
  apps = await startTwo()
  tenantId = (await tenantWithAdmin(apps[0])).tenant.id
})

const path = '/api/v1/notifications'

async function somebody(): Promise<TestAdmin & { token: string }> {
  const admin = await addAdmin(apps[0], tenantId)
  return { ...admin, token: expectStatus(await login(apps[0], admin), 200).json.accessToken }
}

async function tell(by: TestApp, accountId: string, times = 1): Promise<void> {
  const said = {
    kind: 'admin',
    tenantId,
    type: 'message',
    severity: 'info',
    title: 'T',
    body: 'B',
    data: {},
    link: null,
    actorId: null,
  } as const
  const all = Array.from({ length: times }, () => ({ accountId, eventId: randomUUID(), ...said }))
  await change(by, (ctx) => addNotifications(ctx.db, ctx.now, all, ctx.wakes))
}
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

  it('a ticket opens one stream, wherever it is shown', async () => {
    for (let round = 0; round < rounds(); round++) {
      const me = await somebody()
      const { ticket } = expectStatus(await apps[0].post(`${path}/stream-ticket`, undefined, me), 200).json
      const opened = await Promise.all([...apps, ...apps].map((app) => listen(app.url, { ticket })))
      assert.equal(opened.filter(({ status }) => status === 200).length, 1)
      for (const stream of opened) stream.cut()
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
      const calls = apps.flatMap((app) => [
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
})
