import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate as turnOfTheLoop } from 'node:timers/promises'
import { KeyedSemaphore } from '#core/turns/keyed-semaphore.ts'

const late = () => new Error('late')

/** Work that goes on until it is told to end. */
function open() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { work: () => promise, end: resolve }
}

describe('turns', () => {
  it('are as many as the width, and fewer for one key; others pass those whose key is full', async () => {
    const turns = new KeyedSemaphore(3, 2)
    const begun: string[] = []
    const running = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => {
      const { work, end } = open()
      const begin = () => {
        begun.push(name)
        return work()
      }
      const done = turns.take(name[0]!, 60_000, begin, late)
      return { name, end, done }
    })
    await turnOfTheLoop()
    assert.deepEqual(begun, ['a1', 'a2', 'b1'])
    const end = async (name: string) => {
      const one = running.find((each) => each.name === name)!
      one.end()
      await one.done
      await turnOfTheLoop()
    }
    await end('b1')
    assert.deepEqual(begun.slice(3), ['b2'], 'a3 came first, but a has its share')
    await end('a1')
    assert.deepEqual(begun.slice(4), ['a3'])
    for (const name of ['a2', 'a3', 'b2']) await end(name)
  })

  it('that do not come in time are told as the caller says, and take no place', async () => {
    const turns = new KeyedSemaphore(1, 1)
    const first = open()
    const running = turns.take('a', 0, first.work, late)
    await assert.rejects(
      turns.take('a', 5, async () => assert.fail('it had no turn'), late),
      /late/,
    )
    first.end()
    await running
    assert.equal(await turns.take('a', 5, async () => 'mine', late), 'mine')
  })

  it('are given back by work that fails', async () => {
    const turns = new KeyedSemaphore(1, 1)
    await assert.rejects(
      turns.take('a', 5, () => Promise.reject(new Error('no')), late),
      /no/,
    )
    assert.equal(await turns.take('a', 5, async () => 'mine', late), 'mine')
  })

  it('may be used free while few have one', async () => {
    const turns = new KeyedSemaphore(3, 3)
    const first = open()
    const running = turns.takeFree('', 1, first.work)
    assert.equal(turns.takeFree('', 1, first.work), null)
    assert.equal(await turns.take('', 5, async () => 'asked for', late), 'asked for')
    first.end()
    await running
    assert.equal(await turns.takeFree('', 1, async () => 'free again'), 'free again')
  })
})
