/** An entry that a database writes as lines of text, as a proof reads it, is to the letter what was sealed. */
import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { afterEach, describe, it } from 'node:test'
import { sql } from 'kysely'
import { uuidv7 } from '#core/uuid.ts'
import { fannedColumns } from '#events/fan-out-target.ts'
import { canonicalJson, writtenEntry } from '#events/seals/digest.ts'
import { keyedDigest } from '#events/seals/hmac.ts'
import { canonicalText } from '#events/seals/jsonb-text.ts'
import { entryLines, readEntry } from '#events/seals/read-entry.ts'
import { openBench } from '../jobs/bench.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { randomJson, randomOf } from './seals.rig.ts'

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
})

describe('the text of a jsonb', () => {
  const asked = async (json: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{
      text: string
    }>`select json::jsonb::text as text from unnest(${json}::text[]) with ordinality as t (json, at)
      order by at`.execute(db)
    return rows.map(({ text }) => text)
  }
  const same = (texts: readonly string[]) => {
    for (const text of texts) assert.equal(canonicalText(text), canonicalJson(JSON.parse(text)), text)
  }

  it('is that of the value: names in their order, numbers as ECMAScript spells them, texts as they are', async () => {
    const names = {
      '10': 1,
      '9': 2,
      a: 3,
      'a!': 4,
      'a"': 5,
      'a\\': 6,
      'a\n': 7,
      '': 8,
      '\uffff': 9,
      '😀': 10,
      A: 11,
      é: 12,
      aa: 13,
      __proto: 14,
    }
    const json = [
      'null',
      'true',
      'false',
      '""',
      '[]',
      '{}',
      '[[], {}, [{}], {"a": []}]',
      '{"b": {"c": [true, null]}, "a": {"bb": "x", "c": "\\""}}',
    ]
    const numbers = [
      '0',
      '-0',
      '1.00',
      '-1.50',
      '1e21',
      '1e-7',
      '123456789012345680000',
      '0.1',
      '1e400',
      '-1e400',
      '1e-400',
      '9007199254740993',
    ]
    const backslashes = [
      '"\\\\"',
      '"\\\\\\""',
      '["\\\\", "\\""]',
      '{"\\\\": "\\\\\\\\"}',
      '{"\\"": "a", "!": "b"}',
      '{"__proto__": {"a": 1}}',
      '{"x": "], }: "}',
    ]
    same(await asked([JSON.stringify(names), ...json, ...numbers, `[${numbers.join()}]`, ...backslashes]))
  })

  it('is that of the value, of any', async () => {
    const random = randomOf(11)
    same(await asked(Array.from({ length: 2000 }, () => JSON.stringify(randomJson(random)))))
  })

  it('of nothing else, and what it held is not told', () => {
    for (const text of [
      '',
      '{',
      '[',
      '"secret',
      '{"secret"',
      '{"secret": ',
      '{"secret": 1',
      '{"secret":1}',
      '["secret" "b"]',
      '["secret\\"]',
      '[1',
      '[,]',
    ])
      assert.throws(
        () => canonicalText(text),
        ({ message }: Error) => /^no text of a jsonb/.test(message),
        text,
      )
  })
})

describe('an HMAC by its two hashes', () => {
  it('is that of Node', () => {
    for (const keyBytes of [0, 16, 32, 64, 65, 100]) {
      const key = randomBytes(keyBytes)
      for (const text of ['', 'a', 'é😀\ud800\u0000', 'a'.repeat(64), '€'.repeat(1365), '€'.repeat(1366), 'a'.repeat(100_000), 'a'])
        assert.equal(keyedDigest(key, text), createHmac('sha256', key).update(text).digest('hex'))
    }
  })
})
