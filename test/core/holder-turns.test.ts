/** Turns: whose work is slow keeps one place, and nobody else waits for it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { HolderTurns } from '#core/turns/holder-turns.ts'

/** Work that ends when it is told to, and says when it began. */
function scene(width: number) {
  const turns = new HolderTurns(width)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const start = (name: string) =>
    turns.pass(name[0]!, async () => {
      begun.push(name)
      await new Promise<void>((resolve) => ends.set(name, resolve))
      return name
    })
  return { turns, begun, start, end: (name: string) => ends.get(name)!() }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

it('of one holder go one by one, those of others beside them, each holder in turn', async () => {
  const { begun, start, end } = scene(2)
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map(start)
  await settled()
  assert.deepEqual(begun, ['a1', 'b1'])
  end('b1')
  await settled()
  assert.deepEqual(begun, ['a1', 'b1', 'c1'])
  end('c1')
  await settled()
  assert.deepEqual(begun, ['a1', 'b1', 'c1', 'b2'], 'while the slow one goes on')
  end('b2')
  await settled()
  assert.deepEqual(begun.length, 4, 'what is left is of the slow one')
  for (const name of ['a1', 'a2', 'a3']) {
    end(name)
    await settled()
  }
  assert.deepEqual(await Promise.all(all), ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'])
})

it('go on where work fails', async () => {
  const { turns, begun, start, end } = scene(1)
  const failing = turns.pass('a', () => Promise.reject(new Error('no picture')))
  const next = start('a1')
  await assert.rejects(failing, /no picture/)
  await settled()
  assert.deepEqual(begun, ['a1'])
  end('a1')
  assert.equal(await next, 'a1')
})

it('of one holder no more wait than may; whoever comes then is turned away, and nobody of another', async () => {
  const turns = new HolderTurns(1, 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const pass = (holder: string) => turns.pass(holder, () => promise)
  const kept = [pass('a'), pass('a'), pass('a')]
  await assert.rejects(pass('a'), { status: 503 })
  kept.push(pass('b'))
  resolve()
  await Promise.all(kept)
  await pass('a')
})

it('no more holders wait than may; whoever waits already has the places that are theirs', async () => {
  const turns = new HolderTurns(1, 2, 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const pass = (holder: string) => turns.pass(holder, () => promise)
  const kept = [pass('a'), pass('b'), pass('c')]
  await assert.rejects(pass('d'), { status: 503 })
  kept.push(pass('b'))
  resolve()
  await Promise.all(kept)
  await pass('d')
})
