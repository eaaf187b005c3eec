/** Attempts at mails and texts: each counts once, though nobody may have said whether it was counted. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { queueMail } from '#jobs/mail.ts'
import { beginAttempts, takeBackAttempts } from '#jobs/outgoing-records.ts'
import { queueText } from '#jobs/text.ts'
import { openBench } from './bench.ts'

const bench = await openBench()
const { kysely } = bench.database
const recipient = { type: 'admin', id: randomUUID(), language: 'en' } as const
const queue = {
  emails: () =>
    bench.transact((ctx) =>
      queueMail(ctx, {
        template: 'admin_welcome',
        tenantId: null,
        recipient: { ...recipient, address: 'admin@example.test', name: null },
        variables: {},
      }),
    ),
  texts: () =>
    bench.transact((ctx) =>
      queueText(ctx, {
        template: 'phone_verification',
        tenantId: null,
        recipient: { ...recipient, number: '+966500000000' },
        variables: { code: '123456', brand: 'Tenantry', expiresInMinutes: 10 },
      }),
    ),
}

for (const table of ['emails', 'texts'] as const)
  describe(`an attempt at one of the ${table}`, () => {
    const countOf = async (id: string) =>
      (await kysely.selectFrom(table).select('attempts').where('id', '=', id).executeTakeFirstOrThrow()).attempts
    const begin = (...attempts: { id: string; token: string }[]) => beginAttempts(kysely, table, attempts, bench.clock.now())

    test('counts once, with others or by itself, and is taken back once', async () => {
      const [one, other] = [await queue[table](), await queue[table]()]
      const attempt = { id: one, token: randomUUID() }
      await begin(attempt, { id: other, token: randomUUID() })
      // as where the answer to the commit of the batch was lost
      const [again] = await begin(attempt)
      assert.deepEqual([again?.id, again?.attempts, await countOf(one), await countOf(other)], [one, 1, 1, 1])
      const next = { id: one, token: randomUUID() }
      assert.equal((await begin(next))[0]?.attempts, 2)
      await takeBackAttempts(kysely, table, [next])
      await takeBackAttempts(kysely, table, [next])
      assert.deepEqual([await countOf(one), await countOf(other)], [1, 1])
    })

    test('that another has followed is not taken back', async () => {
      const id = await queue[table]()
      const first = { id, token: randomUUID() }
      await begin(first)
      await begin({ id, token: randomUUID() })
      await takeBackAttempts(kysely, table, [first])
      assert.equal(await countOf(id), 2)
    })
  })
