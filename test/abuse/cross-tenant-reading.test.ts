/** Unguessable texts in everything that is not T's, then everything that an admin of T can read: none of them comes out. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CompiledQuery, sql } from 'kysely'
import type { z } from 'zod'
import { permissionCatalogue } from '#core/permissions.ts'
import { jsonSchemaOf } from '#http/document/json-schema.ts'
import type { AnyRoute } from '#http/route.ts'
import { expectStatus, type Reply, startApp, type TestApp } from '../harness.ts'
import { canary, common, ownersOf, plant, recordsNamed } from './canaries.ts'
import { listTruths } from './cross-tenant-lists.ts'
import { type Places, standingPlaces } from './cross-tenant-places.ts'
import { kindInPath, namesOf } from './cross-tenant-references.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { mostAddresses, operations, tour, type Visit } from './tour.ts'

let app: TestApp
let places: Places
let planted: string[]
let firstLine: number
const visits: Visit[] = []
let superId: string

before(async () => {
  app = await startApp()
  places = await standingPlaces(app)
  superId = places.platform.admins
  const above = await actFromAbove()
  planted = await plant(app, [places.T.tenants])
  firstLine = app.logs.length
  // once more by names that are canaries now
  await above()
  for (let style = 0; style < mostAddresses; style++)
    visits.push(...(await tour(app, style, { mark: randomUUID(), parentTenantId: places.T.tenants })).visits)
})
after(() => assertNothingUnforeseen(app))

/** An admin of the tenant above and the SuperAdmin change what is T's: T may see that, and not who it was. */
async function actFromAbove(): Promise<() => Promise<void>> {
  const { parent } = places.foreign
  const role = permissionCatalogue.filter(({ category }) => category !== 'settings').map(({ id }) => id)
  const password = `zuvaqor-${randomUUID()}`
  const email = `above-${randomUUID()}@example.test`
  const top = await app.superToken()
  const body = { name: `Above ${randomUUID()}`, permissionIds: role, tenantId: parent.tenants }
  const { id: roleId } = expectStatus(await app.post('/api/v1/roles', body, { token: top }), 201).json
  const person = { email, firstName: 'Above', lastName: 'T', roleId, tenantId: parent.tenants, password }
  expectStatus(await app.post('/api/v1/Admins', person, { token: top }), 201)
  const { accessToken } = await app.signIn(email, password, { tenantId: parent.tenants })
  return async () => {
    const { T } = places
    await shrinkAbove(top)
    for (const token of [accessToken, top]) {
      const put = (path: string, body: object) => app.request('PUT', `/api/v1/${path}`, { token, body })
      const mark = randomUUID()
      expectStatus(await put(`Tenants/${T.tenants}`, { description: `Described ${mark}` }), 200)
      expectStatus(await put(`Tenants/${T.tenants}/settings`, { companyName: `Company ${mark}`, maxAdmins: 100 }), 200)
      const { json } = await app.get(`/api/v1/Tenants/${T.tenants}/permissions`, { token })
      const permissionIds = json.map(({ id }: { id: string }) => id)
      expectStatus(await put(`Tenants/${T.tenants}/permissions`, { permissionIds: permissionIds.slice(0, -1) }), 200)
      expectStatus(await put(`Tenants/${T.tenants}/permissions`, { permissionIds }), 200)
      const made = expectStatus(await app.post('/api/v1/roles', { name: `Made ${mark}`, tenantId: T.tenants }, { token }), 201).json
      expectStatus(await put(`roles/${made.id}`, { description: `Described ${mark}` }), 200)
      const group = { nameEn: `Made ${mark}`, tenantId: T.tenants, roleIds: [made.id] }
      expectStatus(await app.post('/api/v1/UserGroups', group, { token }), 201)
      const admin = { email: `made-${mark}@example.test`, firstName: 'Made', lastName: mark, roleId: made.id, tenantId: T.tenants }
      const { id } = expectStatus(await app.post('/api/v1/Admins', admin, { token }), 201).json
      expectStatus(await app.post(`/api/v1/Admins/${id}/block`, { reason: 'Because' }, { token }), 200)
    }
  }
}

/** The tenant above loses a permission and with it everybody below, gets it back, and restricts a field of it for all of them. */
async function shrinkAbove(top: string): Promise<void> {
  const tenants = [places.foreign.parent.tenants, places.T.tenants]
  const put = (id: string, body: object) => app.request('PUT', `/api/v1/Tenants/${id}/permissions`, { token: top, body })
  const ids = permissionCatalogue.filter(({ category }) => category !== 'settings').map(({ id }) => id)
  const users = permissionCatalogue.find(({ name }) => name === 'users.view')?.id as string
  expectStatus(await put(tenants[0] as string, { permissionIds: ids.filter((id) => id !== users) }), 200)
  for (const id of tenants) expectStatus(await put(id, { permissionIds: ids }), 200)
  expectStatus(await put(tenants[0] as string, { permissionIds: ids, restrictedFields: { [users]: ['phoneNumber'] } }), 200)
}

interface Case {
  readonly name: string
  readonly url: string
  readonly endpoint: AnyRoute
}
const reads: Case[] = [...operations.values()]
  .filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'super-admin')
  .filter(({ endpoint }) => typeof endpoint.access === 'string' || !endpoint.access.platformOnly)
  .flatMap(({ endpoint, addresses }) =>
    addresses.filter(({ method }) => method === 'GET').map(({ url }) => ({ name: `GET ${url}`, url, endpoint })),
  )

const tokenFor = ({ endpoint }: Case) => (endpoint.access === 'user' ? places.userToken : places.token)

function pathOf({ url, endpoint }: Case): string {
  return namesOf(endpoint, url).reduce((path, name) => {
    const kind = kindInPath(url, name)
    return path.replace(`:${name}`, kind === null ? (permissionCatalogue[0]?.id as string) : places.T[kind])
  }, url)
}

interface Property {
  readonly type?: string
  readonly enum?: string[]
  readonly anyOf?: unknown
}
const queryOf = ({ endpoint }: Case) =>
  endpoint.query
    ? (jsonSchemaOf(endpoint.query as z.ZodType, 'input') as { properties: Record<string, Property>; required?: string[] })
    : null
function needed(one: Case): string {
  const required = queryOf(one)?.required ?? []
  return `${required.includes('permission') ? 'permission=admins.view&' : ''}${required.includes('q') ? `q=${common}&` : ''}`
}

/** Of an answer; a stream of events has none. */
const propertiesOf = ({ endpoint }: Case): object =>
  endpoint.reply ? ((jsonSchemaOf(endpoint.reply as z.ZodType, 'output').properties as object | undefined) ?? {}) : {}

/** Nothing of it is anybody's but T's and those below it. */
async function assertOwn(
  what: string,
  text: string,
  owners: ReadonlyMap<string, string | null>,
  below: ReadonlySet<string>,
): Promise<void> {
  assert.ok(!text.includes(canary), `${what}: ${text}`)
  for (const id of recordsNamed(app, text)) {
    const owner = owners.get(id)
    if (owner !== undefined) assert.ok(owner !== null && below.has(owner), `${what} names ${id} of ${owner ?? 'the platform'}: ${text}`)
  }
}

async function belowT(): Promise<Set<string>> {
  const { kysely } = app.open.service.database
  const rows = await kysely.selectFrom('tenantClosure').select('descendantId').where('ancestorId', '=', places.T.tenants).execute()
  return new Set(rows.map(({ descendantId }) => descendantId))
}

const choices = (one: Case, name: string) => (queryOf(one)?.properties[name]?.enum ?? []).map((value) => `${name}=${value}`)

const whole = ({ text, headers }: Reply) => text + JSON.stringify(headers)

describe('what an admin can read', () => {
  it('is looked for where it is: texts are planted, and who stands above finds them', async () => {
    for (const column of [
      'tenants.name',
      'tenants.code',
      'accounts.email',
      'accounts.first_name',
      'roles.name',
      'user_groups.name_en',
      'menu_items.title_en',
    ])
      assert.ok(planted.includes(column), column)
    assert.ok(planted.length > 30, planted.join(', '))
    for (const path of ['Tenants', 'Admins', 'roles', 'UserGroups']) {
      const { text } = await app.get(`/api/v1/${path}?pageSize=100`, { token: await app.superToken() })
      assert.ok(text.includes(canary), path)
    }
  })

  for (const one of reads) {
    it(`${one.name} holds nothing of anybody else, however it is asked`, async () => {
      const [owners, below] = [await ownersOf(app), await belowT()]
      const names = Object.keys(queryOf(one)?.properties ?? {})
      const sorts = queryOf(one)?.properties.sortBy?.enum ?? []
      const queries = [
        '',
        ...choices(one, 'permission'),
        ...(names.includes('pageSize') ? ['pageSize=100'] : []),
        ...(names.includes('search') ? [`search=${common}`, `search=${canary}`, `search=${encodeURIComponent('%')}`] : []),
        ...sorts.flatMap((sort) => ['asc', 'desc'].map((direction) => `sortBy=${sort}&sortDirection=${direction}&pageSize=100`)),
      ]
      for (const query of queries) {
        const reply = expectStatus(
          await app.get(`${pathOf(one)}?${query.includes('permission=') ? '' : needed(one)}${query}`, { token: tokenFor(one) }),
          200,
        )
        await assertOwn(`${one.name}?${query}`, whole(reply), owners, below)
        if (query !== `search=${canary}`) continue
        // of a file nothing but the names of its columns
        if (one.endpoint.download) assert.equal(reply.text.trimEnd().split('\n').length, 1, reply.text)
        else assert.equal((reply.json.data ?? reply.json).totalCount, 0, reply.text)
      }
    })
  }

  const isPage = (one: Case) => 'totalCount' in propertiesOf(one)
  for (const one of reads.filter(isPage)) {
    it(`${one.name} shows and counts exactly what is there below T, and finds exactly that`, async () => {
      const truth = listTruths[one.url.toLowerCase()]
      assert.notEqual(truth, undefined, `say in cross-tenant-lists.ts what ${one.name} shows`)
      if (!truth) return
      const { rows } = await app.open.service.database.kysely.executeQuery<{ id: string }>(CompiledQuery.raw(truth.ids, [places.T.tenants]))
      const expected = inOrder(rows.map(({ id }) => id))
      assert.ok(expected.length > 0)
      assert.deepEqual(await idsIn(one, ''), expected)
      if (!truth.isSearched) return
      const found = await idsIn(one, `&search=${common}`)
      // what was made after the planting is not found by it
      assert.ok(found.length > 0 && found.every((id) => expected.includes(id)), `${found.length} of ${expected.length}`)
      assert.deepEqual(found, await plantedIn(truth.ids))
    })
  }
})

describe('a list within a tenant', () => {
  const lists = reads.filter((one) => {
    return 'nextCursor' in propertiesOf(one) && listTruths[one.url.toLowerCase()] !== null
  })
  for (const one of lists) {
    it(`${one.name} shows what belongs to it and to all below, and of a tenant of anybody else nothing`, async () => {
      const truth = listTruths[one.url.toLowerCase()]!
      const { opaqueIds } = app.open.service.keys
      const rowsOf = async (ids: string, tenantId: string) => {
        const { rows } = await app.open.service.database.kysely.executeQuery<{ id: string }>(CompiledQuery.raw(ids, [tenantId]))
        return inOrder(rows.map(({ id }) => id))
      }
      for (const tenantId of [places.T.tenants, places.C.tenants])
        for (const within of [tenantId, opaqueIds.encode('tenant', tenantId)]) {
          const shown = await idsIn(one, `&within=${within}`)
          if (truth.within) assert.deepEqual(shown, await rowsOf(truth.within, tenantId))
          else {
            const all = await rowsOf(truth.ids, places.T.tenants)
            assert.ok(shown.every((id) => all.includes(id)) && (tenantId !== places.T.tenants || shown.length === all.length))
          }
        }
      for (const tenantId of [places.foreign.parent.tenants, places.foreign.sibling.tenants, randomUUID()])
        assert.deepEqual(await idsIn(one, `&within=${tenantId}`), [])
    })
  }
})

/** What somebody could make of a cursor who knows every encoding. */
const readings = (cursor: string): Buffer[] =>
  [cursor, ...cursor.split('.')].flatMap((part) => [
    Buffer.from(part),
    ...[0, 1, 2, 3].map((skipped) => Buffer.from(part.slice(skipped), 'base64url')),
    Buffer.from(part, 'hex'),
  ])

describe('the cursor of a list', () => {
  const lists = reads.filter((one) => 'nextCursor' in propertiesOf(one))

  it('opens in its own list, order, search and scope, is 400 in every other, and says nothing of what it points at', async () => {
    const { kysely } = app.open.service.database
    const { rows: events } = await sql<{ id: string }>`select id from events`.execute(kysely)
    const ids = [...(await ownersOf(app)).keys(), ...events.map(({ id }) => id)]
    const plain = new Set(ids)
    const raw = new Set(ids.map((id) => id.replaceAll('-', '')))
    const top = await app.superToken()
    const ask = async (one: Case, query: string, token: string) => await app.get(`${pathOf(one)}?pageSize=1&${query}`, { token })
    const cursors = new Map<Case, string>()
    for (const one of lists) {
      const { json } = expectStatus(await ask(one, '', tokenFor(one)), 200)
      if ((json.data ?? json).nextCursor) cursors.set(one, (json.data ?? json).nextCursor)
    }
    // of the caller's own there may be nothing yet
    const ofTenants = lists.filter(({ url }) => listTruths[url.toLowerCase()] !== null)
    assert.ok(cursors.size >= ofTenants.length, [...lists.filter((one) => !cursors.has(one))].map(({ name }) => name).join())
    for (const [one, cursor] of cursors) {
      for (const bytes of readings(cursor)) {
        const text = bytes.toString('latin1')
        for (const [id] of text.matchAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi)) assert.ok(!plain.has(id), `${one.name}: ${id}`)
        assert.doesNotMatch(text, /20\d\d-[01]\d-[0-3]\d/, one.name)
        const hex = bytes.toString('hex')
        for (let at = 0; at + 32 <= hex.length; at += 2) assert.ok(!raw.has(hex.slice(at, at + 32)), `${one.name}: ${hex}`)
      }
      const onward = `cursor=${cursor}`
      expectStatus(await ask(one, onward, tokenFor(one)), 200)
      const refused = [
        await ask(one, `${onward}&sortDirection=asc`, tokenFor(one)),
        await ask(one, `${onward}&search=${common}`, tokenFor(one)),
        await ask(one, `cursor=${cursor.slice(0, -6)}AAAAAA`, tokenFor(one)),
        await ask(one, onward, top),
      ]
      for (const filter of filtersOf(one)) {
        expectStatus(await ask(one, filter, tokenFor(one)), 200)
        refused.push(await ask(one, `${onward}&${filter}`, tokenFor(one)))
      }
      // two addresses of one list, of the caller's own tenant, are one list
      const shows = ({ url }: Case) => listTruths[url.toLowerCase()]?.ids
      for (const other of lists)
        if (shows(other) !== shows(one)) refused.push(await ask(other, `${needed(other)}${onward}`, tokenFor(other)))
      for (const { status, text } of refused) assert.ok(status === 400 || status === 403, `${one.name}: ${status} ${text}`)
    }
  })
})

/** Every filter that a list has, with a value that it takes. */
function filtersOf(one: Case): string[] {
  const paging = ['page', 'pageSize', 'limit', 'cursor', 'sortBy', 'sortDirection']
  const filters = Object.entries(queryOf(one)?.properties ?? {}).filter(([name]) => !paging.includes(name))
  return filters.map(([name, { enum: words, type, anyOf }]) => {
    const moment = anyOf && app.clock.now().toISOString().slice(0, 10)
    const listed = name === 'status' && words === undefined ? 'queued,sent' : undefined
    return `${name}=${moment ?? words?.[0] ?? listed ?? (type === 'boolean' ? 'true' : places.C.tenants)}`
  })
}

async function idsIn(one: Case, query: string): Promise<string[]> {
  const ids: string[] = []
  for (let page = 1, pages = 1; page <= pages; page++) {
    const reply = expectStatus(await app.get(`${pathOf(one)}?pageSize=100&page=${page}${query}`, { token: tokenFor(one) }), 200)
    const answer = reply.json.data ?? reply.json
    pages = answer.totalPages
    for (const { id } of answer.items) ids.push(app.open.service.keys.opaqueIds.decode('group', id) ?? id)
    if (page === pages || pages === 0) assert.equal(ids.length, answer.totalCount, reply.text.slice(0, 300))
  }
  return inOrder(ids)
}

const inOrder = (ids: readonly string[]) => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))

/** Of these records the ones that were there when texts were planted. */
async function plantedIn(ids: string): Promise<string[]> {
  const tables = ['tenants', 'accounts', 'roles', 'user_groups', 'webhooks', 'message_templates']
  const union = tables.map((table) => `select id from ${table} t where t::text like '%${common}%' and id in (${ids})`).join(' union ')
  const { rows } = await app.open.service.database.kysely.executeQuery<{ id: string }>(CompiledQuery.raw(union, [places.T.tenants]))
  return inOrder(rows.map(({ id }) => id))
}

describe('what happens below T', () => {
  it('answers nobody there with anything of anybody else', async () => {
    const [owners, below] = [await ownersOf(app), await belowT()]
    const theirs = visits.filter(({ token, reply }) => token !== undefined && reply.json !== undefined)
    const answers = visits.map(({ reply }) => reply.json?.data ?? reply.json)
    // who is handed the role is of the platform too
    const tops = new Set(
      answers
        .filter((answer) => answer?.user?.id === superId || answer?.user?.tenantId === null)
        .map(({ accessToken }) => accessToken as string),
    )
    const seen = theirs.filter(({ token, address }) => !tops.has(token as string) && !/impersonat/.test(address))
    assert.ok(seen.length > 100, `${seen.length} answers`)
    for (const { address, reply } of seen) await assertOwn(address, whole(reply), owners, below)
  })

  it('leaves nothing of anybody else in the log of the service', () => {
    const lines = app.logs.slice(firstLine)
    assert.ok(lines.length > 0)
    assert.ok(!JSON.stringify(lines).includes(canary))
  })

  it('leaves in the events of T who acted from above, and nothing else of them', async () => {
    const { rows } = await sql<{ row: Record<string, unknown>; isOwn: boolean }>`
      select to_jsonb(e) as row, exists (select from accounts a join tenant_closure c on c.descendant_id = a.tenant_id
        where a.id = e.actor_id and c.ancestor_id = ${places.T.tenants}) as is_own
      from events e join tenant_closure c on c.descendant_id = e.tenant_id and c.ancestor_id = ${places.T.tenants}`.execute(
      app.open.service.database.kysely,
    )
    const [owners, below] = [await ownersOf(app), await belowT()]
    assert.ok(rows.some(({ isOwn }) => isOwn) && rows.some(({ row }) => JSON.stringify([row.person]).includes(canary)))
    for (const { row, isOwn } of rows) {
      const { actor_id, on_behalf_of_id, person, data, ...rest } = row
      const { actorName, sessionId, ...named } = (person ?? {}) as Record<string, unknown>
      // what was looked for is what the caller wrote
      if (rest.type === 'audit.exported') delete (named.data as Record<string, unknown>).search
      // above whom it was made is for webhooks of those who stand there; no log shows it
      const { parent, ...said } = data as Record<string, unknown>
      assert.ok(parent === undefined || rest.type === 'tenant.created')
      const text = JSON.stringify([rest, said, named, ...(isOwn ? [actor_id, actorName, sessionId] : [])])
      await assertOwn('event', text, owners, below)
    }
  })
})
