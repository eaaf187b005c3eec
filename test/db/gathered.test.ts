/** Calls that are done together. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { gathered } from '#db/gathered.ts'

describe('gathered', () => {
  it('does what comes in one turn, and what comes meanwhile, together and answers each', async () => {
    const batches: number[][] = []
    const { promise: held, resolve: release } = Promise.withResolvers<void>()
    const double = gathered(async (calls: readonly number[]) => {
      batches.push([...calls])
      if (batches.length === 1) await held
      return calls.map((n) => n * 2)
    })
    const first = [double(1), double(2)]
    while (batches.length === 0) await new Promise((resolve) => setImmediate(resolve))
    const meanwhile = [double(3), double(4), double(5)]
    release()
    assert.deepEqual(await Promise.all([...first, ...meanwhile]), [2, 4, 6, 8, 10])
    assert.deepEqual(batches, [
      [1, 2],
      [3, 4, 5],
    ])
    assert.equal(await double(6), 12, 'it goes on after a pause')
  })

  it('keeps nobody from it for one that cannot be done', async () => {
    const work = gathered(async (calls: readonly string[]) => {
      if (calls.includes('bad')) throw new Error(`not with ${calls.join(' and ')}`)
      return calls.map((call) => call.toUpperCase())
    })
    const [good, bad, other] = await Promise.allSettled([work('good'), work('bad'), work('other')])
    assert.deepEqual(
      [good, other].map((result) => result?.status === 'fulfilled' && result.value),
      ['GOOD', 'OTHER'],
    )
    assert.match(String(bad?.status === 'rejected' && bad.reason), /not with bad$/)
  })

  it('waits for company until there is enough of it, and no longer than it may', async () => {
    const sizes: number[] = []
    const patient = (waitMs: number) =>
      gathered(
        async (calls: readonly number[]) => {
          sizes.push(calls.length)
          return calls
        },
        { waitMs, isEnough: (count) => count >= 3 },
      )
    const nearlyForEver = patient(2 ** 30)
    const first = nearlyForEver(1)
    await new Promise((resolve) => setImmediate(resolve))
    const second = nearlyForEver(2)
    await new Promise((resolve) => setImmediate(resolve))
    assert.deepEqual(sizes, [], 'two are not enough')
    assert.deepEqual(await Promise.all([first, second, nearlyForEver(3)]), [1, 2, 3])
    assert.deepEqual(sizes, [3])
    assert.equal(await patient(1)(4), 4, 'nobody else comes')
    assert.deepEqual(sizes, [3, 1])
  })

  it('does no more than a hundred at a time', async () => {
    const sizes: number[] = []
    const work = gathered(async (calls: readonly number[]) => {
      sizes.push(calls.length)
      return calls
    })
    const results = await Promise.all(Array.from({ length: 250 }, (_, n) => work(n)))
    assert.deepEqual([sizes, results.at(-1)], [[100, 100, 50], 249])
  })
})
