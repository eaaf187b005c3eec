/** kill -9 of the whole service on its embedded database, at random moments and at the named places. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventually } from '../rig/ports.ts'
import { everyRoundWithin } from '../rig/race.ts'
import { startService } from '../rig/service.ts'
import { checkHistory, checkMails, History, killEnv, passedLabels, tokenOf, writeUntilKilled } from './kill-loop.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))
const history = new History()

it('loses nothing it acknowledged, whenever it is killed', async () => {
  await everyRoundWithin({ seconds: 30 }, async (round) => {
    const service = await startService({ dataDirectory, env: killEnv })
    const token = await tokenOf(service.http)
    const writing = writeUntilKilled([service], token, history)
    await sleep(100 + Math.random() * 1200)
    // however long a machine takes to write anything
    if (round === 1) await eventually('something to be acknowledged', () => history.tenants.length > 0, 30_000)
    assert.equal(await service.kill(), 'SIGKILL')
    await writing
    await using again = await startService({ dataDirectory, env: killEnv })
    await checkHistory(again, history)
    await again.kill('SIGTERM')
  })
  await using last = await startService({ dataDirectory, env: killEnv })
  await checkMails(history, dataDirectory)
  await last.kill('SIGTERM')
  assert.ok(history.tenants.length > 0, 'nothing was written')
})

for (const label of passedLabels) {
  it(`loses nothing when it dies at ${label}`, async () => {
    const service = await startService({ dataDirectory, env: { ...killEnv, FAIL_AT: `${label}:4` } })
    const token = await tokenOf(service.http).catch(() => null)
    if (token !== null) await writeUntilKilled([service], token, history, 2)
    assert.equal(await service.exited, 'SIGKILL')
    await using again = await startService({ dataDirectory, env: killEnv })
    await checkHistory(again, history)
    await checkMails(history, dataDirectory)
    await again.kill('SIGTERM')
  })
}

it('begins anew when it is killed while it makes its first database, and leaves nothing of that', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tenantry-kill-first-'))
  after(() => rmSync(directory, { recursive: true, force: true }))
  const isMaking = (name: string) => name.startsWith('database.making-')
  const first = startService({ dataDirectory: directory, env: killEnv }).catch((error) => error)
  const making = await eventually('the database to be in the making', () => {
    const name = readdirSync(directory).find(isMaking)
    return name !== undefined && existsSync(join(directory, name, 'base')) ? childNamed(name) : undefined
  })
  process.kill(making.parent, 'SIGKILL')
  assert.equal((await first).exit, 'SIGKILL')
  process.kill(making.pid, 'SIGKILL')
  await using service = await startService({ dataDirectory: directory, env: killEnv })
  assert.equal((await service.http.get('/health')).status, 200)
  assert.deepEqual(readdirSync(directory).filter(isMaking), [])
})

/** The process whose command line ends with this, and the one that started it. */
function childNamed(end: string): { pid: number; parent: number } | undefined {
  const lines = execFileSync('ps', ['-eo', 'pid,ppid,args'], { encoding: 'utf8' }).split('\n')
  const found = lines.map((line) => line.trim().split(/\s+/)).find((words) => words.at(-1)?.endsWith(end))
  return found && { pid: Number(found[0]), parent: Number(found[1]) }
}

it('refuses a second process on the same data directory in one clear line', async () => {
  await using service = await startService({ dataDirectory, env: killEnv })
  const { runCommand } = await import('../rig/service.ts')
  const second = await runCommand([], { dataDirectory, env: killEnv })
  assert.notEqual(second.exit, 0)
  const said = [...second.stderr, ...second.stdout.filter((line) => !line.startsWith('{'))]
  assert.equal(said.length, 1, said.join('\n'))
  assert.match(said[0] as string, /in use|already/i)
  assert.equal((await service.http.get('/health')).status, 200)
})
