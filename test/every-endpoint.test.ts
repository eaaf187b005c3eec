/** Generated from the route tables: what must hold for each endpoint without anybody remembering it. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, it } from 'node:test'
import type { PermissionAccess } from '#http/access.ts'
import { errorStatuses } from '#http/document/error-statuses.ts'
import { type AnyRoute, addressesOf } from '#http/route.ts'
import { apiDocument, modules } from '../src/app.ts'
import { type Actors, standingActors } from './actors.ts'
import { startApp, type TestApp } from './harness.ts'
import { leastRequest } from './least-body.ts'

let app: TestApp
let actors: Actors
before(async () => {
  app = await startApp()
  actors = await standingActors(app)
})

interface Case {
  name: string
  method: string
  url: string
  endpoint: AnyRoute
}
const cases: Case[] = Object.entries(modules).flatMap(([base, routes]) =>
  Object.entries(routes).flatMap(([address, endpoint]) =>
    addressesOf(base, address, endpoint).map(({ method, url }) => ({
      name: `${String(method)} ${url}`,
      method: String(method),
      url,
      endpoint,
    })),
  ),
)
const fill = (url: string, id: string) => url.replace(/:\w+/g, id)
const isSignedIn = ({ endpoint }: Case) => endpoint.access !== 'public'
const needsMore = ({ endpoint }: Case) => typeof endpoint.access === 'object' || endpoint.access === 'super-admin'
const sendsBody = ({ method }: Case) => method === 'POST' || method === 'PUT'

describe('every endpoint', () => {
  for (const one of cases.filter(isSignedIn)) {
    it(`${one.name}: 401 without a token, with a Bearer challenge`, async () => {
      const reply = await app.request(one.method, fill(one.url, randomUUID()), sendsBody(one) ? { body: {} } : {})
      assert.equal(reply.status, 401, reply.text)
      assert.equal(reply.json.code, 'token_missing')
      assert.equal(reply.headers['www-authenticate'], 'Bearer')
    })
  }

  for (const one of cases.filter(needsMore)) {
    it(`${one.name}: 403 for an admin with no permission at all`, async () => {
      const reply = await app.request(one.method, fill(one.url, randomUUID()), {
        token: actors.powerless,
        ...(sendsBody(one) && { body: {} }),
      })
      assert.equal(reply.status, 403, reply.text)
      assert.equal(reply.json.code, 'permission_denied')
    })
    if (typeof one.endpoint.access === 'object') {
      const { permission } = one.endpoint.access
      it(`${one.name}: 403 for an admin with every permission but ${permission}`, async () => {
        const reply = await app.request(one.method, fill(one.url, randomUUID()), {
          token: await actors.allBut(permission),
          ...(sendsBody(one) && { body: {} }),
        })
        assert.equal(reply.status, 403, reply.text)
        assert.equal(reply.json.requiredPermission, permission)
      })
    }
  }

  for (const one of cases.filter((found) => needsMore(found) && /:/.test(found.url) && typeof found.endpoint.access === 'object')) {
    it(`${one.name}: 404, the same bytes, for a sibling's id, the parent's, an unknown and a malformed one`, async () => {
      const area =
        one.url
          .toLowerCase()
          .split('/')
          .find((part) => part in actors.foreign) ?? ''
      const foreign = actors.foreign[area] ?? []
      // whom the platform alone may ask, everybody else is refused before any id is looked at
      const isPlatforms = (one.endpoint.access as PermissionAccess).platformOnly === true
      const token = isPlatforms ? await actors.token(one.endpoint) : actors.tenantAdmin
      const seen = new Set<string>()
      const refused = new Set<string>()
      for (const id of [...foreign, randomUUID(), 'no-such-id', '00000000-0000-0000-0000-000000000000']) {
        const reply = await app.request(one.method, fill(one.url, id), {
          token,
          ...(sendsBody(one) && leastRequest(one.endpoint)),
        })
        assert.equal(reply.status, 404, `${id}: ${reply.text}`)
        seen.add(reply.text.replace(/"traceId":"[^"]*"/, ''))
        if (!isPlatforms) continue
        const other = await app.request(one.method, fill(one.url, id), {
          token: actors.tenantAdmin,
          ...(sendsBody(one) && leastRequest(one.endpoint)),
        })
        assert.equal(other.status, 403, `${id}: ${other.text}`)
        refused.add(other.text.replace(/"traceId":"[^"]*"/, ''))
      }
      assert.equal(seen.size, 1, [...seen].join('\n'))
      assert.equal(refused.size, isPlatforms ? 1 : 0, [...refused].join('\n'))
    })
  }

  for (const one of cases.filter(
    (found) => sendsBody(found) && !found.endpoint.upload && !found.endpoint.receives && !found.endpoint.lines,
  )) {
    it(`${one.name}: 400 names a property that nobody declared`, async () => {
      const path = fill(one.url, one.endpoint.params && /Admins\/:id\/change/i.test(one.url) ? actors.superId : actors.tenantId)
      const reply = await app.request(one.method, path, {
        body: { no_such_property: 1 },
        ...(isSignedIn(one) && { token: await actors.token(one.endpoint) }),
      })
      assert.equal(reply.status, 400, reply.text)
      assert.equal(reply.json.code, 'validation_failed')
      assert.ok(
        reply.json.errors.some(
          (problem: { field: string; code: string }) => problem.field === 'no_such_property' && problem.code === 'unknown_property',
        ),
        reply.text,
      )
    })
  }

  for (const one of cases.filter(({ method }) => method === 'GET')) {
    it(`${one.name}: 400 for a query name that nobody declared`, async () => {
      const reply = await app.get(
        `${fill(one.url, actors.tenantId)}?no_such_name=1`,
        isSignedIn(one) ? { token: await actors.token(one.endpoint) } : {},
      )
      assert.equal(reply.status, 400, reply.text)
    })
  }

  for (const one of cases) {
    it(`${one.name}: stands in the OpenAPI document with every status it can answer`, () => {
      const document = apiDocument() as unknown as {
        paths: Record<string, Record<string, { responses: Record<string, unknown>; summary: string }>>
      }
      const entry = document.paths[one.url.replace(/:(\w+)/g, '{$1}')]?.[one.method.toLowerCase()]
      assert.ok(entry?.summary)
      const answered = new Set(
        Object.keys(entry.responses)
          .filter((status) => status !== 'default')
          .map(Number),
      )
      assert.deepEqual(
        answered,
        new Set([
          ...errorStatuses(one.endpoint),
          one.endpoint.status ?? 200,
          ...(one.endpoint.dryRunStatus ? [one.endpoint.dryRunStatus] : []),
        ]),
      )
    })
  }
})
