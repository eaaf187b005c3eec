/** kill -9 in the middle of a rendering, on PostgreSQL. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { connectionsEnded } from '../rig/postgres.ts'
import { startService } from '../rig/service.ts'
import { sharedPostgresDatabase } from '../rig/shared-postgres.ts'
import { killEnv } from './kill-loop.ts'
import { killDuringRenders } from './template-kill.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-template-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

it('loses no mail when it dies while a thread renders it, and sends it once', async () => {
  const { url: databaseUrl } = await sharedPostgresDatabase()
  const start = async (env = {}) => {
    await connectionsEnded(databaseUrl)
    return await startService({ databaseUrl, dataDirectory, env: { ...killEnv, ...env } })
  }
  await killDuringRenders(start, dataDirectory)
})
