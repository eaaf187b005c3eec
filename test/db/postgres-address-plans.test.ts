/** The worst of many addresses that failed are found by the index of each day, for the platform and for a tenant. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { type CompiledQuery, type Kysely, sql } from 'kysely'
import type { Context } from '#db/rows/context.ts'
import type { Tables } from '#db/tables.ts'
import { readWorst } from '#modules/dashboard/dashboard.addresses.ts'
import { explained, keepingStatements } from './explained.ts'

const days = 30
const addresses = 2000
const scopes = [null, '01a20000-0000-7000-8000-000000000001']
/** Of 8 kB: of each day its worst, and of those that are compared each day; all of them would be sixty thousand. */
const mostPages = 3000
const now = new Date()
const asked: CompiledQuery[] = []
let db: Kysely<Tables>

before(async () => {
  db = await keepingStatements(asked)
  for (const scope of scopes)
    await sql`insert into failed_addresses (scope_id, day, address, n, hours, last_at)
      select ${scope}::uuid, (${now}::timestamptz at time zone 'UTC')::date - d, '10.0.0.0'::inet + a, 1 + (a * 7919) % 100,
        array_fill(1, array[24]), ${now} from generate_series(1, ${addresses}) a, generate_series(0, ${days - 1}) d`.execute(db)
  await sql`analyze failed_addresses`.execute(db)
})

for (const tenantId of scopes)
  it(`of ${tenantId === null ? 'the platform' : 'a tenant'}`, async () => {
    asked.length = 0
    const { items } = await readWorst({ db, now, actor: { tenantId } } as unknown as Context, { days, limit: 10 })
    assert.deepEqual([items.length, items[0]!.attempts], [10, days * 100])
    const worst = asked.find(({ sql }) => sql.includes('worst'))!
    const { pages } = await explained(db, worst)
    assert.ok(pages <= mostPages, `${pages} pages: ${worst.sql}`)
  })
