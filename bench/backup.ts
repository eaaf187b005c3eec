/** A backup of many accounts with their events, by the command, on PostgreSQL: how long it takes, and what it needs of memory. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '../test/rig/postgres.ts'
import { spawnCommand, testMasterSecret } from '../test/rig/service.ts'
import { analyze, ownDatabase } from './database.ts'
import { residentMegabytes } from './processes.ts'
import { startOurs } from './servers.ts'
import type { Result } from './table.ts'

/** A million with `BENCH_BACKUP=1000000`. */
const count = Number(process.env.BENCH_BACKUP ?? 200_000)
const smallHeap = '--max-old-space-size=128 --max-semi-space-size=8'
const wanted = { secondsOfMillion: 300, memoryMb: 64 }

export async function measureBackup(): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'tenantry-bench-backup-'))
  try {
    const databaseUrl = await ownDatabase()
    await (await startOurs({ databaseUrl, core: null, env: { MASTER_SECRET: testMasterSecret } })).kill('SIGTERM')
    const rest = await backedUp(databaseUrl, folder, 'empty')
    await fill(databaseUrl)
    const made = await backedUp(databaseUrl, folder, 'filled')
    const most = (wanted.secondsOfMillion * count) / 1_000_000
    const moreMb = made.peakMb - rest.peakMb
    return [
      {
        what: `backup of ${count} accounts with two events and a password each, s`,
        value: made.seconds.toFixed(1),
        target: `<= ${most.toFixed(0)}`,
        passes: made.seconds <= most,
      },
      { what: '  of an empty database, s', value: rest.seconds.toFixed(1) },
      {
        what: '  memory above that of an empty one, MB',
        value: moreMb.toFixed(0),
        target: `<= ${wanted.memoryMb}`,
        passes: moreMb <= wanted.memoryMb,
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function backedUp(databaseUrl: string, folder: string, name: string) {
  const begin = performance.now()
  const command = spawnCommand(['backup', '--to', join(folder, name)], { databaseUrl, env: { NODE_OPTIONS: smallHeap } })
  let peakMb = 0
  while (!command.isOver()) {
    peakMb = Math.max(peakMb, heldMegabytes(command.child.pid!))
    await sleep(50)
  }
  if ((await command.exited) !== 0) throw new Error(`the backup failed: ${command.stderr.join('\n')}`)
  return { peakMb, seconds: (performance.now() - begin) / 1000 }
}

/** 0 for a process that has ended. */
function heldMegabytes(pid: number): number {
  try {
    return residentMegabytes(pid) || 0
  } catch {
    return 0
  }
}

async function fill(url: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(
      `with made as (
        insert into accounts (id, kind, tenant_id, email, first_name, last_name, search, created_at, created_by)
        select gen_random_uuid(), 'admin', null, 'person-' || i || '@example.test', 'Some', 'Person ' || i,
          'person-' || i || E'@example.test\\nsome\\nperson ' || i || E'\\n\\n', now() - i * interval '1 second', null
        from generate_series(1, $1::integer) i returning id, created_at
      ), known as (
        insert into credentials (id, account_id, kind, secret, created_at)
        select gen_random_uuid(), id, 'password', '$2b$12$' || md5(id::text) || substr(md5(id::text || 'x'), 1, 21), created_at from made
      )
      insert into events (id, type, actor_kind, entity_type, entity_id, outcome, changes, person, trace_id, created_at)
      select gen_random_uuid(), 'admin.updated', 'admin', 'Admin', id::text, 'success', '{"isActive": {"before": true, "after": false}}',
        '{"actorName": "Some Admin", "entityName": "Some Body", "ipAddress": "192.0.2.7", "userAgent": "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"}',
        md5(id::text), created_at
      from made, generate_series(1, 2)`,
      [count],
    )
  })
  await analyze(url)
}
