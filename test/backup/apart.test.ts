/** A machine that gives no further process: the backup fails, and the service that wanted it lives. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { it } from 'node:test'
import { fileURLToPath } from 'node:url'

const source = fileURLToPath(new URL('../../src/modules/backup/backup-apart.ts', import.meta.url))

/** Takes every descriptor there is, as many slow clients do, and asks for a backup then. */
const program = `
  import { openSync } from 'node:fs'
  import { backUpApart } from ${JSON.stringify(source)}
  try { for (;;) openSync('/dev/null', 'r') } catch {}
  const work = { path: '/nowhere/x.backup', key: '', storageUrl: 'file:///nowhere', copy: '/nowhere' }
  let reason = 'made'
  await backUpApart(work, async () => {}, new AbortController().signal).catch((error) => { reason = error.code ?? error.message })
  await new Promise((resolve) => setTimeout(resolve, 100))
  process.stdout.write('lives: ' + reason)
`

it('no process, no backup, and nothing else ends', () => {
  const node = `ulimit -n 200 && exec "$0" --conditions=source --input-type=module --eval "$1"`
  const { status, signal, stdout, stderr } = spawnSync('sh', ['-c', node, process.execPath, program], { encoding: 'utf8' })
  assert.deepEqual([status, signal], [0, null], stderr)
  assert.match(stdout, /^lives: EMFILE$/)
})
