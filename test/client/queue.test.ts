/** What waits for a reader who does not come is bounded. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Queue } from '../../client/src/queue.ts'

describe('a queue', () => {
  it('gives what waited, in order, then its end', async () => {
    const queue = new Queue<number>(3, () => 0)
    for (const value of [1, 2, 3]) queue.push(value)
    queue.close({ error: new Error('over') })
    const read: number[] = []
    const reading = async () => {
      for await (const value of queue) read.push(value)
    }
    await assert.rejects(reading(), /over/)
    assert.deepEqual(read, [1, 2, 3])
  })

  it('holds so many, and then says that some are gone', async () => {
    const queue = new Queue<number>(3, () => 0)
    for (const value of [1, 2, 3, 4, 5]) queue.push(value)
    queue.close()
    const read: number[] = []
    for await (const value of queue) read.push(value)
    assert.deepEqual(read, [0, 4, 5])
  })
})
