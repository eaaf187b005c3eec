/** Every place of every request where a record can be named, with one of somebody else's: nothing is told and nothing happens. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import type { z } from 'zod'
import { isUuid } from '#core/uuid.ts'
import type { AnyRoute, MountedAddress } from '#http/route.ts'
import { expectStatus, type Reply, type RequestOptions, startApp, type TestApp } from '../harness.ts'
import { leastRequest } from '../least-body.ts'
import { digestOf } from '../properties/expected-state.ts'
import { deletedIds, foreignIds, type Kind, type Places, standingPlaces } from './cross-tenant-places.ts'
import { kindInPath, namesOf, type Reference, referencesIn, takesOpaque, withReference } from './cross-tenant-references.ts'
import { assertNothingUnforeseen } from './refusals.ts'
import { operations } from './tour.ts'

let app: TestApp
let places: Places
before(async () => {
  app = await startApp()
  places = await standingPlaces(app)
})
after(() => assertNothingUnforeseen(app))

interface Case {
  readonly name: string
  readonly url: string
  readonly method: string
  readonly endpoint: AnyRoute
}
/** What a tenant's admin can call at all. */
const cases: Case[] = [...operations.values()]
  .filter(({ endpoint }) => endpoint.access !== 'public' && endpoint.access !== 'super-admin')
  .flatMap(({ endpoint, addresses }) =>
    addresses.map(({ method, url }: MountedAddress) => ({ name: `${String(method)} ${url}`, method: String(method), url, endpoint })),
  )

const tokenFor = ({ endpoint }: Case) => (endpoint.access === 'user' ? places.userToken : places.token)

/** The path with T's own records, but for one parameter. */
function pathOf({ url, endpoint }: Case, other?: string, id = ''): string {
  return namesOf(endpoint, url).reduce((path, name) => {
    const kind = kindInPath(url, name)
    return path.replace(`:${name}`, name === other ? id : kind === null ? randomUUID() : places.T[kind])
  }, url)
}

/** The least body with T's own records in it. */
function ownRequest({ url, method, endpoint }: Case): RequestOptions {
  if (method !== 'POST' && method !== 'PUT') return {}
  const least = leastRequest(endpoint)
  if (endpoint.upload || endpoint.receives || endpoint.lines) return least
  const named = referencesIn(endpoint.body as z.ZodType | undefined, url)
  const body = named.filter(({ path }) => path.reduce((at, part) => (at as Record<string, unknown> | undefined)?.[part], least.body))
  return { body: body.reduce((filled, reference) => withReference(filled, reference, places.T[reference.kind]), least.body) }
}

/** All that a caller can tell two answers apart by; `id` is what it sent itself. */
function told({ status, headers, text }: Reply, id: string): string {
  const { date, ...rest } = headers
  return JSON.stringify({ status, headers: rest, text: text.replaceAll(id, '<id>').replace(/"traceId":"[^"]*"/, '') }).replace(
    /"(?:content-length|x-[\w-]*id)":"[^"]*",?/g,
    '',
  )
}

/** Calls with each id in turn: every answer is told like that of an id that nobody has, and nothing is stored. */
async function assertSame(
  ids: readonly (readonly [string, string])[],
  unknown: string,
  call: (id: string) => Promise<Reply>,
): Promise<Reply> {
  const before = await digestOf(app)
  const measure = await call(unknown)
  const expected = told(measure, unknown)
  const spelt = ids.flatMap(([whose, id]) =>
    isUuid(id) ? [[whose, id] as const, [whose, id.toUpperCase()] as const] : [[whose, id] as const],
  )
  for (const [whose, id] of spelt) assert.equal(told(await call(id), id), expected, `${whose}: ${id}`)
  assert.equal(await digestOf(app), before, 'something was stored')
  return measure
}

const unknownOf = (kind: Kind) => {
  const { opaqueIds } = app.open.service.keys
  if (kind === 'groups') return opaqueIds.encode('group', randomUUID())
  return kind === 'opaqueTenants' ? opaqueIds.encode('tenant', randomUUID()) : randomUUID()
}
/** An id that is written wrongly, or is T's own under another kind. */
const misspelt = (kind: Kind): [string, string][] => [
  ['malformed', 'no-such-id'],
  ['nil', '00000000-0000-0000-0000-000000000000'],
  ['cut', places.T[kind].slice(0, -1)],
  ['longer', `${places.T[kind]}a`],
  ['another kind', kind === 'groups' ? places.T.opaqueTenants : places.T.groups],
  ['not opaque', kind === 'groups' ? places.T.roles : places.T.opaqueTenants],
]

describe('an id in a path', () => {
  for (const one of cases) {
    for (const parameter of namesOf(one.endpoint, one.url)) {
      const kind = kindInPath(one.url, parameter)
      if (kind === null) continue
      it(`${one.name}: 404 for a :${parameter} of anybody else`, async () => {
        const request = { token: tokenFor(one), ...ownRequest(one) }
        const opaque = takesOpaque(one.endpoint, one.url, parameter)
        const spellings: Kind[] = opaque ? [kind, 'opaqueTenants'] : [kind]
        const wrong = misspelt(kind).filter(([name]) => name !== 'not opaque' || !opaque)
        const reply = await assertSame(
          [...spellings.flatMap((each) => [...foreignIds(places, each), ...deletedIds(places, each)]), ...wrong],
          unknownOf(kind),
          (id) => app.request(one.method, pathOf(one, parameter, id), request),
        )
        assert.equal(reply.status, 404, reply.text)
        assert.equal(reply.json.errors, undefined, reply.text)
      })
    }
  }

  it('of the own tenant is found at every address that reads it', async () => {
    for (const one of cases.filter(({ method, url, endpoint }) => method === 'GET' && namesOf(endpoint, url).length > 0)) {
      const isOwn = namesOf(one.endpoint, one.url).every((name) => kindInPath(one.url, name) !== null)
      if (isOwn) expectStatus(await app.get(pathOf(one), { token: tokenFor(one) }), 200)
      for (const name of namesOf(one.endpoint, one.url).filter((name) => takesOpaque(one.endpoint, one.url, name)))
        expectStatus(await app.get(pathOf(one, name, places.T.opaqueTenants), { token: tokenFor(one) }), 200)
    }
  })
})

/** Other spellings of an id that a reference takes. */
const alsoTaken = (reference: Reference): [string, string][] =>
  reference.kind === 'tenants' && !reference.isUuid ? foreignIds(places, 'opaqueTenants') : []
/** Records that must be of the very tenant of the record they are put into; menu items are the platform's too. */
const ofRecord = new Set<Kind>(['roles', 'admins', 'menuItems'])
const nobodys = (reference: Reference): [string, string][] => [
  ...foreignIds(places, reference.kind).filter(([whose]) => reference.kind !== 'menuItems' || whose !== 'platform'),
  ...alsoTaken(reference),
]
const bodies = cases
  .filter(({ endpoint, method }) => !endpoint.upload && !endpoint.receives && (method === 'POST' || method === 'PUT'))
  .flatMap((one) => referencesIn(one.endpoint.body as z.ZodType | undefined, one.url).map((reference) => ({ one, reference })))

/** What is no id there. */
const misspeltIn = ({ kind, isUuid }: Reference) => misspelt(kind).filter(([name]) => name !== 'nil' && (name !== 'not opaque' || isUuid))

describe('an id in a body', () => {
  for (const { one, reference } of bodies) {
    const field = reference.path.join('.')
    const isBulk = reference.path[0] === 'ids' || reference.path[0] === 'excludeIds' || reference.path[0] === 'filter'
    const send = (id: string, more = {}) => {
      const own = ownRequest(one).body as object
      return app.request(one.method, pathOf(one), { token: tokenFor(one), body: withReference({ ...own, ...more }, reference, id) })
    }
    if (isBulk) {
      it(`${one.name}: a ${field} of anybody else stands for nothing`, async () => {
        // all but these: told without being done
        const isMail = one.url.endsWith('/send-bulk')
        const mail = { recipients: undefined, filter: { target: 'all' }, dryRun: true }
        const more = isMail ? mail : reference.path[0] === 'excludeIds' ? { dryRun: true } : {}
        const ids = [
          ...nobodys(reference),
          ...deletedIds(places, reference.kind),
          ...(reference.path[0] === 'ids' ? misspelt(reference.kind) : []),
        ]
        const reply = expectStatus(await assertSame(ids, unknownOf(reference.kind), (id) => send(id, more)), 200)
        if (isMail) assert.equal(reply.json.total > 0, reference.path[1] === 'excludeIds', reply.text)
        else if (reference.path[0] === 'filter') assert.equal(reply.json.affected, 0)
        // whom it was to spare, nobody could tell
        if (reference.path[0] === 'excludeIds')
          for (const [what, id] of misspeltIn(reference)) assert.equal((await send(id, more)).status, 400, `${what}: ${id}`)
        if (reference.path[0] === 'ids') {
          assert.equal(reply.json.affected, 0)
          assert.deepEqual(
            reply.json.skipped.map(({ code }: { code: string }) => code),
            ['not_found'],
          )
        }
      })
    } else {
      it(`${one.name}: 404 for a ${field} of anybody else, 400 for one that is none`, async () => {
        const below: [string, string][] = ofRecord.has(reference.kind) ? [['child', places.C[reference.kind]]] : []
        const reply = await assertSame(
          [...nobodys(reference), ...deletedIds(places, reference.kind), ...below],
          unknownOf(reference.kind),
          (id) => send(id),
        )
        assert.equal(reply.status, 404, reply.text)
        assert.deepEqual(
          reply.json.errors.map(({ field: named }: { field: string }) => named.toLowerCase()),
          [field.toLowerCase()],
        )
        for (const [what, id] of misspeltIn(reference)) assert.equal((await send(id)).status, 400, `${what}: ${id}`)
      })
    }
  }
})

const queries = cases
  .filter(({ method }) => method === 'GET')
  .flatMap((one) => referencesIn(one.endpoint.query as z.ZodType | undefined, one.url).map((reference) => ({ one, reference })))

/** All that were counted. */
function numbersIn(value: unknown): number[] {
  if (typeof value === 'number') return value === 0 ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(numbersIn) : []
}

describe('an id in a query', () => {
  for (const { one, reference } of queries) {
    const name = reference.path.join('.')
    it(`${one.name}: a ${name} of anybody else matches nothing`, async () => {
      const more = /explain/.test(one.url) ? '&permission=admins.view' : /search$/.test(one.url) ? '&q=an' : ''
      const reply = await assertSame(nobodys(reference), unknownOf(reference.kind), (id) =>
        app.get(`${pathOf(one)}?${name}=${id}${more}`, { token: tokenFor(one) }),
      )
      const answer = reply.json?.data ?? reply.json
      // a file has its head alone, figures are nought
      if (reply.status === 200 && answer === undefined) assert.equal(reply.text.trim().split('\n').length, 1, reply.text)
      else if (reply.status === 200 && answer.totalCount === undefined) assert.deepEqual(numbersIn(answer), [], reply.text)
      else if (reply.status === 200) assert.deepEqual([answer.items, answer.totalCount], [[], 0], reply.text)
      else assert.deepEqual([reply.status, reply.json.errors?.[0]?.field], [404, name], reply.text)
      expectStatus(await app.get(`${pathOf(one)}?${name}=${places.T[reference.kind]}${more}`, { token: tokenFor(one) }), 200)
    })
  }
})
