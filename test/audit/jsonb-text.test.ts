/** The text that a database writes of a jsonb, brought into its canonical form, is that of the value. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sql } from 'kysely'
import { canonicalJson } from '#events/seals/digest.ts'
import { canonicalText } from '#events/seals/jsonb-text.ts'
import { openBench } from '../jobs/bench.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { randomJson, randomOf } from './seals.rig.ts'

const url = process.env.TEST_DATABASE === 'postgres' ? (await sharedPostgresDatabase()).url : null
const { database } = await openBench({ url })

describe('the text of a jsonb', () => {
  const asked = async (json: readonly string[]): Promise<string[]> => {
    const { rows } = await sql<{ text: string }>`
      select json::jsonb::text as text from unnest(${json}::text[]) with ordinality as t (json, at) order by at`.execute(database.kysely)
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
      '{} ',
      '1}',
      '"" "secret"',
    ])
      assert.throws(
        () => canonicalText(text),
        ({ message }: Error) => /^no text of a jsonb/.test(message),
        text,
      )
  })
})
