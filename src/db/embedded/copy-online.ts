import { constants, readFileSync } from 'node:fs'
import { copyFile, mkdir, open, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** Keeps the log that the copy needs from being removed by a checkpoint. */
const slot = 'tenantry_copy'

/** Folders whose content PostgreSQL makes anew, or that say something of this very process (its documentation, "Backing Up The Data Directory"). */
const leftOut = ['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans']
/** Written at the end: which log the copy begins with, and the state of the whole. */
const control = join('global', 'pg_control')
const notCopied = [control, 'postmaster.pid', 'postmaster.opts', 'backup_label', 'tablespace_map']
const flushedAtOnce = 8
const spareBytes = 128 * 1024 * 1024

/** There is no room for a second copy of the database. */
export class NoRoomForCopy extends Error {
  override readonly name = 'NoRoomForCopy'

  constructor(wanted: number, free: number) {
    const mb = (bytes: number) => Math.ceil(bytes / 1024 / 1024)
    super(`a copy of the database takes ${mb(wanted)} MB beside it for a while, and ${mb(free)} are free`)
  }
}

/** Lets go of the log that a copy kept whose process was killed. To be called before any copy of this opening begins. */
export async function forgetCopying(pool: pg.Pool): Promise<void> {
  await ask(pool, `select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = '${slot}'`)
}

/**
 * Copies the data directory of the embedded database while others use it, into `to`, which is made anew. A database that is opened there
 * is as this one was at the end: PostgreSQL's own way for that (`pg_backup_start`, `pg_backup_stop`), whose files may be copied while they
 * change, for the log that is copied behind them makes them whole; a copy without all of that log does not open. The database
 * is held for a checkpoint, and files are flushed on other threads before it, so that it finds little left.
 * @throws NoRoomForCopy before anything is copied, and what the file system throws; `to` is gone then
 */
export async function copyOnline(pool: pg.Pool, { from, to, signal }: { from: string; to: string; signal: AbortSignal }): Promise<void> {
  await rm(to, { recursive: true, force: true })
  const { folders, files } = await entriesOf(from)
  await requireRoom(from, files)
  let isStarted = false
  try {
    await mkdir(to, { recursive: true, mode: 0o700 })
    for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
    await flush(pool, from, files, signal)
    await forgetCopying(pool)
    await ask(pool, `select pg_create_physical_replication_slot('${slot}', true)`)
    const [begin] = await ask<{ file: string }>(pool, `select pg_walfile_name(pg_backup_start('tenantry', true)) as file`)
    isStarted = true
    await copyAll(from, to, signal)
    // one of PostgreSQL's writes, on this thread too: nothing is half written
    await writeFile(join(to, control), readFileSync(join(from, control)))
    const [end] = await ask<{ label: string; file: string }>(
      pool,
      'select labelfile as label, pg_walfile_name(lsn) as file from pg_backup_stop(false)',
    )
    isStarted = false
    await copyLog(join(from, 'pg_wal'), join(to, 'pg_wal'), { first: begin!.file, last: end!.file })
    await writeFile(join(to, 'backup_label'), end!.label)
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    throw error
  } finally {
    // a database that ended meanwhile knows of neither any more
    if (isStarted) await ask(pool, 'select pg_backup_stop(false)').catch(() => undefined)
    await forgetCopying(pool).catch(() => undefined)
  }
}

/** One statement, so that others have the connection in between. */
async function ask<Row extends pg.QueryResultRow>(pool: pg.Pool, text: string): Promise<Row[]> {
  const client = await pool.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    client.release()
  }
}

/** Folders, those above others first, and the files that are copied. */
async function entriesOf(root: string): Promise<{ folders: string[]; files: string[] }> {
  const [folders, files]: [string[], string[]] = [[], []]
  const walk = async (folder: string) => {
    for (const entry of await readdir(join(root, folder), { withFileTypes: true }).catch(ifGone<[]>([]))) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) {
        folders.push(path)
        if (!leftOut.includes(path)) await walk(path)
      } else if (!notCopied.includes(path) && !entry.name.startsWith('pgsql_tmp')) files.push(path)
    }
  }
  await walk('')
  return { folders, files }
}

async function requireRoom(root: string, files: readonly string[]): Promise<void> {
  let wanted = spareBytes
  for (const file of files) wanted += (await stat(join(root, file)).catch(() => null))?.size ?? 0
  const { bavail, bsize } = await statfs(root)
  if (bavail * bsize < wanted) throw new NoRoomForCopy(wanted, bavail * bsize)
}

/** Files that were written to since the last checkpoint: the next one would flush them on this thread. */
async function flush(pool: pg.Pool, root: string, files: readonly string[], signal: AbortSignal): Promise<void> {
  const [last] = await ask<{ time: Date }>(pool, 'select checkpoint_time as time from pg_control_checkpoint()')
  for (let first = 0; first < files.length; first += flushedAtOnce) {
    signal.throwIfAborted()
    await Promise.all(files.slice(first, first + flushedAtOnce).map((file) => flushFile(join(root, file), last!.time)))
  }
}

async function flushFile(path: string, since: Date): Promise<void> {
  const file = await open(path, 'r').catch(ifGone(null))
  if (file === null) return
  try {
    if ((await file.stat()).mtime >= since) await file.sync()
  } finally {
    await file.close()
  }
}

/** Looks at the folders again: files have come since, and those that come from now on the log will make. */
async function copyAll(from: string, to: string, signal: AbortSignal): Promise<void> {
  const { folders, files } = await entriesOf(from)
  for (const folder of folders) await mkdir(join(to, folder), { recursive: true, mode: 0o700 })
  for (const file of files) {
    signal.throwIfAborted()
    await copyFile(join(from, file), join(to, file), constants.COPYFILE_FICLONE).catch(ifGone(undefined))
  }
}

/** What others write into the last segment meanwhile may come along, and does no harm. */
async function copyLog(from: string, to: string, { first, last }: { first: string; last: string }): Promise<void> {
  const segments = (await readdir(from)).filter((name) => /^[0-9A-F]{24}$/.test(name) && name >= first && name <= last)
  for (const segment of segments) await copyFile(join(from, segment), join(to, segment), constants.COPYFILE_FICLONE)
}

/** For what may be removed between being found and being read. */
const ifGone =
  <T>(instead: T) =>
  (error: NodeJS.ErrnoException): T => {
    if (error.code === 'ENOENT') return instead
    throw error
  }
