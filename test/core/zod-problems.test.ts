import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { problemsOf } from '#core/zod-problems.ts'

function problems(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input)
  assert.ok(error, 'the input should be refused')
  return problemsOf(error, { input })
}

describe('problemsOf', () => {
  for (const [what, schema, input, expected] of [
    ['a missing field', z.object({ a: z.string() }), {}, { field: 'a', code: 'required' }],
    ['a missing choice', z.object({ a: z.enum(['x']) }), {}, { field: 'a', code: 'required' }],
    ['a missing union', z.object({ a: z.union([z.string(), z.number()]) }), {}, { field: 'a', code: 'required' }],
    ['a null', z.object({ a: z.string() }), { a: null }, { field: 'a', code: 'type', params: { expected: 'string' } }],
    ['a wrong type', z.object({ a: z.int() }), { a: 1.5 }, { field: 'a', code: 'type', params: { expected: 'int' } }],
    ['no body', z.object({}), undefined, { field: 'body', code: 'required' }],
    ['a body that is a list', z.object({}), [], { field: 'body', code: 'type', params: { expected: 'object' } }],
    ['a nested path', z.object({ a: z.array(z.object({ b: z.email() })) }), { a: [{ b: 'x' }] }, { field: 'a.0.b', code: 'format' }],
    ['a short text', z.string().min(2), '', { field: 'body', code: 'too_short', params: { minimum: 2 } }],
    ['a long text', z.string().max(2), 'xxx', { field: 'body', code: 'too_long', params: { maximum: 2 } }],
    ['a short list', z.array(z.string()).min(1), [], { field: 'body', code: 'too_few', params: { minimum: 1 } }],
    ['a long list', z.array(z.string()).max(1), ['', ''], { field: 'body', code: 'too_many', params: { maximum: 1 } }],
    ['a small number', z.number().min(1), 0, { field: 'body', code: 'too_small', params: { minimum: 1 } }],
    ['a big number', z.number().max(1), 2, { field: 'body', code: 'too_big', params: { maximum: 1 } }],
    ['an exclusive bound', z.number().positive(), 0, { field: 'body', code: 'too_small' }],
    ['a choice', z.enum(['a', 'b']), 'secret', { field: 'body', code: 'not_allowed_value', params: { allowed: 'a, b' } }],
    ['a form', z.uuid(), 'secret', { field: 'body', code: 'format' }],
    ['a record key', z.record(z.string().regex(/^a$/), z.number()), { secret: 1 }, { field: 'secret', code: 'unknown_property' }],
    [
      'a check of our own',
      z.string().refine(() => false, { params: { code: 'password_too_short', minimum: 8 } }),
      'secret',
      { field: 'body', code: 'password_too_short', params: { minimum: 8 } },
    ],
    ['a check without a code', z.string().refine(() => false), 'secret', { field: 'body', code: 'format' }],
    [
      'a union that nothing fits',
      z.union([z.string(), z.number()]),
      true,
      { field: 'body', code: 'type', params: { expected: 'string | number' } },
    ],
    [
      'a union of values',
      z.union([z.literal('a'), z.literal('b')]),
      'c',
      { field: 'body', code: 'not_allowed_value', params: { allowed: 'a, b' } },
    ],
    [
      'the nearest alternative of a union',
      z.union([z.strictObject({ a: z.string() }), z.strictObject({ b: z.number() })]),
      { b: 'secret' },
      { field: 'b', code: 'type', params: { expected: 'number' } },
    ],
    [
      'an unknown kind of a union',
      z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
      { kind: 'secret' },
      { field: 'kind', code: 'not_allowed_value', params: { allowed: 'a, b' } },
    ],
  ] as const)
    it(`names ${what}`, () => {
      assert.deepEqual(problems(schema, input), [expected])
    })

  it('names every unknown property, where it stands', () => {
    const schema = z.strictObject({ a: z.strictObject({}) })
    const input = { a: { isProtected: true }, b: 1, constructor: 2 }
    assert.deepEqual(problems(schema, input), [
      { field: 'a.isProtected', code: 'unknown_property' },
      { field: 'b', code: 'unknown_property' },
      { field: 'constructor', code: 'unknown_property' },
    ])
  })

  it('names a missing field whose name every object has', () => {
    assert.deepEqual(problems(z.object({ toString: z.string() }), {}), [{ field: 'toString', code: 'required' }])
  })

  it('lists all problems at once, but not without bound', () => {
    assert.equal(problems(z.object({ a: z.string(), b: z.number(), c: z.email() }), { b: 'x', c: 'x' }).length, 3)
    const flood = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`${'x'.repeat(500)}${index}`, 1]))
    const listed = problems(z.strictObject({}), flood)
    assert.equal(listed.length, 100)
    assert.ok(listed.every((problem) => problem.field.length <= 100))
  })

  it('never repeats a value', () => {
    const schema = z.object({
      a: z.enum(['x']),
      b: z.number(),
      c: z.uuid(),
      d: z.string().max(3),
      e: z.union([z.number(), z.literal('y')]),
    })
    const found = problems(schema, { a: 'hunter2', b: 'hunter2', c: 'hunter2', d: 'hunter2', e: 'hunter2' })
    assert.equal(found.length, 5)
    assert.ok(!JSON.stringify(found).includes('hunter2'))
  })
})
