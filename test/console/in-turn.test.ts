/** What was asked for last is done last; what is asked for many times is done a few times. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gathered } from '../../console/src/api/gathered.ts'
import { inTurn } from '../../console/src/api/in-turn.ts'

it('work of one name is done one after the other, whatever became of the one before; of another name at once', async () => {
  const done: string[] = []
  const first = Promise.withResolvers<void>()
  const work = (name: string, until?: Promise<void>) => async () => {
    done.push(`${name} begun`)
    await until
    done.push(name)
    return name
  }
  const all = [inTurn('one', work('read', first.promise)), inTurn('one', work('unread')), inTurn('other', work('else'))]
  assert.equal(await all[2], 'else')
  assert.deepEqual(done, ['read begun', 'else begun', 'else'])
  first.reject(new Error('lost'))
  await assert.rejects(all[0] as Promise<string>, /lost/)
  assert.equal(await all[1], 'unread')
  assert.equal(await inTurn('one', work('read again')), 'read again')
  assert.deepEqual(done.slice(3), ['unread begun', 'unread', 'read again begun', 'read again'])
})

it('work that is asked for again and again is done at once, and once for all that came in a second', ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  let done = 0
  const ask = gathered(() => {
    done += 1
  }, 1000)
  for (let n = 0; n < 60; n++) ask()
  assert.equal(done, 1)
  mock.timers.tick(999)
  assert.equal(done, 1)
  mock.timers.tick(1)
  assert.equal(done, 2)
  // the second one began a second of its own
  ask()
  mock.timers.tick(1000)
  assert.equal(done, 3)
  mock.timers.tick(5000)
  assert.equal(done, 3)
  ask()
  assert.equal(done, 4)
})
