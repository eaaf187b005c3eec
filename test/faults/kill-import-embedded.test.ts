/** kill -9 in the middle of an import, on the embedded database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { mostInEmbeddedBatch } from '#modules/users/users.import.actions.ts'
import { startService } from '../rig/service.ts'
import { killDuringImports } from './import-kill.ts'
import { killEnv } from './kill-loop.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-import-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

it('leaves whole batches behind, and the same file sent again completes them', async () => {
  await killDuringImports((env = {}) => startService({ dataDirectory, env: { ...killEnv, ...env } }), {
    most: 2,
    batch: mostInEmbeddedBatch,
  })
})
