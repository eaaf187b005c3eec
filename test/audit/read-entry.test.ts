/** An entry that a database writes as lines of text, as a proof reads it, is to the letter what was sealed. */
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { fannedColumns } from '#events/fan-out-target.ts'
import { writtenEntry } from '#events/seals/digest.ts'
import { entryLines, readEntry } from '#events/seals/read-entry.ts'
import { openBench } from '../jobs/bench.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'

const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
const { database } = await openBench({ url })
const db = database.kysely
const now = new Date()

interface Columns {
  texts?: string | null
  json?: unknown
  salt?: Buffer | null
}

async function insert(rows: readonly Columns[]): Promise<void> {
  for (const { texts = null, json = {}, salt = null } of rows)
    await sql`
      insert into events (id, tenant_id, type, actor_kind, entity_type, entity_id, entity_name, outcome, is_logged, data, changes, person, person_salt,
        trace_id, parent_trace_id, created_at)
      values (${uuidv7(now)}, ${texts === null ? null : uuidv7(now)}, ${texts ?? ''}, 'system', ${texts}, ${texts}, ${texts}, 'success', ${texts !== null},
        ${JSON.stringify(json)}::jsonb, ${JSON.stringify({ texts })}::jsonb, ${salt && JSON.stringify(json)}::jsonb, ${salt}, ${texts}, ${texts},
        ${now})`.execute(db)
}

/** Each entry as it was sealed beside what a proof reads of it. @returns how many there are */
async function compare(name?: string): Promise<number> {
  const events = await db.selectFrom('events').select(fannedColumns).orderBy('id').execute()
  const { rows } = await sql<{ id: string; lines: string }>`select f.id, ${entryLines} as lines from events f order by f.id`.execute(db)
  assert.deepEqual(
    rows.map(({ id, lines }) => readEntry(id, lines)),
    events.map(writtenEntry),
    name,
  )
  return rows.length
}

afterEach(async () => void (await sql`delete from events`.execute(db)))

describe('an entry that a proof reads', () => {
  it('has every character as it was sealed, in a text, a value and a name', async () => {
    const points: number[] = []
    for (let point = 1; point <= 0x10ffff; point++) if (point < 0xd800 || point > 0xdfff) points.push(point)
    const size = 20_000
    for (let at = 0; at < points.length; at += size) {
      const all = String.fromCodePoint(...points.slice(at, at + size))
      await insert([{ json: { [all]: all } }])
      // has no index, which would be too small for it
      await sql`update events set entity_name = ${all} where entity_name is null`.execute(db)
    }
    assert.equal(await compare(), Math.ceil(points.length / size))
  })

  it('has nothing, an empty text, a line break and what looks like JSON apart', async () => {
    const texts = [null, '', '\n', '\\n', 'null', '"', '","', '[]', ' ', '\\', '\\"', '{}', 'a,b', 'true', "'"]
    await insert(texts.flatMap((each) => [null, Buffer.alloc(0), randomBytes(16)].map((salt) => ({ texts: each, json: each, salt }))))
    assert.equal(await compare(), texts.length * 3)
  })

  it('has its time to the millisecond, whatever the time zone; before Christ and beyond the year 9999 too', async () => {
    const times = [
      '2026-03-29 01:30:00',
      '2026-03-29 01:30:00.1',
      '2026-03-29 01:30:00.120',
      '2026-03-29 01:30:00.1239994',
      '1969-12-31 23:59:59.999999',
    ]
    const far = [
      '0001-01-01',
      '0099-12-31 23:59:59.9',
      '0001-12-31 BC',
      '4713-01-01 BC',
      '9999-12-31 23:59:59.999',
      '10000-01-01',
      '275760-09-12',
    ]
    for (const time of [...times, ...far]) {
      await insert([{}])
      await sql`update events set created_at = ${`${time} UTC`}::timestamptz where created_at = ${now}`.execute(db)
    }
    for (const zone of ['UTC', 'Asia/Kathmandu', 'America/Caracas', 'Europe/Berlin'])
      await database.transaction(async (tx) => {
        await sql`set local timezone = ${sql.lit(zone)}`.execute(tx)
        const events = await tx.selectFrom('events').select(fannedColumns).orderBy('id').execute()
        const { rows } = await sql<{ id: string; lines: string }>`select f.id, ${entryLines} as lines from events f order by f.id`.execute(
          tx,
        )
        assert.deepEqual(
          rows.map(({ id, lines }) => readEntry(id, lines)),
          events.map(writtenEntry),
          zone,
        )
      })
  })

  it('is no error where its time is beyond every Date', async () => {
    await insert([{}])
    for (const time of ['infinity', '-infinity', '294276-12-31 23:59:59']) {
      await sql`update events set created_at = ${time}::timestamptz`.execute(db)
      const { rows } = await sql<{ id: string; lines: string }>`select f.id, ${entryLines} as lines from events f`.execute(db)
      assert.match(readEntry(rows[0]!.id, rows[0]!.lines).kept, /infinity|294276/)
    }
  })

  it('is no error where its data is nested too deep to walk through, and fits no seal', () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000)
    const lines = ['["a"]', 'true', '["b", "c"]', '2026-03-01 12:00:00+00', deep, '{}', '{}'].join('\n')
    assert.equal(readEntry('of whom', lines).kept, '')
  })
})
