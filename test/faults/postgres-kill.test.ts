/** kill -9 of one of two processes on one PostgreSQL, at random moments and at the named places. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../rig/ports.ts'
import { withClient } from '../rig/postgres.ts'
import { everyRoundWithin } from '../rig/race.ts'
import { runCommand, startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { checkHistory, checkMails, History, killEnv, passedLabels, tokenOf, writeUntilKilled } from './kill-loop.ts'
import { checkSeals } from './owed.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))
const history = new History()
let databaseUrl: string
before(async () => {
  databaseUrl = (await sharedPostgresDatabase()).url
})
/** Whoever died left its part to the other: a lease is over within a minute. */
const allSealed = () =>
  eventually('each event to be sealed once', () => withClient(databaseUrl, async (db) => (await checkSeals(db)) ?? true), 90_000)
const start = (env: Record<string, string> = {}) => startService({ databaseUrl, dataDirectory, env: { ...killEnv, ...env } })

it('loses nothing it acknowledged, whenever one of two processes is killed', async () => {
  await using stays = await start()
  await everyRoundWithin({ seconds: 60 }, async () => {
    const killed = await start()
    const token = await tokenOf(stays.http)
    const writing = writeUntilKilled([killed, stays], token, history)
    await sleep(100 + Math.random() * 1000)
    assert.equal(await killed.kill(), 'SIGKILL')
    await writing
    await checkHistory(stays, history)
  })
  await allSealed()
  await checkMails(history, dataDirectory)
  assert.ok(history.tenants.length > 0, 'nothing was written')
})

for (const label of passedLabels) {
  it(`loses nothing when it dies at ${label}`, async () => {
    const service = await start({ FAIL_AT: `${label}:4` })
    const token = await tokenOf(service.http).catch(() => null)
    if (token !== null) await writeUntilKilled([service], token, history, 2)
    assert.equal(await service.exited, 'SIGKILL')
    await using again = await start()
    await checkHistory(again, history)
    await allSealed()
    await checkMails(history, dataDirectory)
  })
}

it('left a log that is proved whole', async () => {
  const { exit, stdout, stderr } = await runCommand(['audit', 'verify'], { databaseUrl })
  assert.equal(exit, 0, stderr.join('\n'))
  assert.match(stdout.join('\n'), /logs with a break: 0/)
})
