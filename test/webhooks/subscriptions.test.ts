/** Subscriptions: who may make, see, change and delete which, under both prefixes, and what is refused of them. */
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { PermissionName } from '#core/permissions.ts'
import { addTenant } from '../auth/people.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { startDns } from '../rig/dns.ts'
import { addWebhook, hooks, someUrl, tokenWith, wanted } from './rig.ts'

let app: TestApp
let strict: TestApp
let root: string
let token: string
let tenantId: string
before(async () => {
  const dns = await startDns()
  app = await startApp()
  strict = await startApp({ env: { WEBHOOK_ALLOW_PRIVATE: 'off', DNS_SERVERS: dns.address, PUBLIC_URL: 'https://login.own.example' } })
  dns.zones.set('public.acme.example', { addresses: ['93.184.215.14'] })
  dns.zones.set('mixed.acme.example', { addresses: ['93.184.215.14', '10.0.0.7'] })
  dns.zones.set('inside.acme.example', { addresses: ['169.254.169.254'] })
  root = await app.superToken()
  const made = await tenantWithAdmin(app)
  tenantId = made.tenant.id
  token = (await made.signIn()).accessToken
})

const create = (body: object, as = token) => app.post(hooks, body, { token: as })
const made = async (more: object = {}, as = token) => expectStatus(await create(wanted(more as Record<string, unknown>), as), 201).json
const change = (id: string, body: object, as = token) => app.request('PUT', `${hooks}/${id}`, { token: as, body })
const remove = (id: string, as = token) => app.request('DELETE', `${hooks}/${id}`, { token: as })
const eventsOf = async (id: string) =>
  await app.open.service.database.kysely
    .selectFrom('events')
    .select(['type', 'tenantId', 'entityName', 'data', 'changes'])
    .where('entityId', '=', id)
    .where('type', 'like', 'webhook.%')
    .orderBy('id')
    .execute()

describe('a subscription', () => {
  it('201 with its secret, which no later answer has; changed in parts; deleted', async () => {
    const reply = expectStatus(await create(wanted({ description: ' Our directory ' })), 201)
    const { id, secret, createdAt, updatedAt, createdBy, createdByName, ...rest } = reply.json
    assert.equal(reply.headers.location, `${hooks}/${id}`)
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.equal(createdAt, updatedAt)
    const { json: me } = await app.get('/api/v1/Admins/me', { token })
    assert.deepEqual([createdBy, createdByName], [me.id, `${me.firstName} ${me.lastName}`])
    assert.deepEqual(rest, {
      ...{ tenantId, tenantName: rest.tenantName, url: someUrl, events: ['admin.created'], isActive: true, description: 'Our directory' },
      ...{ secretHint: `…${secret.slice(-4)}`, hasPreviousSecret: false, previousSecretExpiresAt: null, retryPolicy: 'persistent' },
      ...{ includeDescendants: false, disabledAt: null, disabledReason: null, consecutiveFailures: 0, failingSince: null },
      ...{ lastDeliveryAt: null, lastStatus: null, stats24h: { total: 0, delivered: 0, failed: 0, successRate: null }, version: 1 },
    })
    const { secret: _, ...shown } = reply.json
    assert.deepEqual(expectStatus(await app.get(`${hooks}/${id}`, { token }), 200).json, shown)
    const listed = expectStatus(await app.get(`${hooks}?search=directory`, { token }), 200).json
    assert.deepEqual(listed.items, [shown])

    const changed = expectStatus(await change(id, { events: ['tenant.*', 'tenant.*'], isActive: false, version: 1 }), 200).json
    assert.deepEqual(
      [changed.url, changed.events, changed.isActive, changed.disabledReason, changed.version],
      [someUrl, ['tenant.*'], false, 'manual', 2],
    )
    assert.ok(changed.disabledAt)
    assert.equal(expectStatus(await change(id, { description: 'x', version: 1 }), 409).json.code, 'version_conflict')
    assert.equal(expectStatus(await change(id, { isActive: false }), 200).json.version, 2, 'no change')
    expectStatus(await remove(id), 204)
    for (const gone of [await remove(id), await change(id, {}), await app.get(`${hooks}/${id}`, { token })]) expectStatus(gone, 404)

    const events = await eventsOf(id)
    assert.deepEqual(
      events.map(({ type, entityName }) => [type, entityName]),
      ['created', 'updated', 'deleted'].map((name) => [`webhook.${name}`, 'hooks.acme.example']),
    )
    const row = await app.open.service.database.kysely.selectFrom('webhooks').selectAll().where('id', '=', id).execute()
    assert.ok(!JSON.stringify([row, events]).includes(secret), 'neither row nor log has it in clear')
    assert.ok(!JSON.stringify(events).includes('/in'), 'the log has the host alone')
  })

  it('answers the same bytes under both prefixes', async () => {
    const { id } = await made()
    for (const path of ['', '/event-types', `/${id}`, '?search=nothing', `/${id}/stats`, '/no-id', '?pageSize=0']) {
      const [versioned, bare] = await Promise.all([app.get(hooks + path, { token }), app.get(`/api/webhooks${path}`, { token })])
      const strip = (text: string) => text.replace(/"traceId":"[^"]*"|"(?:to|nextCursor)":"[^"]*"/g, '')
      assert.deepEqual([bare.status, strip(bare.text)], [versioned.status, strip(versioned.text)], path)
    }
    const reply = expectStatus(await app.post('/api/webhooks', wanted(), { token }), 201)
    assert.equal(reply.headers.location, `${hooks}/${reply.json.id}`)
    expectStatus(await app.request('PUT', `/api/webhooks/${id}`, { token, body: { isActive: false } }), 200)
    expectStatus(await app.request('DELETE', `/api/webhooks/${id}`, { token }), 204)
  })

  it('can be of events that the reader’s language has words for', async () => {
    const titles = async (language: string) => {
      const headers = { 'accept-language': language }
      return expectStatus(await app.get(`${hooks}/event-types`, { token, headers }), 200).json as {
        name: string
        title: string
        description: string
      }[]
    }
    const [english, arabic] = [await titles('en'), await titles('ar')]
    assert.deepEqual(
      arabic.map(({ name }) => name),
      english.map(({ name }) => name),
    )
    for (const { name, title, description } of arabic)
      assert.match(`${title} / ${description}`, /\p{Script=Arabic}.* \/ .*\p{Script=Arabic}/u, name)
    for (const { name, title, description } of english) assert.doesNotMatch(title + description, /\p{Script=Arabic}/u, name)
  })

  it('of the platform belongs to no tenant, and no tenant sees it', async () => {
    const { id, tenantId: owner } = await made({}, root)
    assert.equal(owner, null)
    expectStatus(await app.get(`${hooks}/${id}`, { token }), 404)
    const listed = expectStatus(await app.get(`${hooks}?pageSize=100`, { token: root }), 200).json.items
    assert.ok(listed.every((one: { tenantId: string | null }) => one.tenantId === null))
    assert.ok(listed.some((one: { id: string }) => one.id === id))
  })

  it('of a tenant below is found by its id and with `within`, not in the own list', async () => {
    const below = await addTenant(app, { parentId: tenantId })
    const id = await addWebhook(app, below)
    expectStatus(await app.get(`${hooks}/${id}`, { token }), 200)
    const ids = async (query: string) =>
      expectStatus(await app.get(`${hooks}?pageSize=100${query}`, { token }), 200).json.items.map((one: { id: string }) => one.id)
    assert.ok(!(await ids('')).includes(id))
    assert.deepEqual(await ids(`&within=${below}`), [id])
    assert.ok((await ids(`&within=${tenantId}`)).includes(id))
  })

  it('needs the permission for each thing that is done', async () => {
    const id = await addWebhook(app, tenantId)
    const admin = async (permissions: PermissionName[]) => await tokenWith(app, tenantId, permissions)
    const viewer = await admin(['webhooks.view'])
    expectStatus(await app.get(`${hooks}/${id}`, { token: viewer }), 200)
    const needed = [
      ['POST', '', wanted(), 'create'],
      ['PUT', `/${id}`, {}, 'update'],
      ['DELETE', `/${id}`, undefined, 'delete'],
      ['GET', `/${id}/secret`, undefined, 'update'],
      ['POST', `/${id}/rotate-secret`, {}, 'update'],
    ] as const
    for (const [method, path, body, action] of needed) {
      const reply = expectStatus(await app.request(method, hooks + path, { token: viewer, ...(body && { body }) }), 403)
      assert.equal(reply.json.requiredPermission, `webhooks.${action}`)
    }
    const nobody = await admin([])
    for (const path of ['', '/event-types', `/${id}`, `/${id}/stats`]) expectStatus(await app.get(hooks + path, { token: nobody }), 403)
  })
})

describe('the list', () => {
  it('filters by state, by event and its wildcards, and searches address and description', async () => {
    const own = await tenantWithAdmin(app)
    const as = (await own.signIn()).accessToken
    const [all, tenants, exact, pair] = [
      await made({ events: ['*'], description: 'Alpha' }, as),
      await made({ events: ['tenant.*'], url: 'https://beta.example/x' }, as),
      await made({ events: ['tenant.created'], isActive: false }, as),
      await made({ events: ['user.created'] }, as),
    ]
    const found = async (query: string) =>
      new Set(expectStatus(await app.get(`${hooks}?${query}`, { token: as }), 200).json.items.map(({ id }: { id: string }) => id))
    assert.deepEqual(await found('event=tenant.created'), new Set([all.id, tenants.id, exact.id]))
    assert.deepEqual(await found('event=user.created'), new Set([pair.id]), 'no wildcard stands for an alternate')
    assert.deepEqual(await found('event=tenant.*'), new Set([tenants.id]))
    assert.deepEqual(await found('isActive=false'), new Set([exact.id]))
    assert.deepEqual(await found('search=alpha'), new Set([all.id]))
    assert.deepEqual(await found('search=beta.example'), new Set([tenants.id]))
    const page = expectStatus(await app.get(`${hooks}?pageSize=3&sortDirection=asc`, { token: as }), 200).json
    assert.deepEqual([page.items.length, page.totalCount, page.totalPages], [3, 4, 2])
    const next = expectStatus(await app.get(`${hooks}?pageSize=3&sortDirection=asc&cursor=${page.nextCursor}`, { token: as }), 200).json
    assert.deepEqual([next.items[0].id, next.nextCursor], [pair.id, null])
  })
})

describe('what is refused', () => {
  const code = async (body: object, at = app, as = token) => {
    const reply = expectStatus(await at.post(hooks, body, { token: as }), 400)
    assert.equal(reply.json.errors[0].code, reply.json.code)
    return `${reply.json.errors[0].field} ${reply.json.code}`
  }

  it('an address that is none of https, names a user, or is too long: 400 webhook_url_invalid', async () => {
    const as = await strict.superToken()
    const wrong = ['http://a.example/', 'ftp://a.example/', 'file:///etc/passwd', 'gopher://a.example', 'https://u:p@a.example/', 'a']
    const long = `https://a.example/${'x'.repeat(2048)}`
    for (const url of [...wrong, 'https://a.example/#f', 'https://', ' https://a.example/', 'https://a.example/\tx', long])
      assert.equal(await code(wanted({ url }), strict, as), 'url webhook_url_invalid', url)
    const longest = `https://a.example/${'x'.repeat(2048 - 'https://a.example/'.length)}`
    expectStatus(await strict.post(hooks, wanted({ url: longest }), { token: as }), 201)
  })

  it('an address that is not public, by its spelling or by what its name leads to, or our own: 400 webhook_url_not_allowed', async () => {
    const as = await strict.superToken()
    const hosts = [
      '127.0.0.1',
      '2130706433',
      '0x7f.1',
      '127.1',
      '0177.0.0.1',
      '[::ffff:7f00:1]',
      '[::]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ]
    const names = [
      'localhost',
      'localhost.',
      'LOCALHOST',
      'x.local',
      'db.internal',
      '10.1.2.3',
      '169.254.169.254',
      'printer',
      '127。0。0。1',
    ]
    const looked = ['mixed.acme.example', 'inside.acme.example']
    const ours = ['login.own.example', 'LOGIN.own.example.']
    for (const host of [...hosts, ...names, ...looked, ...ours, 'a.example:22', 'a.example:25', 'a.example:0'])
      assert.equal(await code(wanted({ url: `https://${host}/in` }), strict, as), 'url webhook_url_not_allowed', host)
    for (const host of ['public.acme.example', 'nowhere.acme.example'])
      expectStatus(await strict.post(hooks, wanted({ url: `https://${host}/in` }), { token: as }), 201)
    const { id } = expectStatus(await strict.post(hooks, wanted(), { token: as }), 201).json
    const reply = await strict.request('PUT', `${hooks}/${id}`, { token: as, body: { url: 'https://10.0.0.1/' } })
    assert.equal(expectStatus(reply, 400).json.code, 'webhook_url_not_allowed')
  })

  it('events that nobody knows, with what may have been meant; none, or more than fifty', async () => {
    const reply = expectStatus(await create(wanted({ events: ['tenant.created', 'admin.create', 'entity.*'] })), 400)
    assert.deepEqual(
      [reply.json.code, reply.json.unknown, reply.json.near.includes('admin.created')],
      ['webhook_event_unknown', ['admin.create', 'entity.*'], true],
    )
    assert.deepEqual(
      reply.json.errors.map(({ field }: { field: string }) => field),
      ['events.1', 'events.2'],
    )
    for (const events of [[], Array.from({ length: 51 }, () => '*'), ['webhook.test'], ['Admin.created'], [1], 'x'])
      expectStatus(await create(wanted({ events })), 400)
    const { events } = await made({ events: ['Failed Login Attempt', 'user.created', 'user.registered', 'user.created'] })
    assert.deepEqual(events, ['Failed Login Attempt', 'user.created', 'user.registered'])
  })

  it('a secret that is too short, too long or not ASCII; the empty one never signs', async () => {
    for (const secret of ['', 'x', 'x'.repeat(15), 'x'.repeat(257), `${'x'.repeat(16)}\n`, 'ü'.repeat(16)])
      assert.equal(await code(wanted({ secret })), 'secret webhook_secret_invalid', secret)
    const secret = "It's a Secret to Everybody"
    assert.equal((await made({ secret })).secret, secret)
    assert.match((await made({ secret: null })).secret, /^whsec_/)
  })

  it('what nobody knows, and what is of the wrong kind', async () => {
    for (const more of [{ tenantId }, { retryPolicy: 'never' }, { isActive: 'yes' }, { description: 'x'.repeat(501) }])
      assert.equal(expectStatus(await create(wanted(more)), 400).json.code, 'validation_failed')
    expectStatus(await create({ url: someUrl }), 400)
    expectStatus(await create({ events: ['*'] }), 400)
  })

  it('the twenty-first of a tenant: 409, whatever lies in the recycle bin', async () => {
    const own = await tenantWithAdmin(app)
    const as = (await own.signIn()).accessToken
    for (let n = 0; n < 19; n++) await addWebhook(app, own.tenant.id)
    const last = await made({}, as)
    assert.equal(expectStatus(await create(wanted(), as), 409).json.code, 'webhook_limit_reached')
    expectStatus(await remove(last.id, as), 204)
    await made({}, as)
  })
})
