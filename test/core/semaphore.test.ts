import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '#core/errors.ts'
import { Semaphore } from '#core/turns/semaphore.ts'

test('so many run, so many wait in order, the next is turned away with Retry-After', { timeout: 5000 }, async () => {
  const gate = new Semaphore(2, 2)
  const log: string[] = []
  const open: (() => void)[] = []
  const enter = (name: string) =>
    gate.pass(async () => {
      log.push(name)
      await new Promise<void>((resolve) => open.push(resolve))
      return name
    })
  const [a, b, c, d] = [enter('a'), enter('b'), enter('c'), enter('d')]
  await assert.rejects(
    enter('e'),
    (error) => error instanceof AppError && error.status === 503 && error.details.headers?.['retry-after'] === '1',
  )
  assert.deepEqual(log, ['a', 'b'])
  open[0]!()
  assert.equal(await a, 'a')
  assert.deepEqual(log, ['a', 'b', 'c'])
  open[1]!()
  open[2]!()
  assert.deepEqual(await Promise.all([b, c]), ['b', 'c'])
  open[3]!()
  assert.equal(await d, 'd')
})

test('work that fails gives its place back', { timeout: 5000 }, async () => {
  const gate = new Semaphore(1, 1)
  const fail = () => Promise.reject(new Error('bad'))
  await assert.rejects(gate.pass(fail), /bad/)
  const queued = [gate.pass(fail), gate.pass(async () => 'good')]
  assert.deepEqual(
    (await Promise.allSettled(queued)).map(({ status }) => status),
    ['rejected', 'fulfilled'],
  )
  assert.equal(await gate.pass(async () => 'still'), 'still')
})
