/** kill -9 in the middle of an import, on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { mostInBatch } from '#http/bulk/bulk-run.ts'
import { connectionsEnded } from '../rig/postgres.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killDuringImports } from './import-kill.ts'
import { killEnv } from './kill-loop.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-import-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

it('leaves whole batches behind, and the same file sent again completes them', async () => {
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const start = async (env = {}) => {
    await connectionsEnded(databaseUrl)
    return await startService({ databaseUrl, dataDirectory, env: { ...killEnv, ...env } })
  }
  await killDuringImports(start, { most: 4, batch: mostInBatch })
})
