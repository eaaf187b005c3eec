import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openDatabase } from '#db/database.ts'
import { LiveLog } from '#db/live/revocations.ts'
import { eventually } from '../rig/ports.ts'
import { emptyFiles } from '../rig/snapshots.ts'

it('a change whose caches do not hear of it in time is answered, and none of them is asked until they have', async () => {
  const log = { info() {}, warn() {}, error() {} } as never
  const database = await openDatabase({ url: null, dataDirectory: null, log, files: await emptyFiles() })
  const live = new LiveLog(database, log)
  const { promise, resolve } = Promise.withResolvers<void>()
  let heard = 0
  live.subscribe(async () => {
    heard++
    await promise
  })
  const revocation = { topic: 'session', subject: '01900000-0000-7000-8000-000000000001' } as const
  let answered = 0
  const change = () => live.committed([revocation]).then(() => answered++)
  const first = change()
  await eventually('the caches to be told', () => heard === 1)
  const second = change()
  assert.equal(live.isFresh(), true)
  await Promise.all([first, second])
  assert.deepEqual([answered, heard], [2, 1], 'the second waits behind the first')
  assert.equal(live.isFresh(), false)
  resolve()
  await eventually('the caches to be asked again', () => live.isFresh())
  assert.equal(heard, 2)
  await live.stop()
  await database.close()
})
