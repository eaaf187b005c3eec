/** The live stream: who may open it, what it tells and when it ends. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { minutesMs, secondsMs } from '#core/clock.ts'
import { sendWakes } from '#db/rows/wakes.ts'
import { mostReplayed } from '#modules/notifications/live-notifications.ts'
import { addNotifications } from '#modules/notifications/new-notifications.ts'
import { changeFor, notificationChannel } from '#modules/notifications/notification-signals.ts'
import { setAccount } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { somebody as newAdmin, someNews, tell as tellAt } from './rig.ts'
import { listen } from './sse.ts'

let app: TestApp
let tenantId: string
before(async () => {
  app = await startApp()
  tenantId = (await tenantWithAdmin(app)).tenant.id
})

const path = '/api/v1/notifications'

const somebody = () => newAdmin(app, tenantId)
const tell = (accountId: string, times = 1) => tellAt(app, accountId, tenantId, times)
const ticketOf = async (token: string) =>
  expectStatus(await app.post(`${path}/stream-ticket`, undefined, { token }), 200).json.ticket as string

describe('a stream is opened', () => {
  it('with a token, under the headers of every answer', async () => {
    const me = await somebody()
    await tell(me.id, 2)
    const stream = await listen(app.url, me)
    assert.equal(stream.status, 200)
    const { headers } = stream
    assert.deepEqual(
      ['content-type', 'cache-control', 'x-accel-buffering', 'x-content-type-options', 'x-frame-options'].map((name) => headers[name]),
      ['text/event-stream; charset=utf-8', 'no-store', 'no', 'nosniff', 'DENY'],
    )
    const ready = await stream.next('ready')
    assert.match(stream.text(), /^retry: 5000\n\n/)
    assert.deepEqual([ready.id, ready.data.unreadCount], ['2', 2])
    assert.ok(ready.data.connectionId && ready.data.serverTime)
    stream.cut()
  })

  it('by nobody without one, with a bad one or with one in the address', async () => {
    const me = await somebody()
    const replies = [
      await app.get(`${path}/stream`),
      await app.get(`${path}/stream`, { token: 'no.such.token' }),
      await app.get(`${path}/stream?ticket=${me.token.slice(0, 100)}`),
      await app.get(`${path}/stream?ticket=`),
      await app.get(`${path}/stream?ticket=a&ticket=b`),
    ]
    for (const { status, headers } of replies) assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'])
    const bad = [
      await app.get(`${path}/stream?access_token=x`, me),
      await app.get(`${path}/stream`, { ...me, headers: { 'last-event-id': 'x' } }),
    ]
    for (const { status } of bad) assert.equal(status, 400)
  })

  it('by a ticket once, within a minute', async () => {
    const me = await somebody()
    const ticket = await ticketOf(me.token)
    const all = await Promise.all(Array.from({ length: 5 }, () => listen(app.url, { ticket })))
    assert.deepEqual(
      all.map(({ status }) => status).filter((status) => status === 200),
      [200],
    )
    assert.ok(all.every(({ status }) => status === 200 || status === 401))
    assert.equal((await app.get(`${path}/stream?ticket=${ticket}`)).json.code, 'token_invalid')
    const late = await ticketOf(me.token)
    app.clock.turn(secondsMs(61))
    assert.equal((await app.get(`${path}/stream?ticket=${late}`)).status, 401)
    const stored = JSON.stringify(await app.open.service.database.kysely.selectFrom('streamTickets').selectAll().execute())
    assert.doesNotMatch(stored, new RegExp(ticket))
  })
})

describe('a stream tells', () => {
  it('what is new, read, deleted and left unread, in every tab', async () => {
    const me = await somebody()
    const [one, other] = [await listen(app.url, me), await listen(app.url, { ticket: await ticketOf(me.token) })]
    for (const tab of [one, other]) await tab.next('ready')
    await tell(me.id, 2)
    for (const tab of [one, other]) {
      const created = await tab.next('notification.created', 2)
      assert.deepEqual([created.id, created.data.title, created.data.isRead], ['2', 'T', false])
      assert.deepEqual((await tab.next('notification.unread_count')).data, { count: 2 })
    }
    const { items } = (await app.get(path, me)).json
    assert.deepEqual((await one.next('notification.created', 2)).data, items[0])
    expectStatus(await app.request('PUT', `${path}/${items[0].id}/read`, me), 200)
    expectStatus(await app.request('PUT', `${path}/${items[0].id}/unread`, me), 200)
    expectStatus(await app.request('DELETE', `${path}/${items[1].id}`, me), 204)
    await tell(me.id)
    expectStatus(await app.request('PUT', `${path}/read-all`, me), 200)
    for (const tab of [one, other]) {
      assert.equal((await tab.next('notification.read')).data.id, items[0].id)
      assert.deepEqual((await tab.next('notification.unread')).data, { id: items[0].id })
      assert.deepEqual((await tab.next('notification.deleted')).data, { id: items[1].id })
      assert.ok((await tab.next('notification.read_all')).data.readAt)
      while (tab.events.at(-1)?.data.count !== 0) await new Promise((resolve) => setTimeout(resolve, 10))
      assert.ok(!tab.events.some(({ event }) => event === 'resync'))
      tab.cut()
    }
  })

  it('what was missed, by the last number that a client has; too much by a resync', async () => {
    const me = await somebody()
    const first = await listen(app.url, me)
    await tell(me.id)
    const { id } = await first.next('notification.created')
    first.cut()
    await tell(me.id, 2)
    const second = await listen(app.url, { ...me, lastEventId: id as string })
    assert.deepEqual([(await second.next('notification.created')).id, (await second.next('notification.created', 2)).id], ['2', '3'])
    assert.deepEqual((await second.next('ready')).id, '1')
    second.cut()
    await tell(me.id, mostReplayed + 1)
    const third = await listen(app.url, { ...me, lastEventId: '3' })
    assert.equal((await third.next('resync')).id, String(mostReplayed + 4))
    assert.ok(!third.events.some(({ event }) => event === 'notification.created'))
    third.cut()
    const ahead = await listen(app.url, { ...me, lastEventId: '100000' })
    assert.equal((await ahead.next('resync')).id, String(mostReplayed + 4))
    ahead.cut()
  })

  it('what was changed, when its call comes after the box was read', async () => {
    const me = await somebody()
    const stream = await listen(app.url, me)
    await stream.next('ready')
    const { database } = app.open.service
    await database.kysely.updateTable('notificationBoxes').set({ changes: 2, unread: 4 }).where('accountId', '=', me.id).execute()
    database.notify(notificationChannel, me.id)
    // by which the box was read
    await stream.next('notification.unread_count')
    const at = app.clock.now()
    const second = changeFor(me.id, { n: 2, what: 'deleted', id: randomUUID(), at })
    sendWakes(database, new Set([second, changeFor(me.id, { n: 1, what: 'read_all', id: null, at })]))
    await stream.next('notification.deleted')
    assert.deepEqual(
      stream.events.map(({ event }) => event),
      ['ready', 'notification.unread_count', 'notification.read_all', 'notification.deleted'],
    )
    stream.cut()
  })

  it('what was changed by somebody whose call was lost', async () => {
    const me = await somebody()
    await tell(me.id, 3)
    const stream = await listen(app.url, me)
    await stream.next('ready')
    const { kysely } = app.open.service.database
    const lost = someNews(me.id, tenantId, { title: 'Lost' })
    await kysely.transaction().execute((tx) => addNotifications(tx, new Date(), [lost], new Set()))
    assert.equal((await stream.next('notification.created')).data.title, 'Lost')
    await kysely.updateTable('notificationBoxes').set({ changes: 7 }).where('accountId', '=', me.id).execute()
    await stream.next('resync')
    stream.cut()
  })
})

describe('a stream ends', () => {
  it('with its session, and says so', async () => {
    const me = await somebody()
    const stream = await listen(app.url, me)
    const { tokenId } = (await app.get('/api/v1/auth/admin/sessions', me)).json[0]
    expectStatus(await app.request('DELETE', `/api/v1/auth/admin/sessions/${tokenId}`, me), 204)
    assert.equal((await stream.next('session.revoked')).data.tokenId, tokenId)
    await stream.ended
  })

  it('with its account', async () => {
    const me = await somebody()
    const stream = await listen(app.url, me)
    await setAccount(app, me.id, { isBlocked: true })
    await stream.next('session.revoked')
    await stream.ended
  })

  it('with its token', async () => {
    const me = await somebody()
    const [one, other] = [await listen(app.url, me), await listen(app.url, { ticket: await ticketOf(me.token) })]
    await other.next('ready')
    app.clock.turn(minutesMs(60))
    for (const stream of [one, other]) {
      await stream.next('token.expired')
      await stream.ended
    }
  })

  it('as the oldest of six, over all of an account', async () => {
    const me = await somebody()
    const streams = []
    for (let n = 0; n < 6; n++) {
      const stream = await listen(app.url, me)
      await stream.next('ready')
      streams.push(stream)
    }
    await streams[0]?.ended
    await tell(me.id)
    for (const stream of streams.slice(1)) await stream.next('notification.created')
    for (const stream of streams) stream.cut()
  })

  it('and is told of permissions that changed', async () => {
    const me = await somebody()
    const stream = await listen(app.url, me)
    await stream.next('ready')
    const { kysely } = app.open.service.database
    const { id } = await kysely
      .selectFrom('roles')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('seed', '=', 'Viewer')
      .executeTakeFirstOrThrow()
    await setAccount(app, me.id, { roleId: id })
    assert.deepEqual((await stream.next('permissions.changed')).data, {})
    stream.cut()
  })
})
