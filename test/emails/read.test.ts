/** What is told of mails, to whom, and what their masks leave of it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sealContent } from '#modules/emails/mail-content.ts'
import { addPerson, addRole, type World, world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp } from '../harness.ts'
import { addMail, at } from './rig.ts'

let app: TestApp
let own: World
let top: string
before(async () => {
  app = await startApp()
  top = await app.superToken()
  own = await world(app)
})

const rights = ['emails.view', 'emails.send', 'admins.view', 'users.view']
const list = async (token: string, query = '') => expectStatus(await app.get(`${at}?pageSize=100${query}`, { token }), 200).json
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id)

describe('the list of mails', () => {
  it('shows those of the own tenant and below, newest first, and finds them by what they are', async () => {
    const place = await world(app)
    const below = await world(app, place.tenantId)
    const batchId = randomUUID()
    const templateId = randomUUID()
    const first = await addMail(app, place.tenantId, {
      status: 'sent',
      subject: 'Spring offer 100%',
      recipientAddress: 'lina@acme.example',
    })
    const second = await addMail(app, below.tenantId, { status: 'failed', bounceType: 'hard', batchId, templateId, category: 'news' })
    await addMail(app, own.tenantId)
    await addMail(app, null)
    assert.deepEqual(
      idsOf(await list(place.token)).filter((id) => [first, second].includes(id)),
      [second, first],
    )
    const found = async (query: string) => idsOf(await list(place.token, query))
    for (const query of ['&status=failed', '&status=failed,cancelled', '&bounced=true', `&batchId=${batchId}`, `&templateId=${templateId}`])
      assert.deepEqual(await found(query), [second], query)
    assert.deepEqual(await found(`&category=news&tenantId=${below.tenantId}`), [second])
    for (const text of ['offer spring', 'LINA@acme', '100%', first])
      assert.deepEqual(await found(`&search=${encodeURIComponent(text)}`), [first], text)
    assert.deepEqual(await found('&search=1%2500'), [], 'a percent sign means itself')
    const tomorrow = new Date(app.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10)
    assert.deepEqual(await found(`&dateFrom=${tomorrow}`), [])
    assert.deepEqual((await found(`&dateTo=${tomorrow}&status=sent,failed`)).length, 2)
    for (const bad of ['status=open', 'status=sent,', 'sortBy=to', 'dateFrom=yesterday', 'bounced=1'])
      expectStatus(await app.get(`${at}?${bad}`, { token: place.token }), 400)
  })

  it('pages without gaps, by cursor too', async () => {
    const place = await world(app)
    for (let n = 0; n < 7; n++) await addMail(app, place.tenantId)
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = expectStatus(
        await app.get(`${at}?status=queued&category=marketing&pageSize=3${cursor}`, { token: place.token }),
        200,
      ).json
      seen.push(...idsOf(page))
      if (page.nextCursor === null) break
      cursor = `&cursor=${encodeURIComponent(page.nextCursor)}`
    }
    assert.equal(new Set(seen).size, 7)
  })
})

describe('one mail', () => {
  it('says what it says where it was made from a template, and never what a built-in one said', async () => {
    const id = await addMail(app, own.tenantId, { status: 'sent' })
    const content = await sealContent(app.open.service, id, { subject: 'Hi', html: '<p>Hello</p>', text: 'Hello' })
    const { kysely } = app.open.service.database
    await kysely.updateTable('emails').set({ content }).where('id', '=', id).execute()
    const history = [1, 2].map((n) => ({ emailId: id, at: app.clock.now(), type: 'deferred' as const, detail: `later ${n}` }))
    await kysely.insertInto('emailEvents').values(history).execute()
    const mail = expectStatus(await app.get(`${at}/${id}`, { token: own.token }), 200).json
    assert.deepEqual([mail.html, mail.text], ['<p>Hello</p>', 'Hello'])
    assert.deepEqual(
      mail.events.map(({ type, detail }: { type: string; detail: string | null }) => [type, detail]),
      [
        ['queued', null],
        ['deferred', 'later 1'],
        ['deferred', 'later 2'],
      ],
    )
    const member = { email: `new-${randomUUID()}@example.test`, firstName: 'New', lastName: 'Admin', roleId: await own.role([]) }
    expectStatus(await app.post('/api/v1/admins', member, { token: own.token }), 201)
    const [built] = (await list(own.token, `&search=${member.email}`)).items
    const shown = expectStatus(await app.get(`${at}/${built.id}`, { token: own.token }), 200).json
    assert.deepEqual([shown.templateId, shown.category, shown.html, shown.text], [null, 'security', null, null])
    assert.equal(shown.to, member.email)
  })

  it('is a 404 with the same bytes for an unknown, a foreign and the platform’s', async () => {
    const ids = [randomUUID(), await addMail(app, (await world(app)).tenantId), await addMail(app, null), 'no-id']
    const texts = await Promise.all(ids.map(async (id) => expectStatus(await app.get(`${at}/${id}`, { token: own.token }), 404).json))
    assert.equal(new Set(texts.map(({ traceId: _, ...rest }) => JSON.stringify(rest))).size, 1)
  })
})

describe('whoever may not see the addresses of admins', () => {
  const tells = { error: '550 <secret@acme.example> is nobody', errorCode: 'recipient_refused' }
  const mails = async (tenantId: string) => ({
    admin: await addMail(app, tenantId, { recipientType: 'admin', recipientAddress: 'secret@acme.example', ...tells }),
    telling: await addMail(app, tenantId, { recipientType: 'admin', subject: 'For secret@acme.example', tellsRecipient: true }),
    user: await addMail(app, tenantId, { recipientType: 'user', recipientAddress: 'shown@acme.example' }),
    external: await addMail(app, tenantId, { recipientType: 'external', recipientAddress: 'secret@other.example' }),
  })

  for (const [how, make] of Object.entries({
    'by a mask': (place: World) => place.person(rights, { 'admins.view': ['email'] }),
    'by not seeing admins at all': (place: World) => place.person(rights.filter((name) => name !== 'admins.view')),
  })) {
    it(`sees no such address and finds nothing by it, ${how}`, async () => {
      const place = await world(app)
      const ids = await mails(place.tenantId)
      const { token } = await make(place)
      const all = await app.get(`${at}?pageSize=100`, { token })
      assert.ok(!expectStatus(all, 200).text.includes('secret@'))
      assert.ok(all.text.includes('shown@acme.example'))
      for (const id of Object.values(ids)) assert.ok(!(await app.get(`${at}/${id}`, { token })).text.includes('secret@'))
      assert.deepEqual(idsOf(await list(token, '&search=secret')), [])
      assert.deepEqual(new Set(idsOf(await list(place.token, '&search=secret'))), new Set([ids.admin, ids.telling, ids.external]))
      assert.deepEqual(idsOf(await list(token, '&search=shown@acme')), [ids.user])
      const [admin] = (await list(token, `&search=${ids.admin}`)).items
      assert.deepEqual(
        [admin.recipientType, admin.errorCode, 'to' in admin, 'error' in admin],
        ['admin', 'recipient_refused', false, false],
      )
      assert.ok(admin.subject)
    })
  }

  it('finds admins as recipients by their names alone', async () => {
    const name = `Canary${randomUUID().slice(0, 8)}`
    const email = `hidden-${randomUUID().slice(0, 8)}@acme.example`
    const person = { email, firstName: name, lastName: 'Admin', roleId: await own.role([]), password: `long ${randomUUID()}` }
    expectStatus(await app.post('/api/v1/admins', person, { token: own.token }), 201)
    const masked = (await own.person(rights, { 'admins.view': ['email'] })).token
    const search = async (token: string, q: string, more = '') =>
      expectStatus(await app.get(`${at}/search-recipients?q=${encodeURIComponent(q)}${more}`, { token }), 200).json
    const [shown] = (await search(own.token, email)).items
    assert.deepEqual([shown.email, shown.name, shown.type, shown.tenantId], [email, `${name} Admin`, 'admin', own.tenantId])
    assert.equal((await search(masked, email.slice(0, 15))).totalCount, 0)
    const [hidden] = (await search(masked, name)).items
    assert.deepEqual([hidden.id, 'email' in hidden], [shown.id, false])
    assert.equal((await search(own.token, name, '&type=user')).totalCount, 0)
    const foreign = (await world(app)).token
    assert.equal((await search(foreign, name)).totalCount, 0)
    for (const q of ['%%', '__', '%_']) assert.equal((await search(own.token, q)).totalCount, 0, q)
    for (const bad of ['q=a', `q=${'a'.repeat(51)}`, `q=${'a'.repeat(10_000)}`, 'q=ab&limit=51', 'q=ab&type=group', ''])
      assert.ok([400, 414].includes((await app.get(`${at}/search-recipients?${bad}`, { token: own.token })).status), bad.slice(0, 20))
  })
})

describe('the numbers', () => {
  it('are kept by day, add up over the tenants of the scope, and know a rate of nothing', async () => {
    const place = await world(app)
    const below = await world(app, place.tenantId)
    const empty = expectStatus(await app.get(`${at}/stats`, { token: below.token }), 200).json
    assert.deepEqual([empty.sent, empty.bounceRate, empty.series.length], [0, 0, 30])
    const day = app.clock.now().toISOString().slice(0, 10)
    const { kysely } = app.open.service.database
    const counts = { sent: 6, failed: 2, cancelled: 1, rejected: 1, bounced: 2, complaints: 1 }
    await kysely
      .insertInto('emailDays')
      .values({ tenantId: below.tenantId, day, ...counts } as never)
      .execute()
    await kysely
      .insertInto('emailDays')
      .values({ tenantId: place.tenantId, day, sent: 2 } as never)
      .execute()
    await addMail(app, below.tenantId, { status: 'scheduled', scheduledAt: app.clock.now() })
    const stats = expectStatus(await app.get(`${at}/stats`, { token: place.token }), 200).json
    const { sent, failed, cancelled, bounced, complaints, scheduled, bounceRate } = stats
    assert.deepEqual([sent, failed, cancelled, bounced, complaints, scheduled, bounceRate], [8, 2, 1, 2, 1, 1, 22.22])
    assert.deepEqual(stats.series.at(-1), { date: day, sent: 8, failed: 2, bounced: 2 })
    assert.equal(expectStatus(await app.get(`${at}/stats`, { token: own.token }), 200).json.sent, 0)
    for (const bad of ['dateFrom=2020-01-01', 'dateFrom=2026-02-01&dateTo=2026-01-01', 'dateTo=x', 'from=2026-01-01'])
      expectStatus(await app.get(`${at}/stats?${bad}`, { token: place.token }), 400)
  })
})

it('each read needs its permission', async () => {
  const { token } = await addPerson(app, own.tenantId, await addRole(app, own.tenantId, ['admins.view']))
  for (const path of ['', '/stats', '/search-recipients?q=ab', `/${randomUUID()}`])
    expectStatus(await app.get(`${at}${path}`, { token }), 403)
  assert.ok(top)
})
