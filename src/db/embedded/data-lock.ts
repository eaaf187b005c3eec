import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Thrown when another process, or another opening in this one, holds the data directory. */
export class DataDirectoryInUse extends Error {
  constructor(directory: string) {
    super(`the data directory ${directory} is in use by another process; stop it first, or give this one its own DATA_DIR`)
    this.name = 'DataDirectoryInUse'
  }
}

const errorBusy = 5 // SQLITE_BUSY

/** Keeps held locks reachable: one collected as garbage would be closed, and so released. */
const held = new Set<DatabaseSync>()

/**
 * Takes the exclusive lock on a data directory, which PGlite itself does not: two processes on one directory destroy it.
 *
 * The lock is the operating system's own record lock on `<directory>/lock`, taken through SQLite because Node has no call for
 * it. The kernel gives it back when the process ends in any way, so nothing is stale after `kill -9`, no process id can be
 * mistaken for another, and two containers that share the directory see each other. Nothing is ever written to the file.
 * Nothing else in this process must open and close that file: closing any descriptor of it drops a POSIX lock.
 * @throws DataDirectoryInUse when it is taken.
 */
export async function lockDataDirectory(directory: string): Promise<{ release(): Promise<void> }> {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const lock = new DatabaseSync(join(directory, 'lock'), { timeout: 0 })
  try {
    lock.exec('pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    lock.close()
    if ((error as { errcode?: number }).errcode === errorBusy) throw new DataDirectoryInUse(directory)
    throw error
  }
  held.add(lock)
  return {
    async release() {
      if (held.delete(lock)) lock.close()
    },
  }
}
