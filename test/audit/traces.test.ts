/** A caller's own trace (W3C Trace Context) in the audit log, and how it is found among very many entries. */
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { sql } from 'kysely'
import { readTraceParent } from '#http/trace-parent.ts'
import { expectStatus, startApp, type TestApp, tenantWithAdmin } from '../harness.ts'

const hex = (bytes: number) => randomBytes(bytes).toString('hex')

describe('readTraceParent', () => {
  const [trace, span] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']
  it('reads what is well formed, of later versions the beginning', () => {
    for (const [header, isSampled] of [
      [`00-${trace}-${span}-01`, true],
      [`00-${trace}-${span}-00`, false],
      [`00-${trace}-${span}-ff`, true],
      [`cc-${trace}-${span}-01`, true],
      [`cc-${trace}-${span}-01-what.the-future-will-be-like`, true],
    ] as const)
      assert.deepEqual(readTraceParent(header), { traceId: trace, spanId: span, isSampled }, header)
  })

  it('passes over what is malformed', () => {
    for (const header of [
      undefined,
      '',
      'null',
      `00-${trace}-${span}`,
      `00-${trace}-${span}-1`,
      `00-${trace}-${span}-01-more`,
      `cc-${trace}-${span}-01.more`,
      `cc-${trace}-${span}-012`,
      `ff-${trace}-${span}-01`,
      `00-${trace.toUpperCase()}-${span}-01`,
      `00-${trace}-${span.toUpperCase()}-01`,
      `0A-${trace}-${span}-01`,
      `00-${trace}-${span}-0G`,
      `00-${'0'.repeat(32)}-${span}-01`,
      `00-${trace}-${'0'.repeat(16)}-01`,
      `00-${trace.slice(1)}-${span}-01`,
      ` 00-${trace}-${span}-01`,
      // two headers, as node joins them
      `00-${trace}-${span}-01, 00-${trace}-${span}-01`,
      [`00-${trace}-${span}-01`],
    ])
      assert.equal(readTraceParent(header), null, String(header))
  })
})

describe('GET /api/v1/audit?traceId=', () => {
  let app: TestApp
  let token: string
  before(async () => {
    app = await startApp()
    token = (await (await tenantWithAdmin(app)).signIn()).accessToken
  })
  const found = async (traceId: string, as = token) =>
    expectStatus(await app.get(`/api/v1/audit?traceId=${traceId}`, { token: as }), 200).json
  const me = (traceparent: string, body: object) => app.request('PUT', '/api/v1/Admins/me', { token, body, headers: { traceparent } })

  it("finds one request by its own id, and all of a caller's trace by that one's", async () => {
    const trace = hex(16)
    for (const firstName of ['One', 'Two']) expectStatus(await me(`00-${trace}-${hex(8)}-01`, { firstName }), 200)
    const { items } = await found(trace)
    assert.deepEqual(
      items.map((entry: Record<string, unknown>) => [entry.action, entry.parentTraceId]),
      [
        ['admin.updated', trace],
        ['admin.updated', trace],
      ],
    )
    const [{ traceId }] = items
    assert.match(traceId, /^[0-9a-f]{32}$/)
    assert.notEqual(traceId, trace)
    assert.deepEqual((await found(traceId)).items, [items[0]])
  })

  it('keeps nothing of a malformed one, and shows a trace to nobody else', async () => {
    const trace = hex(16)
    expectStatus(await me(`00-${trace.toUpperCase()}-${hex(8)}-01`, { firstName: 'Three' }), 200)
    assert.deepEqual([(await found(trace.toUpperCase())).items, (await found(trace)).items], [[], []])
    const kept = hex(16)
    expectStatus(await me(`00-${kept}-${hex(8)}-01`, { firstName: 'Four' }), 200)
    const other = await (await tenantWithAdmin(app)).signIn()
    assert.equal((await found(kept, other.accessToken)).totalCount, 0)
    assert.equal((await found(kept, await app.superToken())).totalCount, 1)
  })

  // the connections of a server tell what they read when they please
  it('reads no part of the log from end to end', { skip: process.env.TEST_DATABASE === 'postgres' }, async () => {
    const { kysely } = app.open.service.database
    await sql`insert into events (id, tenant_id, type, actor_kind, outcome, trace_id, parent_trace_id, created_at)
      select gen_random_uuid(), (select id from tenants limit 1), 'admin.updated', 'admin', 'success', md5(n::text),
        case when n % 3 = 0 then md5((n / 6)::text || 'parent') end, now() from generate_series(1, 20000) n`.execute(kysely)
    await sql`analyze events`.execute(kysely)
    const scans = async () => {
      await sql`select pg_stat_force_next_flush()`.execute(kysely)
      const { rows } = await sql<{ whole: number; rows: number }>`
        select sum(seq_scan)::integer as whole, sum(seq_tup_read + idx_tup_fetch)::integer as rows
        from pg_stat_user_tables where relname ~ '^events_(default|\\d)'`.execute(kysely)
      return rows[0]!
    }
    const md5 = (text: string) => createHash('md5').update(text).digest('hex')
    const readFor = async (query: string, entries: number) => {
      const before = await scans()
      const as = await app.superToken()
      assert.equal(expectStatus(await app.get(`/api/v1/audit?${query}`, { token: as }), 200).json.totalCount, entries)
      const now = await scans()
      return { whole: now.whole - before.whole, rows: now.rows - before.rows }
    }
    for (const [traceId, entries] of [
      [md5('600'), 1],
      [md5('7parent'), 2],
      [md5('nobody'), 0],
    ] as const) {
      const { whole, rows } = await readFor(`traceId=${traceId}`, entries)
      assert.ok(whole === 0 && rows <= 10, `${entries}: ${whole} scans, ${rows} rows`)
    }
    // what would be told if it did
    const { rows } = await readFor('search=nobody-of-that-name', 0)
    assert.ok(rows >= 20_000, `a search read ${rows} rows`)
  })
})
