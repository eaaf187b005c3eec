/** One's own notifications: told, read, counted, deleted, and nobody else's. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { daysMs } from '#core/clock.ts'
import { notificationJobs } from '#modules/notifications/notifications.jobs.ts'
import { tokenHolding } from '../actors.ts'
import { addAdmin } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { addUser } from '../users/rig.ts'
import { somebody as newAdmin, tell as tellAt } from './rig.ts'

let app: TestApp
let tenantId: string
let tenantCode: string
let token: string
before(async () => {
  app = await startApp()
  const own = await tenantWithAdmin(app)
  tenantId = own.tenant.id
  tenantCode = own.tenant.code
  token = (await own.signIn()).accessToken
})

const path = '/api/v1/notifications'
type Target = { type: 'admin' | 'user'; id: string }
const send = (targets: readonly Target[], more: object = {}, by = token) =>
  app.post(path, { targets, title: 'News', body: 'Of today', ...more }, { token: by })
const list = async (by: string, query = '') => expectStatus(await app.get(`${path}${query}`, { token: by }), 200).json

const targetOf = ({ id }: { id: string }): Target => ({ type: 'admin', id })
const somebody = () => newAdmin(app, tenantId)
const tell = (accountId: string, times: number) => tellAt(app, accountId, tenantId, times)

describe('a notification that is sent', () => {
  it('reaches admins and users once each, as the text that it is', async () => {
    const admin = await somebody()
    const user = await addUser(app, tenantCode)
    const title = '<b>Sunday</b> & later'
    const targets: Target[] = [targetOf(admin), { type: 'user', id: user.id }, targetOf(admin)]
    const answer = expectStatus(await send(targets, { title, severity: 'warning', link: '/news' }), 202)
    assert.deepEqual(answer.json, { affected: 2 })
    for (const by of [admin.token, (await user.signIn()).accessToken]) {
      const page = await list(by)
      assert.deepEqual([page.totalCount, page.unreadCount], [1, 1])
      const [{ id, createdAt, actor, ...item }] = page.items
      assert.ok(id && createdAt)
      assert.deepEqual(item, {
        type: 'message',
        title,
        body: 'Of today',
        severity: 'warning',
        data: {},
        link: '/news',
        isRead: false,
        readAt: null,
        tenantId,
      })
      // users are told of no admin, and this one may see none
      assert.equal(actor, null)
    }
    const log = expectStatus(await app.get('/api/v1/audit?action=notification.sent', { token }), 200)
    assert.doesNotMatch(log.text, /Sunday/)
  })

  it('names its sender to who may see admins and has them in scope', async () => {
    const seeing = await tokenHolding(app, tenantId, ['admins.view', 'notifications.send'])
    const me = expectStatus(await app.get('/api/v1/Admins/me', { token: seeing }), 200).json
    const sender = expectStatus(await app.get('/api/v1/Admins/me', { token }), 200).json
    expectStatus(await send([{ type: 'admin', id: me.id }]), 202)
    expectStatus(await send([{ type: 'admin', id: me.id }], {}, await app.superToken()), 202)
    expectStatus(await send([{ type: 'admin', id: me.id }], {}, seeing), 202)
    const actors = (await list(seeing)).items.map(({ actor }: { actor: unknown }) => actor)
    assert.deepEqual(actors, [null, null, { id: sender.id, name: `${sender.firstName} ${sender.lastName}` }])
  })

  it('is in nobody’s name who did not write it', async () => {
    const [target, acted] = [await somebody(), await tokenHolding(app, tenantId, ['notifications.send', 'admins.view'])]
    const { id } = expectStatus(await app.get('/api/v1/Admins/me', { token: acted }), 200).json
    const seeing = await tokenHolding(app, tenantId, ['admins.view'])
    const mine = expectStatus(await app.get('/api/v1/Admins/me', { token: seeing }), 200).json.id
    const { accessToken } = expectStatus(
      await app.post(`/api/v1/auth/admin/impersonate/${id}`, { reason: 'Asked for help' }, { token: await app.superToken() }),
      200,
    ).json
    expectStatus(await send([targetOf(target), { type: 'admin', id: mine }], {}, accessToken), 202)
    expectStatus(await send([{ type: 'admin', id: mine }], {}, acted), 202)
    const actors = (await list(seeing)).items.map(({ actor }: { actor: { id: string } | null }) => actor?.id ?? null)
    assert.deepEqual(actors, [id, null])
  })

  it('is told once for one Idempotency-Key within a day, and under another to all again', async () => {
    const [admin, key] = [await somebody(), randomUUID()]
    const body = { targets: [targetOf(admin)], title: 'Once', body: 'Of today' }
    const sendBy = (key: string, more: object = {}, by = token) =>
      app.post(path, { ...body, ...more }, { token: by, headers: { 'idempotency-key': key } })
    const all = await Promise.all(Array.from({ length: 8 }, () => sendBy(key)))
    for (const reply of all) assert.deepEqual(expectStatus(reply, 202).json, { affected: 1 })
    assert.equal((await list(admin.token)).totalCount, 1)
    assert.equal(expectStatus(await sendBy(key, { title: 'Twice' }), 409).json.code, 'idempotency_key_reused')
    expectStatus(await sendBy('with a space'), 400)
    // what was told to nobody holds no key
    const lost = randomUUID()
    expectStatus(await sendBy(lost, { targets: [{ type: 'admin', id: randomUUID() }] }), 404)
    expectStatus(await sendBy(lost), 202)
    expectStatus(await sendBy(key, {}, await tokenHolding(app, tenantId, ['notifications.send', 'admins.view'])), 202)
    assert.equal((await list(admin.token)).totalCount, 3)
    const aged = new Date(app.clock.now().getTime() - daysMs(1))
    await app.open.service.database.kysely.updateTable('notificationKeys').set({ createdAt: aged }).execute()
    expectStatus(await sendBy(key, { title: 'Of the next day' }), 202)
    assert.equal((await list(admin.token)).totalCount, 4)
  })

  it('reaches nobody where one of its targets is foreign, unknown or deleted', async () => {
    const admin = await somebody()
    const foreign = (await (await tenantWithAdmin(app)).signIn()).user.id
    const gone = await somebody()
    expectStatus(await app.request('DELETE', `/api/v1/Admins/${gone.id}`, { token }), 204)
    const replies = []
    for (const id of [foreign, randomUUID(), gone.id]) replies.push(await send([targetOf(admin), { type: 'admin', id }]))
    replies.push(await send([{ type: 'user', id: admin.id }]))
    for (const { status, json } of replies) assert.deepEqual([status, json.code, json.errors[0].field], [404, 'not_found', 'targets'])
    assert.equal((await list(admin.token)).totalCount, 0)
  })

  it('is refused with what is wrong', async () => {
    const target = targetOf(await somebody())
    const bad: [object, string][] = [
      [{ targets: [] }, 'targets'],
      [{ targets: Array.from({ length: 1001 }, () => target) }, 'targets'],
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ title: '\u202eother way round' }, 'title'],
      [{ title: '\u200b\u2800' }, 'title'],
      [{ body: 'x'.repeat(2001) }, 'body'],
      [{ body: ' ' }, 'body'],
      [{ body: '\u200b\n\u2800' }, 'body'],
      [{ body: 'bell\u0007' }, 'body'],
      [{ body: 'clear\u001b[2J' }, 'body'],
      [{ body: 'paid to \u202emoc.live' }, 'body'],
      [{ body: '\ud800' }, 'body'],
      [{ severity: 'loud' }, 'severity'],
      [{ link: '//elsewhere.example' }, 'link'],
      [{ link: 'javascript:alert(1)' }, 'link'],
      [{ link: '/\\elsewhere.example' }, 'link'],
      [{ link: 'console' }, 'link'],
      [{ link: ' /console' }, 'link'],
      [{ link: '/console\u0000' }, 'link'],
      [{ link: '/a\u0001b' }, 'link'],
      [{ link: '/\t/elsewhere.example' }, 'link'],
      [{ link: '/txt.\u202eexe' }, 'link'],
      [{ link: 'http:elsewhere.example' }, 'link'],
      [{ link: 'https:\\\\elsewhere.example' }, 'link'],
      [{ link: 'https://bank.example@elsewhere.example/' }, 'link'],
      [{ link: 'https://bank.example:443@elsewhere.example/' }, 'link'],
      [{ link: 'https://' }, 'link'],
      [{ link: 'data:text/html,x' }, 'link'],
      [{ link: 'JaVaScRiPt:alert(1)' }, 'link'],
      [{ html: true }, 'html'],
    ]
    for (const [more, field] of bad) {
      const { status, json } = await send([target], more)
      assert.deepEqual([status, json.errors?.[0]?.field.split('.')[0]], [400, field], JSON.stringify(more).slice(0, 80))
    }
    for (const link of ['https://status.example/today', 'HTTP://status.example/@today?a=b#c', '/', '/webhooks/1?tab=log#last'])
      expectStatus(await send([target], { link }), 202)
    const body = 'First line\r\n\tand the second.\nمرحبًا \u200f(1)\u200f 👩‍💻'
    expectStatus(await send([target], { body }), 202)
  })
})

describe('notifications of my own', () => {
  it('are listed newest first, filtered, searched and paged with their kept number of unread', async () => {
    const me = await somebody()
    for (const severity of ['info', 'critical', 'info'])
      expectStatus(await send([targetOf(me)], { severity, title: `Of ${severity}` }), 202)
    const all = await list(me.token)
    const titles = (page: typeof all) => page.items.map(({ title }: { title: string }) => title)
    assert.deepEqual(titles(all), ['Of info', 'Of critical', 'Of info'])
    expectStatus(await app.request('PUT', `${path}/${all.items[0].id}/read`, { token: me.token }), 200)
    const numbers = async (query: string) => {
      const { totalCount, unreadCount } = await list(me.token, query)
      return [totalCount, unreadCount]
    }
    assert.deepEqual(await numbers('?severity=critical'), [1, 2])
    assert.deepEqual(await numbers('?isRead=true'), [1, 2])
    assert.deepEqual(await numbers('?isRead=false'), [2, 2])
    assert.deepEqual(await numbers('?type=job.finished'), [0, 2])
    assert.deepEqual(await numbers('?search=CRIT'), [1, 2])
    assert.deepEqual(await numbers('?search=%25'), [0, 2])
    const first = await list(me.token, '?pageSize=2')
    const second = await list(me.token, `?pageSize=2&cursor=${encodeURIComponent(first.nextCursor)}`)
    assert.deepEqual([...titles(first), ...titles(second)], titles(all))
    assert.equal(second.nextCursor, null)
    assert.deepEqual(titles(await list(me.token, '?sortDirection=asc&pageSize=1&page=3')), ['Of info'])
  })

  it('are read once, however often that is said', async () => {
    const me = await somebody()
    await tell(me.id, 2)
    const { id } = (await list(me.token)).items[0]
    const read = () => app.request('PUT', `${path}/${id}/read`, { token: me.token })
    const first = expectStatus(await read(), 200).json
    assert.ok(first.isRead && first.readAt)
    app.clock.turn(1000)
    assert.deepEqual(expectStatus(await read(), 200).json, first)
    assert.deepEqual(expectStatus(await app.get(`${path}/unread-count`, { token: me.token }), 200).json, { count: 1 })
  })

  it('are unread again, once, however often that is said', async () => {
    const me = await somebody()
    await tell(me.id, 2)
    const { id } = (await list(me.token)).items[0]
    const turn = async (to: 'read' | 'unread') =>
      expectStatus(await app.request('PUT', `${path}/${id}/${to}`, { token: me.token }), 200).json
    const isUnread = async () => {
      const { isRead, readAt } = await turn('unread')
      const { count } = expectStatus(await app.get(`${path}/unread-count`, { token: me.token }), 200).json
      return [isRead, readAt, count]
    }
    assert.deepEqual(await isUnread(), [false, null, 2])
    await turn('read')
    assert.deepEqual(await isUnread(), [false, null, 2])
    assert.deepEqual(await isUnread(), [false, null, 2])
  })

  it('are all read at once, and counted', async () => {
    const me = await somebody()
    await tell(me.id, 6001)
    const readAll = async () => expectStatus(await app.request('PUT', `${path}/read-all`, { token: me.token }), 200).json.affected
    assert.deepEqual([await readAll(), await readAll()], [6001, 0])
    assert.equal((await list(me.token)).unreadCount, 0)
  })

  it('are gone when they are deleted, read or not', async () => {
    const me = await somebody()
    await tell(me.id, 3)
    const [first, second] = (await list(me.token)).items
    expectStatus(await app.request('PUT', `${path}/${first.id}/read`, { token: me.token }), 200)
    const remove = (id: string) => app.request('DELETE', `${path}/${id}`, { token: me.token })
    for (const { id } of [first, second]) expectStatus(await remove(id), 204)
    expectStatus(await remove(first.id), 404)
    const page = await list(me.token)
    assert.deepEqual([page.totalCount, page.unreadCount], [1, 1])
  })

  it('are nobody else’s: not a colleague’s, not an admin’s above', async () => {
    const [me, other] = [await somebody(), await somebody()]
    await tell(me.id, 1)
    await tell(other.id, 1)
    const { id } = (await list(me.token)).items[0]
    for (const by of [other.token, token, await app.superToken()]) {
      const unknown = await app.request('DELETE', `${path}/${randomUUID()}`, { token: by })
      for (const [method, tail] of [
        ['PUT', '/read'],
        ['PUT', '/unread'],
        ['DELETE', ''],
      ] as const) {
        const reply = await app.request(method, `${path}/${id}${tail}`, { token: by })
        assert.deepEqual([reply.status, { ...reply.json, traceId: '' }], [404, { ...unknown.json, traceId: '' }])
      }
    }
    assert.equal((await list(me.token)).items[0].isRead, false)
  })

  it('are kept for ninety days, with their number', async () => {
    const me = await somebody()
    await tell(me.id, 2)
    const [{ id }] = (await list(me.token)).items
    const { service } = app.open
    await service.database.kysely
      .updateTable('notifications')
      .set({ createdAt: new Date(Date.now() - daysMs(91)) })
      .where('id', '=', id)
      .execute()
    for (const job of notificationJobs) await job.run(service, service.clock.now(), new AbortController().signal)
    const page = await list(me.token)
    assert.deepEqual([page.totalCount, page.unreadCount], [1, 1])
  })
})

describe('the search for targets', () => {
  it('finds names and addresses in scope, with signs that stand for themselves', async () => {
    const mark = randomUUID().slice(0, 8)
    const admin = await addAdmin(app, tenantId, { email: `${mark}@example.test` })
    const user = await addUser(app, tenantCode, { email: `${mark}.user@example.test` })
    const find = async (query: string, by = token) => expectStatus(await app.get(`${path}/search-targets${query}`, { token: by }), 200).json
    const found = await find(`?q=${mark}`)
    const ids = found.items.map(({ id, type }: Target) => [type, id])
    assert.deepEqual(ids, [
      ['admin', admin.id],
      ['user', user.id],
    ])
    assert.equal(found.totalCount, 2)
    assert.deepEqual((await find(`?q=${mark}&type=user&limit=1`)).items.length, 1)
    for (const q of ['%25%25', '__', `${mark.slice(0, 3)}%25`]) assert.equal((await find(`?q=${q}`)).totalCount, 0, q)
    const foreign = await tenantWithAdmin(app)
    assert.equal((await find(`?q=${mark}`, (await foreign.signIn()).accessToken)).totalCount, 0)
    const masked = await tokenHolding(app, tenantId, ['admins.view', 'users.view', 'notifications.send'], { 'admins.view': ['email'] })
    const shown = await find(`?q=${mark}`, masked)
    assert.deepEqual(
      shown.items.map(({ id }: Target) => id),
      [user.id],
    )
    const byName = await find(`?q=${admin.id}&type=admin`, masked)
    assert.equal(byName.items[0].email, undefined)
    for (const query of ['', '?q=a', `?q=${'a'.repeat(51)}`, '?q=ab&limit=51', '?q=ab&limit=0', '?q=ab&type=group'])
      assert.equal((await app.get(`${path}/search-targets${query}`, { token })).status, 400, query)
  })
})
