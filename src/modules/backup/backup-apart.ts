import { fork } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lowerPriority } from '#core/thread-priority.ts'
import type { CopySaid, CopyWork } from './copied-database.ts'
import type { MadeBackup } from './make-backup.ts'

const program = fileURLToPath(new URL(`copied-database${extname(import.meta.url)}`, import.meta.url))
const flags = [...(extname(program) === '.ts' ? ['--conditions=source'] : []), '--max-old-space-size=256', '--max-semi-space-size=2']

/**
 * Makes a backup in a process of its own, which gives way to the service. Where no process can be made, or it ends at any time, that is this
 * backup's failure and nobody else's.
 * @param makeCopy puts a copy of the database into `work.copy`
 * @throws what `makeCopy` throws, the reason of `signal`, and Error with what the process said when it failed
 */
export async function backUpApart(work: CopyWork, makeCopy: () => Promise<void>, signal: AbortSignal): Promise<MadeBackup> {
  signal.throwIfAborted()
  const child = fork(program, { execArgv: flags, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  const { promise, resolve, reject } = Promise.withResolvers<MadeBackup>()
  // it may end while nobody waits for it
  promise.catch(() => undefined)
  // more than one may come: no process, and then nobody who hears what it is told
  child.on('error', reject)
  let said = ''
  let copying: Promise<void> | null = null
  // without a descriptor left there is none
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  child.once('close', (code, ended) => reject(new Error(said.trim() || `the process of the backup ended with ${ended ?? code}`)))
  child.on('message', (message) => {
    const told = message as CopySaid
    if ('written' in told) resolve(told.written)
    else if ('error' in told) reject(new Error(told.error))
    else copying = makeCopy().then(() => void child.send('copied'), reject)
  })
  const abort = () => reject(signal.reason)
  signal.addEventListener('abort', abort)
  // of what was never made the number would be 0: all of this group
  const end = () => void (child.pid !== undefined && child.kill('SIGKILL'))
  process.once('exit', end)
  try {
    if (child.pid !== undefined) {
      lowerPriority(child.pid)
      child.send(work)
    }
    return await promise
  } finally {
    signal.removeEventListener('abort', abort)
    process.off('exit', end)
    end()
    // whoever takes the copy away must not meet the one who makes it
    await copying
  }
}
