/** GET /api/v1/audit/export: the entries that the list shows to the same caller, as a file, and a word of it in the log. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { listLimits } from '#db/lists/list-limits.ts'
import { tokenHolding } from '../actors.ts'
import { world } from '../groups/world.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'
import { entriesIn, exportPath, fillLog, parseCsv } from './export.rig.ts'

let app: TestApp
let root: string
let token: string
let own: Awaited<ReturnType<typeof tenantWithAdmin>>
let child: Awaited<ReturnType<typeof tenantWithAdmin>>

const usual = { ...listLimits }
before(async () => {
  app = await startApp()
  root = await app.superToken()
  own = await tenantWithAdmin(app, { name: 'Own' })
  token = (await own.signIn()).accessToken
  child = await tenantWithAdmin(app, { parentTenantId: own.tenant.id, token })
  await tenantWithAdmin(app, { name: 'Sibling' })
  await app.post('/api/v1/Tenants', { name: '=cmd|"/c calc"!A1', code: `t-${randomUUID().slice(0, 8)}` }, { token })
  await fillLog(app, child.tenant.id, 40, 10)
  app.clock.turn(1000)
})
after(() => void Object.assign(listLimits, usual))

type Entry = Record<string, unknown>
const csv = async (query = '', as = token) => expectStatus(await app.get(`${exportPath}${query}`, { token: as }), 200)

/** All entries that the list shows. */
async function listed(query = '', as = token): Promise<Entry[]> {
  const items: Entry[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more: string = [query.slice(1), 'pageSize=100', cursor && `cursor=${encodeURIComponent(cursor)}`].filter(Boolean).join('&')
    const page: { items: Entry[]; nextCursor: string | null } = expectStatus(
      await app.get(`/api/v1/audit?${more}`, { token: as }),
      200,
    ).json
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return items
}

/** What is in cells, with the parts of those that have some. */
const readFile = (text: string) =>
  entriesIn(text).map(({ changes, details, ...entry }) => ({
    ...entry,
    changes: JSON.parse(changes || '{}'),
    details: JSON.parse(details || '{}'),
  }))

const asCells = (entry: Entry) =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => {
      return [name, value ?? '']
    }),
  )

describe('GET /api/v1/audit/export as CSV', () => {
  it('200 a file with what the list shows, newest first, under the names of its fields', async () => {
    const wanted = await listed()
    const reply = await csv('?format=csv')
    assert.equal(reply.headers['content-type'], 'text/csv; charset=utf-8; header=present')
    assert.match(reply.headers['content-disposition'] as string, /^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    assert.equal(reply.headers['cache-control'], 'no-store')
    const raw = await fetch(`${app.url}${exportPath}`, { headers: { authorization: `Bearer ${token}` } })
    // the mark by which spreadsheets know UTF-8
    assert.equal(
      Buffer.from(await raw.arrayBuffer())
        .subarray(0, 8)
        .toString('latin1'),
      '\xEF\xBB\xBF"id",',
    )
    assert.deepEqual(new Set(parseCsv(reply.text)[0]), new Set(Object.keys(wanted[0]!)))
    assert.deepEqual(readFile(reply.text), wanted.map(asCells))
    assert.ok(wanted.length > 40)
    assert.ok(reply.text.includes(`"'=cmd|""/c calc""!A1"`))
  })

  it('is the list of the same filters, in every scope, however the log is walked over', async () => {
    const at = app.clock.now().toISOString().slice(0, 10)
    const queries = [
      '',
      `?action=tenant&from=${at}`,
      '?outcome=failure',
      `?tenantId=${child.tenant.id}`,
      `?within=${child.tenant.id}`,
      '?search=role',
      `?search=${encodeURIComponent('Own')}&entityType=Tenant`,
      `?entityId=${child.tenant.id}`,
      '?impersonated=true',
      `?to=2020-01-01`,
      `?tenantId=${randomUUID()}`,
    ]
    const steps = { firstStep: 3, step: 7, sparseStep: 11 }
    for (const limits of [{}, { ...steps, walkedTenants: 2000 }, { ...steps, walkedTenants: 0 }]) {
      Object.assign(listLimits, usual, limits)
      for (const as of [token, root]) {
        // the platform has one way only
        for (const query of as === root ? queries.slice(0, 3) : queries) {
          const wanted = await listed(query, as)
          const got = readFile((await csv(query, as)).text)
          // what was exported before is told in the log
          assert.deepEqual(got, wanted.map(asCells), `${query} ${JSON.stringify(limits)}`)
        }
      }
    }
    Object.assign(listLimits, usual)
  })

  it('leaves a word of it in the log: what was asked for and how much was handed out, the words that were searched aside', async () => {
    const text = randomUUID()
    const { length: count } = entriesIn((await csv(`?entityType=Tenant&search=${text}`)).text)
    const [told] = (await listed('?action=audit.exported')) as [Entry]
    assert.deepEqual(told.details, { format: 'csv', filter: { entityType: 'Tenant' }, count })
    assert.deepEqual([told.outcome, told.actorName, told.tenantId], ['success', `First ${own.admin.lastName}`, own.tenant.id])
    assert.ok(!JSON.stringify(told).includes(text))
    const all = entriesIn((await csv()).text).length
    assert.equal(((await listed('?action=audit.exported')) as [Entry & { details: Entry }])[0].details.count, all)
  })

  it('400 before the first byte for what means nothing, and nothing is told of it', async () => {
    const before = (await listed('?action=audit.exported')).length
    for (const bad of [
      '?from=yesterday',
      '?format=xls',
      '?outcome=maybe',
      '?page=2',
      '?sortBy=timestamp',
      '?nothing=1',
      '?within=nobody',
    ]) {
      const reply = await app.get(`${exportPath}${bad}`, { token })
      assert.deepEqual([reply.status, reply.json.code], [400, 'validation_failed'], bad)
    }
    assert.equal((await listed('?action=audit.exported')).length, before)
    assert.equal((await app.request('HEAD', exportPath, { token })).status, 405)
  })

  it('403 without the permission, whatever else is held', async () => {
    const reply = await app.get(exportPath, { token: await tokenHolding(app, own.tenant.id, ['audit.view']) })
    assert.deepEqual([reply.status, reply.json.requiredPermission], [403, 'audit.export'])
    expectStatus(await app.get(exportPath, { token: await tokenHolding(app, own.tenant.id, ['audit.export']) }), 200)
  })

  it('hides what is restricted for the caller', async () => {
    const place = await world(app)
    const victim = await place.person([])
    const email = `new-${randomUUID()}@example.test`
    expectStatus(
      await app.request('PUT', `/api/v1/admins/${victim.id}`, { token: place.token, body: { email, firstName: 'Renamed' } }),
      200,
    )
    const seen = async (masks: Record<string, string[]>) =>
      (await csv('?action=admin.updated', (await place.person(['audit.export', 'audit.view', 'admins.view'], masks)).token)).text
    assert.ok((await seen({})).includes(email))
    const masked = await seen({ 'admins.view': ['email'] })
    assert.ok(masked.includes('Renamed') && !masked.includes(email))
  })
})
