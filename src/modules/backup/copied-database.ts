/**
 * `fork('copied-database.js')`: makes a backup of a copy of the embedded database, apart from the service, for a second PostgreSQL takes 250 MB
 * that only the end of a process gives back. Told what to do by a message; asks for the copy when the objects are in the file.
 */
import { once } from 'node:events'
import { ServiceClock } from '#core/clock.ts'
import { type Database, openDatabase } from '#db/database.ts'
import { openStorage } from '#outside/storage/open-storage.ts'
import { reasonOf } from '#outside/storage/outages.ts'
import { type MadeBackup, makeBackup } from './make-backup.ts'

/** What this process is told first. */
export interface CopyWork {
  /** The file that is made. */
  readonly path: string
  /** `archiveKey`, in hexadecimal digits. */
  readonly key: string
  readonly storageUrl: string
  /** The data directory in which the copy lies, once it was asked for and `copied` came. */
  readonly copy: string
}

/** What it says. */
export type CopySaid = { readonly wants: 'copy' } | { readonly written: MadeBackup } | { readonly error: string }

const say = (said: CopySaid) => new Promise<void>((resolve) => process.send!(said, undefined, undefined, () => resolve()))

async function work({ path, key, storageUrl, copy }: CopyWork): Promise<MadeBackup> {
  let database: Database | null = null
  try {
    return await makeBackup({
      path,
      key: Buffer.from(key, 'hex'),
      objects: openStorage(storageUrl),
      clock: new ServiceClock(),
      kind: 'embedded',
      async openDatabase() {
        const copied = once(process, 'message')
        await say({ wants: 'copy' })
        await copied
        database = await openDatabase({ url: null, dataDirectory: copy, log: { info() {}, warn() {}, error() {} } })
        return database
      },
    })
  } finally {
    await (database as Database | null)?.close()
  }
}

// the service is gone
process.on('disconnect', () => process.exit(1))
process.once('message', async (told) => {
  try {
    await say({ written: await work(told as CopyWork) })
  } catch (error) {
    await say({ error: reasonOf(error) })
  }
  process.exit(0)
})
