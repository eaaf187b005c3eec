import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '#core/errors.ts'
import { HeldBytes } from '#outside/storage/held-bytes.ts'

async function* chunksOf(...sizes: number[]): AsyncGenerator<Buffer> {
  for (const size of sizes) yield Buffer.alloc(size)
}
const isAway = (error: unknown) => error instanceof AppError && error.status === 503
const lengthOf = async (bytes: Buffer) => bytes.length

describe('bytes that are held whole', () => {
  it('are no more than their bound, of all together; whoever comes then is told to come again', async () => {
    const held = new HeldBytes(100)
    const { promise, resolve } = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const first = held.whole('a', chunksOf(40, 40), async (bytes) => {
      began.resolve()
      await promise
      return bytes.length
    })
    await began.promise
    await assert.rejects(held.whole('b', chunksOf(10, 1), lengthOf), isAway)
    assert.equal(await held.whole('b', chunksOf(10), lengthOf), 10)
    resolve()
    assert.equal(await first, 80)
    assert.equal(await held.whole('b', chunksOf(100, 100), lengthOf), 200, 'one alone')
  })

  it('are let go where the bytes break off, or the work fails', async () => {
    const held = new HeldBytes(100)
    const broken = async function* () {
      yield Buffer.alloc(90)
      throw new Error('broken off')
    }
    await assert.rejects(held.whole('a', broken(), lengthOf), /broken off/)
    await assert.rejects(
      held.whole('a', chunksOf(90), () => Promise.reject(new Error('no picture'))),
      /no picture/,
    )
    const all = held.whole('a', chunksOf(50), async () => await held.whole('b', chunksOf(50), lengthOf))
    assert.equal(await all, 50)
  })

  it('of one holder are no more than what is left for others, however many uploads they are in', () => {
    const held = new HeldBytes(1000)
    const fill = (holder: string) => {
      for (let n = 0; n < 1000; n++)
        try {
          held.take(holder, 1, 0)
        } catch (error) {
          assert.ok(isAway(error))
          return n
        }
      return 1000
    }
    assert.deepEqual(['a', 'b', 'c', 'a'].map(fill), [500, 250, 125, 0])
    for (let n = 0; n < 500; n++) held.give('a', 1)
    assert.ok(fill('d') > 250)
  })
})
