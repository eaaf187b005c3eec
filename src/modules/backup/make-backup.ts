import type { ServiceClock } from '#core/clock.ts'
import { crashPoint } from '#core/crash-points.ts'
import type { ObjectStore } from '#core/object-store.ts'
import { version } from '#core/package-version.ts'
import type { Database, Session } from '#db/database.ts'
import { type ArchiveRecord, archiveFormat, type Header, jsonRecord, secretProof, tableEndShape, tableShape } from './archive-format.ts'
import { databaseRecords } from './database-records.ts'
import { ObjectWalks } from './object-records.ts'
import { parsed } from './read-archive.ts'
import { type WrittenArchive, writeArchive } from './write-archive.ts'

export interface BackupWork {
  /** The file that is made. */
  readonly path: string
  /** `archiveKey` of the master secret. */
  readonly key: Buffer
  readonly objects: ObjectStore
  readonly clock: Pick<ServiceClock, 'now'>
  /** Opens what the rows are read from; asked for when the objects are in the archive. Whoever gives it closes it. */
  openDatabase(): Promise<Pick<Database, 'kind' | 'session'>>
  readonly kind: Database['kind']
}

export interface MadeBackup extends WrittenArchive {
  /** So many objects at least are named by rows and not in the archive; 0 where none are in it. */
  missing: number
}

/** Each row of them names one object. */
const naming = ['files', 'stored_pictures']

/**
 * Makes a backup: one compressed file of all rows as of one moment, and of the objects they speak of, where these are files of this machine.
 * An object comes before its row and goes behind it, so those that there are go first, then the rows, then the objects that have come
 * meanwhile. One that was uploaded after the list began and deleted after the rows were read is missing; its row is in the backup.
 * @throws Error where rows name objects and there is not one: the store is not the service's, or its volume is not there
 */
export async function makeBackup(work: BackupWork): Promise<MadeBackup> {
  const counts = { named: 0, objects: 0 }
  const holdsObjects = work.objects.name === 'file'
  async function* records(): AsyncGenerator<ArchiveRecord> {
    yield* counted(recordsOf(work), counts)
    if (holdsObjects && counts.objects === 0 && counts.named > 0)
      throw new Error(`rows name ${counts.named} uploads, and STORAGE_URL holds none: it must be the folder of the service`)
  }
  const written = await writeArchive(work.path, work.key, records())
  return { ...written, missing: holdsObjects ? Math.max(0, counts.named - counts.objects) : 0 }
}

async function* counted(records: AsyncIterable<ArchiveRecord>, counts: { named: number; objects: number }): AsyncGenerator<ArchiveRecord> {
  let table = ''
  for await (const record of records) {
    if (record.kind === 'objectEnd') counts.objects++
    else if (record.kind === 'table') table = parsed(tableShape, record).name
    else if (record.kind === 'tableEnd' && naming.includes(table)) counts.named += parsed(tableEndShape, record).rows
    yield record
  }
}

async function* recordsOf({ key, objects, clock, openDatabase, kind }: BackupWork): AsyncGenerator<ArchiveRecord> {
  const now = clock.now()
  const holdsObjects = objects.name === 'file'
  const header: Header = {
    format: archiveFormat,
    version,
    madeAt: now.toISOString(),
    database: kind,
    holdsObjects,
    secret: secretProof(key),
  }
  yield jsonRecord('header', header)
  const walks = new ObjectWalks(objects, now)
  if (holdsObjects) yield* walks.all()
  yield* withinSession(await openDatabase(), databaseRecords)
  if (holdsObjects) yield* walks.since()
  crashPoint('backup.before-end')
}

/** What a session reads, for as long as it is asked for more: the session ends with the last of it, and with who asks no more. */
async function* withinSession<T>(database: Pick<Database, 'session'>, read: (session: Session) => AsyncGenerator<T>): AsyncGenerator<T> {
  const opened = Promise.withResolvers<AsyncGenerator<T>>()
  const ended = Promise.withResolvers<void>()
  const whole = database.session(async (session) => {
    opened.resolve(read(session))
    await ended.promise
  })
  whole.catch(opened.reject)
  try {
    yield* await opened.promise
  } finally {
    ended.resolve()
    await whole
  }
}
