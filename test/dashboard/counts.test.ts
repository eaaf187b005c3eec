/** The numbers that the dashboard is made of: kept by quarters of an hour, read by days of any zone. */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from 'kysely'
import { localDays } from '#core/local-days.ts'
import { uuidv7 } from '#core/uuid.ts'
import type { Context } from '#db/rows/context.ts'
import type { EventName } from '#events/catalog.ts'
import { emit } from '#events/emit.ts'
import { forgetQuarters } from '#events/event-counts.ts'
import { FanOut } from '#events/fan-out.ts'
import { countsOfDays, countsSince } from '#modules/dashboard/dashboard.counts.ts'
import { openBench } from '../jobs/bench.ts'
import { makeTenant } from '../jobs/rows.ts'

const bench = await openBench()
const { database, clock } = bench
const fanOut = new FanOut(bench.service, bench.log, { batchSize: 50 })
const root = await makeTenant(database, clock.now(), null)
const child = await makeTenant(database, clock.now(), root)

const happenAt = async (at: string, tenantId: string | null, name: EventName = 'auth.login.succeeded') => {
  await bench.transact((ctx) => emit({ ...ctx, now: new Date(at) }, name, { tenantId, actor: { id: null, kind: 'system' } }))
}
const as = (tenantId: string | null): Context => ({ ...bench.ctx(), actor: { tenantId } as Context['actor'] })
const logins = async (zone: string, now: string, days: number, tenantId: string | null = null) => {
  const shown = localDays(new Date(now), days, zone)
  const counts = await countsOfDays(as(tenantId), shown, ['auth.login.succeeded'])
  return Object.fromEntries(shown.map(({ date }, at) => [date, counts[at]!.get('auth.login.succeeded') ?? 0]))
}
const forget = async () => {
  for (const table of ['event_counts', 'outbox', 'events']) await sql`delete from ${sql.table(table)}`.execute(database.kysely)
}

describe('kept numbers', () => {
  test('fall on the day that each zone has, over changes of clocks, and none is lost', async () => {
    // the first and the last quarter of the 25 hours of 1 November 2026 in St John's (UTC-2:30, then UTC-3:30)
    const moments = ['2026-11-01T02:29:59Z', '2026-11-01T02:30:00Z', '2026-11-02T03:29:59Z', '2026-11-02T03:30:00Z', '2026-11-01T18:30:00Z']
    for (const at of moments) await happenAt(at, child)
    await fanOut.drain()
    const now = '2026-11-02T20:00:00Z'
    assert.deepEqual(await logins('America/St_Johns', now, 3), { '2026-10-31': 1, '2026-11-01': 3, '2026-11-02': 1 })
    assert.deepEqual(await logins('UTC', now, 3), { '2026-10-31': 0, '2026-11-01': 3, '2026-11-02': 2 })
    assert.deepEqual(await logins('Asia/Kolkata', now, 3), { '2026-11-01': 2, '2026-11-02': 3, '2026-11-03': 0 })
    assert.deepEqual(await logins('Asia/Kathmandu', now, 3), { '2026-11-01': 2, '2026-11-02': 3, '2026-11-03': 0 })
    assert.deepEqual(await logins('Australia/Lord_Howe', now, 3), { '2026-11-01': 2, '2026-11-02': 3, '2026-11-03': 0 })
    for (const scope of [null, root, child]) assert.equal((await logins('Asia/Kolkata', now, 3, scope))['2026-11-02'], 3)
    await forget()
  })

  test('are those that a plain count of the events gives, in any zone and scope', async () => {
    const end = Date.parse('2026-04-06T12:00:00Z')
    for (let at = 0; at < 60; at++) {
      const tenantId = [null, root, child][at % 3]!
      await happenAt(new Date(end - Math.floor((at * 7919 * 60_000) % (4 * 86_400_000))).toISOString(), tenantId)
    }
    await fanOut.drain()
    const { rows } = await sql<{ tenantId: string | null; at: Date }>`select tenant_id, created_at as at from events`.execute(
      database.kysely,
    )
    for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia']) {
      for (const scope of [null, root, child]) {
        const mine = rows.filter(({ tenantId }) => scope === null || tenantId === scope || (scope === root && tenantId === child))
        const days = localDays(new Date(end), 4, zone)
        const counted = await logins(zone, new Date(end).toISOString(), 4, scope)
        for (const { date, from, to } of days) {
          assert.equal(counted[date], mine.filter(({ at }) => at >= from && at < to).length, `${zone} ${date} ${scope}`)
        }
        const since = days[0]!.from
        const [sum] = await countsSince(as(scope), since)
        assert.equal(sum?.n, mine.filter(({ at }) => at >= since).length, `${zone} ${scope}`)
      }
    }
    await forget()
  })

  test('of a batch that lies in many quarters and days are each in its own', async () => {
    for (const at of ['00:00', '00:14', '00:15', '12:00', '23:45', '23:59']) await happenAt(`2026-05-05T${at}:00Z`, child)
    await happenAt('2026-05-06T00:00:00Z', child)
    assert.equal(await fanOut.drain(), 7)
    const { rows } = await sql<{ day: string; n: number; quarters: string }>`
      select day, n, (select string_agg(s || ':' || quarters[s], ' ' order by s) from generate_subscripts(quarters, 1) s where quarters[s] is not null) as quarters
      from event_counts where scope_id = ${child} order by day`.execute(database.kysely)
    assert.deepEqual(rows, [
      { day: '2026-05-05', n: 6, quarters: '0:2 1:1 48:1 95:2' },
      { day: '2026-05-06', n: 1, quarters: '0:1' },
    ])
    await forget()
  })

  test('of before there were quarters count as of noon, and go on from there', async () => {
    const day = '2026-06-06'
    for (const scopeId of [null, child])
      await database.kysely
        .insertInto('eventCounts')
        .values({ scopeId, day, type: 'auth.login.succeeded', outcome: 'success', n: 5, quarters: null })
        .execute()
    assert.deepEqual(await logins('Pacific/Kiritimati', `${day}T20:00:00Z`, 2, child), { '2026-06-06': 0, '2026-06-07': 5 })
    assert.deepEqual(await logins('Asia/Kolkata', `${day}T12:00:00Z`, 1, child), { '2026-06-06': 5 })
    await happenAt(`${day}T01:00:00Z`, child)
    await fanOut.drain()
    assert.deepEqual(await logins('Pacific/Kiritimati', `${day}T20:00:00Z`, 2, child), { '2026-06-06': 1, '2026-06-07': 5 })
    assert.deepEqual(await logins('UTC', `${day}T20:00:00Z`, 1, null), { '2026-06-06': 6 })
    await forget()
  })

  test('are forgotten by quarters after 92 days, and stay by day', async () => {
    const now = new Date('2026-09-01T10:00:00Z')
    for (const at of ['2026-05-20T23:00:00Z', '2026-05-31T23:00:00Z', '2026-06-01T01:00:00Z', '2026-08-31T01:00:00Z'])
      await happenAt(at, null)
    await fanOut.drain()
    assert.equal(await forgetQuarters(database.kysely, now, new AbortController().signal), 2)
    const { rows } = await sql<{ day: string; n: number; kept: boolean }>`
      select day, n, quarters is not null as kept from event_counts order by day`.execute(database.kysely)
    assert.deepEqual(rows, [
      { day: '2026-05-20', n: 1, kept: false },
      { day: '2026-05-31', n: 1, kept: false },
      { day: '2026-06-01', n: 1, kept: true },
      { day: '2026-08-31', n: 1, kept: true },
    ])
    assert.equal(await forgetQuarters(database.kysely, now, new AbortController().signal), 0)
    await forget()
  })
})

describe('users with a proved address', () => {
  const kept = async () => {
    const row = await database.kysely.selectFrom('tenantVerifiedUsers').select('n').where('tenantId', '=', child).executeTakeFirst()
    return row?.n ?? 0
  }
  const make = (count: number, kind: 'admin' | 'user', emailVerifiedAt: Date | null) => {
    const rows = Array.from({ length: count }, () => uuidv7(clock.now())).map((id) => ({
      ...{ id, kind, tenantId: child, email: `${id}@example.test`, search: '', createdAt: clock.now(), emailVerifiedAt },
    }))
    return database.kysely.insertInto('accounts').values(rows).execute()
  }
  const set = (column: 'emailVerifiedAt' | 'deletedAt', value: Date | null) =>
    database.kysely
      .updateTable('accounts')
      .set({ [column]: value })
      .where('tenantId', '=', child)
      .execute()

  test('are counted whatever happens to them, whoever writes it', async () => {
    await make(3, 'user', clock.now())
    await make(2, 'user', null)
    await make(2, 'admin', clock.now())
    assert.equal(await kept(), 3)
    await set('emailVerifiedAt', clock.now())
    assert.equal(await kept(), 5)
    await set('deletedAt', clock.now())
    assert.equal(await kept(), 0)
    await set('emailVerifiedAt', null)
    await set('deletedAt', null)
    assert.equal(await kept(), 0)
    await set('emailVerifiedAt', clock.now())
    assert.equal(await kept(), 5)
    await database.kysely.deleteFrom('accounts').where('tenantId', '=', child).execute()
    assert.equal(await kept(), 0)
  })
})
