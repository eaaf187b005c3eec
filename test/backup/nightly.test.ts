/** The embedded service backs itself up while it serves. */
import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { killEnv, tokenOf } from '../faults/kill-loop.ts'
import { addAdmin, tenantOf } from '../faults/scene.ts'
import { expectStatus } from '../harness.ts'
import { eventually } from '../rig/ports.ts'
import { runCommand, type Service, startService, testMasterSecret } from '../rig/service.ts'
import { onDatabase } from './rig.ts'

const folder = mkdtempSync(join(tmpdir(), 'tenantry-nightly-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const hasMade = /^tenantry_backups_total\{outcome="made"\} 1$/m
const metricsToken = 'metrics-4u7Jm2qXv0sKeYb5'
const metricsOf = async ({ http }: Service) => expectStatus(await http.get('/metrics', { token: metricsToken }), 200).text
/** Unix time in seconds, by the name of a backup. */
const beginOf = (name: string) => {
  const [, year, month, day, hour, minute, second] = /(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(name)!.map(Number)
  return Date.UTC(year!, month! - 1, day, hour, minute, second) / 1000
}

it('what is written while the backup is made is in it up to one moment, and nothing behind', async () => {
  const [backups, restored] = [join(folder, 'backups'), join(folder, 'restored')]
  const env = { ...killEnv, LOG_LEVEL: 'info', BACKUP_DIR: backups, MASTER_SECRET: testMasterSecret, METRICS_TOKEN: metricsToken }
  await using service = await startService({ env })
  const token = await tokenOf(service.http)
  const tenant = await tenantOf(service.http, token)
  const made = () => (existsSync(backups) ? readdirSync(backups).filter((name) => /^tenantry-\d{8}T\d{6}Z\.backup$/.test(name)) : [])
  let written = 0
  // at a pace that leaves a busy machine time for the backup itself
  for (; made().length === 0 || written < 5; written++, await sleep(50))
    expectStatus(await addAdmin(service.http, token, tenant, `written-${String(written).padStart(5, '0')}@example.test`), 201)
  const file = join(backups, made()[0]!)
  assert.equal(statSync(file).mode & 0o777, 0o600)
  const line = await eventually('the log to tell of it', () => service.logs.find(({ msg }) => msg === 'backed up'))
  assert.equal(line.path, file)
  await eventually('the copy to be gone', () => !existsSync(join(service.dataDirectory, 'backup-copy')))
  await eventually('the metrics to tell of it', async () => hasMade.test(await metricsOf(service)), 60_000)
  const told = await metricsOf(service)
  assert.match(told, new RegExp(`^tenantry_backup_last_success_timestamp_seconds ${beginOf(made()[0]!)}$`, 'm'))
  assert.match(told, /^tenantry_backups_total\{outcome="failed"\} 0$/m)
  await service.kill('SIGTERM')
  await mkdir(restored, { mode: 0o700 })
  const back = { dataDirectory: restored, env: { MASTER_SECRET: testMasterSecret } }
  const { exit, stderr } = await runCommand(['restore', '--from', file], back)
  assert.deepEqual([exit, stderr], [0, []])
  await onDatabase(back, async (session) => {
    const { rows } = await session.query(`select email from accounts where email like 'written-%' order by email`)
    assert.ok(rows.length <= written)
    rows.forEach(({ email }, at) => void assert.equal(email, `written-${String(at).padStart(5, '0')}@example.test`))
    const { rows: counted } = await session.query(
      'select (select count(*) from accounts where deleted_at is null)::integer - (select sum(n) from tenant_account_counts)::integer as off',
    )
    assert.equal(counted[0].off, 0)
  })
})
