/** The database's disk is full: first its tables can't grow, then its log can't, and the server goes down. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../rig/ports.ts'
import { throwawayPostgres, withClient } from '../rig/postgres.ts'
import { startService } from '../rig/service.ts'
import { mayMount, smallDisk } from '../rig/small-disk.ts'
import { checkHistory, History, killEnv, tokenOf, writeUntil } from './kill-loop.ts'
import { assertNothingElse, everyKind, Load, paceOf } from './scene.ts'

it('a full disk: writes 503, reads while they can, and all heals without a restart of ours', {
  skip: !mayMount() && 'only root may mount a small disk',
}, async () => {
  const disk = smallDisk(160)
  const postgres = await throwawayPostgres({
    within: disk.path,
    settings: { min_wal_size: '32MB', max_wal_size: '32MB', wal_recycle: 'off' },
  })
  const databaseUrl = await postgres.createDatabase()
  const service = await startService({ databaseUrl, env: killEnv })
  const kinds = await everyKind(service)
  const everyMs = await paceOf(kinds, 100)
  const token = await tokenOf(service.http)
  const history = new History()
  const over = new AbortController()
  const writing = writeUntil(over.signal, service, token, history)
  await sleep(500)

  disk.fill()
  const load = new Load(kinds).start(everyMs)
  // the log has room left in its file: until it is used up, only what needs a new page fails
  for (let turn = 0; turn < 5; turn++) for (const what of ['me', 'list']) assert.equal((await kinds[what]!()).status, 200, what)
  let isDown = false
  for (let turn = 0; turn < 100 && !isDown; turn++) {
    isDown = await withClient(databaseUrl, (db) => db.query('select pg_switch_wal()')).then(
      () => false,
      () => true,
    )
  }
  assert.ok(isDown, 'the log never found the disk full')
  await eventually('writes to be refused', async () => (await kinds.create!()).status === 503)
  // the server may have ended, and have found room in its log for a moment when it began anew
  await eventually('a sign-in that cannot be recorded', async () => (await kinds.login!()).status === 503)
  assert.equal((await service.http.get('/health/live')).status, 200)
  await sleep(1000)

  disk.free()
  // a server that could not even recover has ended; whoever runs it starts it again
  await postgres.restart('immediate')
  await eventually(
    'every kind of call to work again',
    async () => {
      const replies = await Promise.all(Object.values(kinds).map((call) => call()))
      return replies.every(({ status }) => status < 300)
    },
    5000,
  )
  over.abort()
  await Promise.all([load.stop(), writing])
  assertNothingElse(load.answers)
  assert.deepEqual(
    load.answers.filter(({ tookMs }) => tookMs > 5000),
    [],
  )
  assert.ok(history.tenants.length > 0)
  await checkHistory(service, history)
  assert.equal(await service.kill('SIGTERM'), 0)
  await postgres.remove()
})
