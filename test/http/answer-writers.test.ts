/** What answers are written with: one writer for all that answer alike. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { z } from 'zod'
import { answerShapeOf, answerWriter } from '#http/document/answer-writers.ts'

const shape = z.object({ id: z.string(), name: z.string().nullable(), hidden: z.string().optional() })

it('is the same for everybody who answers so, and another one in the envelope', () => {
  assert.equal(answerShapeOf(shape, false), answerShapeOf(shape, false))
  assert.equal(answerShapeOf(undefined, true), answerShapeOf(undefined, true))
  assert.notEqual(answerShapeOf(shape, true), answerShapeOf(shape, false))
  assert.notEqual(answerShapeOf(z.object({ id: z.string() }), false), answerShapeOf(shape, false))
})

it('writes what the shape names and nothing else, however often', () => {
  const write = answerWriter({ schema: answerShapeOf(shape, false) })
  for (const id of ['1', '2']) assert.equal(write({ id, name: null, secret: 'x' }), `{"id":"${id}","name":null}`)
  assert.throws(() => write({ id: '1' }), /name/)
})

it('puts data into the envelope, also where a route promises none', () => {
  const rest = { message: 'Done', statusCode: 200 }
  const write = (reply: z.ZodType | undefined, data: unknown) =>
    JSON.parse(answerWriter({ schema: answerShapeOf(reply, true) })({ isSuccess: true, data, ...rest, other: 1 }))
  assert.deepEqual(write(shape, { id: '1', name: 'a', secret: 'x' }), { isSuccess: true, data: { id: '1', name: 'a' }, ...rest })
  assert.deepEqual(write(undefined, null), { isSuccess: true, data: null, ...rest })
})
