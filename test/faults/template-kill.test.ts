/** kill -9 in the middle of a rendering, on the embedded database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { startService } from '../rig/service.ts'
import { killEnv } from './kill-loop.ts'
import { killDuringRenders } from './template-kill.ts'

const dataDirectory = mkdtempSync(join(tmpdir(), 'tenantry-template-kill-'))
after(() => rmSync(dataDirectory, { recursive: true, force: true }))

it('loses no mail when it dies while a thread renders it, and sends it once', async () => {
  await killDuringRenders((env = {}) => startService({ dataDirectory, env: { ...killEnv, ...env } }), dataDirectory)
})
