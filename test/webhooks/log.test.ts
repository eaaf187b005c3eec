/** The log of a subscription: its pages and filters, one delivery whole, and bodies that tell a reader nothing they may not read. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { PermissionName } from '#core/permissions.ts'
import { uuidv7 } from '#core/uuid.ts'
import { logLimits } from '#modules/webhooks/webhooks.log.list.ts'
import { change } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { atEnd } from '../rig/cleanup.ts'
import { addDelivery, addWebhook, hooks, tokenWith } from './rig.ts'

let app: TestApp
let token: string
let tenantId: string
before(async () => {
  app = await startApp()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const log = async (id: string, query = '', as = token) =>
  expectStatus(await app.get(`/api/webhooks/${id}/logs${query}`, { token: as }), 200).json
const ids = ({ items }: { items: { eventId: string }[] }) => items.map(({ eventId }) => eventId)

describe('the log', () => {
  it('is in pages, newest first, and filtered by state, event, answer, time and test', async () => {
    const id = await addWebhook(app, tenantId)
    const at = (minute: number) => new Date(Date.parse('2026-11-01T10:00:00.000Z') + minute * 60_000)
    const [ok, gone, none, waiting, test] = [
      await addDelivery(app, id, { createdAt: at(1) }),
      await addDelivery(app, id, { createdAt: at(2), status: 'Failed', httpStatus: 410, event: 'tenant.created' }),
      await addDelivery(app, id, { createdAt: at(3), status: 'Retrying', httpStatus: null }),
      await addDelivery(app, id, { createdAt: at(4), status: 'Retrying', httpStatus: 503 }),
      await addDelivery(app, id, { createdAt: at(5), isTest: true }),
    ]
    await addDelivery(app, await addWebhook(app, tenantId))
    const whole = await log(id)
    assert.deepEqual([ids(whole), whole.totalCount, whole.totalPages], [[test, waiting, none, gone, ok], 5, 1])
    assert.deepEqual(
      new Set(Object.keys(whole.items[0])),
      new Set([
        ...['attemptNumber', 'createdAt', 'deliveredAt', 'duration', 'error', 'event', 'eventId', 'httpStatus', 'isTest', 'lastAttemptAt'],
        ...['maxAttempts', 'nextAttemptAt', 'responseBody', 'status', 'trigger'],
      ]),
    )
    for (const [query, expected] of [
      ['?status=Retrying', [waiting, none]],
      ['?status=Failed,Delivered', [test, gone, ok]],
      ['?event=tenant.created', [gone]],
      ['?httpStatusClass=2xx', [test, ok]],
      ['?httpStatusClass=none', [none]],
      ['?httpStatusClass=5xx,4xx,none', [waiting, none, gone]],
      ['?isTest=true', [test]],
      [`?from=${at(2).toISOString()}&to=${at(3).toISOString()}`, [none, gone]],
      ['?to=2026-10-31', []],
      ['?from=2026-11-01&to=2026-11-01&isTest=false', [waiting, none, gone, ok]],
      [`?search=${gone}`, [gone]],
      ['?search=nothing', []],
      ['?sortDirection=asc&pageSize=2', [ok, gone]],
      ['?pageSize=2&page=2', [none, gone]],
    ] as const)
      assert.deepEqual(ids(await log(id, query)), expected, query)
    for (const query of [
      '?status=Sent',
      '?status=',
      '?httpStatusClass=6xx',
      '?isTest=1',
      '?from=today',
      '?sortBy=event',
      '?pageSize=101',
      '?x=1',
    ])
      expectStatus(await app.get(`${hooks}/${id}/logs${query}`, { token }), 400)
  })

  it('goes on by its cursor, also where filters leave little of what is passed', async () => {
    const id = await addWebhook(app, tenantId)
    const made: string[] = []
    for (let n = 0; n < 12; n++) made.unshift(await addDelivery(app, id, { event: n % 6 === 0 ? 'tenant.created' : 'admin.created' }))
    const usual = logLimits.walked
    logLimits.walked = 5
    atEnd(async () => {
      logLimits.walked = usual
    })
    const rare = made.filter((_, at) => (11 - at) % 6 === 0)
    for (const [query, expected] of [
      ['pageSize=2', made],
      ['event=tenant.created', rare],
    ] as const) {
      const found: string[] = []
      let pages = 0
      for (let cursor = ''; pages < 20; pages++) {
        const page = await log(id, `?${query}${cursor}`)
        assert.ok(page.isTotalCapped || found.length + page.items.length === expected.length, 'a count that ended early says so')
        found.push(...ids(page))
        if (page.nextCursor === null) break
        cursor = `&cursor=${page.nextCursor}`
      }
      assert.deepEqual(found, expected, query)
    }
    logLimits.walked = usual
    const other = await addWebhook(app, tenantId)
    const { nextCursor } = await log(id, '?pageSize=1')
    expectStatus(await app.get(`${hooks}/${other}/logs?pageSize=1&cursor=${nextCursor}`, { token }), 400)
  })

  it('shows one delivery with the very body, the headers of its latest attempt and every attempt', async () => {
    const id = await addWebhook(app, tenantId)
    const eventId = await addDelivery(app, id, { body: '{"event":"admin.created"}', status: 'Retrying', httpStatus: 503 })
    await addAttempts(eventId, [503, 500])
    const one = expectStatus(await app.get(`${hooks}/${id}/logs/${eventId}`, { token }), 200).json
    assert.deepEqual(one.request, {
      url: 'https://then.example/2',
      headers: { 'x-webhook-attempt': '2' },
      body: '{"event":"admin.created"}',
    })
    assert.deepEqual(
      one.attempts.map((attempt: Record<string, unknown>) => [attempt.attemptNumber, attempt.httpStatus, attempt.responseBody]),
      [
        [1, 503, 'answer 503'],
        [2, 500, 'answer 500'],
      ],
    )
    const other = await addWebhook(app, tenantId)
    const strip = ({ text }: { text: string }) => text.replace(/"traceId":"[^"]*"/, '')
    const unknown = expectStatus(await app.get(`${hooks}/${id}/logs/${uuidv7(new Date())}`, { token }), 404)
    assert.equal(strip(expectStatus(await app.get(`${hooks}/${other}/logs/${eventId}`, { token }), 404)), strip(unknown))
  })
})

const addAttempts = (deliveryId: string, statuses: number[]) =>
  change(app, async (ctx) => {
    for (const [at, httpStatus] of statuses.entries())
      await ctx.db
        .insertInto('webhookAttempts')
        .values({
          ...{ deliveryId, number: at + 1, trigger: 'automatic' as const, startedAt: ctx.now, durationMs: 3, httpStatus },
          ...{ url: `https://then.example/${at + 1}`, requestHeaders: { 'x-webhook-attempt': String(at + 1) } },
          ...{ responseHeaders: { 'content-type': 'text/plain' }, responseBody: `answer ${httpStatus}` },
        })
        .execute()
  })

describe('a body in the log', () => {
  const body = '{"data":{"email":"hidden@example.test"}}'
  const views: PermissionName[] = ['webhooks.view', 'admins.view', 'users.view']
  const readAs = async (id: string, eventId: string, as: string) => {
    const detail = expectStatus(await app.get(`${hooks}/${id}/logs/${eventId}`, { token: as }), 200).json
    const [listed] = (await log(id, `?search=${eventId}`, as)).items
    return { detail, listed, text: JSON.stringify([detail, listed]) }
  }

  it('is shown to a reader from whom nothing is hidden that it may hold, and to nobody else', async () => {
    const id = await addWebhook(app, tenantId)
    const whole = await addDelivery(app, id, { body })
    const cut = await addDelivery(app, id, { body: '{"data":{}}', masks: { admins: ['email', 'phoneNumber'], users: ['email'] } })
    for (const one of [whole, cut]) await addAttempts(one, [200])
    const sighted = await tokenWith(app, tenantId, views)
    const masked = await tokenWith(app, tenantId, views, { 'admins.view': ['email'] })
    const blind = await tokenWith(app, tenantId, ['webhooks.view', 'admins.view'])
    assert.equal((await readAs(id, whole, sighted)).detail.request.body, body)
    for (const reader of [masked, blind]) {
      const { detail, listed, text } = await readAs(id, whole, reader)
      assert.deepEqual([detail.request.body, detail.request.headers, listed.responseBody], [null, null, null])
      assert.deepEqual([detail.attempts[0].responseBody, detail.attempts[0].responseHeaders], [null, null])
      assert.ok(!text.includes('hidden@') && !text.includes('answer'))
      assert.deepEqual([detail.status, detail.attempts.length], ['Delivered', 1], 'the rest is there')
    }
    assert.equal((await readAs(id, cut, masked)).detail.request.body, '{"data":{}}')
    assert.equal(
      (await readAs(id, cut, blind)).detail.request.body,
      null,
      'phone numbers of users are hidden from this one, and not left out',
    )
  })

  it('of a test is the example, and hidden from nobody', async () => {
    const id = await addWebhook(app, tenantId)
    const eventId = await addDelivery(app, id, { body, isTest: true })
    const blind = await tokenWith(app, tenantId, ['webhooks.view'])
    assert.equal((await readAs(id, eventId, blind)).detail.request.body, body)
  })

  it('follows the mask of who last changed the subscription', async () => {
    const masksOf = async (id: string) =>
      (await app.open.service.database.kysely.selectFrom('webhooks').select('masks').where('id', '=', id).executeTakeFirstOrThrow()).masks
    const all: PermissionName[] = [...views, 'webhooks.create', 'webhooks.update']
    const masked = await tokenWith(app, tenantId, all, { 'admins.view': ['email'] })
    const { id } = expectStatus(await app.post(hooks, { url: 'https://a.example', events: ['*'] }, { token: masked }), 201).json
    assert.deepEqual(await masksOf(id), { admins: ['email'] })
    const put = async (as: string, body: object) => expectStatus(await app.request('PUT', `${hooks}/${id}`, { token: as, body }), 200)
    await put(await tokenWith(app, tenantId, all), { description: 'Now of somebody who sees all' })
    assert.deepEqual(await masksOf(id), {})
    await put(masked, { description: 'Now of somebody who sees all' })
    assert.deepEqual(await masksOf(id), {}, 'nothing was changed')
    await put(masked, { url: 'https://b.example' })
    assert.deepEqual(await masksOf(id), { admins: ['email'] })
  })
})
