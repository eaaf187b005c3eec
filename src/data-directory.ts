import { accessSync, chmodSync, constants, existsSync, lstatSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { ConfigurationError } from './config.ts'

/** Every start makes the first: where one of them lies, the directory is ours. */
const ourMarks = ['compile-cache', 'master-secret']
const othersMay = 0o077
const sticky = 0o1000

/**
 * Makes `DATA_DIR`, with whatever is missing above it, and keeps it and all that the process will make for its owner alone: the
 * master secret and every mail lie there. One that an earlier start or its operator left open is closed, where it is ours to close: it
 * belongs to this account and holds nothing yet, or what we put there. Any other is refused rather than changed, for it may be somebody
 * else's (`/tmp`, a home directory), or not in our power.
 * @param mustTakeWrites whether the service can't do without writing there, as its embedded database can't
 * @throws ConfigurationError with the sentence that says what to do
 */
export function keepDataDirectory(directory: string, mustTakeWrites: boolean): void {
  process.umask(process.umask() | othersMay)
  const refuse = (reason: string) => new ConfigurationError([{ variable: 'DATA_DIR', reason }])
  let state: Stats
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    state = statSync(directory)
    if (isOpen(state) && isOurs(directory, state)) {
      chmodSync(directory, 0o700)
      state = statSync(directory)
    }
    if (mustTakeWrites) accessSync(directory, constants.W_OK)
  } catch (error) {
    throw refuse(reasonOf(error, directory))
  }
  if (isOpen(state))
    throw refuse('names a directory that others may read or enter: run `chmod 700` on it, or name one that is for this service alone')
}

const reasons: Record<string, string> = {
  EROFS: 'lies on a file system that is read-only: name a directory that can be written to',
  ENOSPC: 'lies on a disk that is full',
  EACCES: 'names a directory that this account may not make or use',
  EPERM: 'names a directory that this account may not make or use',
  ENOTDIR: 'names something below a file',
  EEXIST: 'names something that is no directory',
}

function reasonOf(error: unknown, directory: string): string {
  const { code = '' } = error as NodeJS.ErrnoException
  // what `mkdir` says of a whole path on a read-only file system
  const real = code === 'ENOENT' ? (codeOfNearest(directory) ?? code) : code
  return reasons[real] ?? `names a directory that cannot be used (${real})`
}

/** Why the nearest directory above that there is takes no writes, if that is so. */
function codeOfNearest(directory: string): string | undefined {
  let nearest = directory
  while (!existsSync(nearest) && dirname(nearest) !== nearest) nearest = dirname(nearest)
  try {
    accessSync(nearest, constants.W_OK)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code
  }
}

/**
 * Makes the folder that compiled code is kept in, where there is none. Code that somebody else may have put there must never run: an earlier
 * one counts only when it belongs to this account and is closed to every other.
 * @param directory `DATA_DIR`, as `keepDataDirectory` left it
 * @returns its path; null where there can be none, or it is not ours
 */
export function compiledCodeFolder(directory: string): string | null {
  const folder = join(directory, 'compile-cache')
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    const state = lstatSync(folder)
    return state.isDirectory() && !isOpen(state) && state.uid === (process.getuid?.() ?? state.uid) ? folder : null
  } catch {
    return null
  }
}

/** Systems without modes say 0666 of everything; there the access list of the folder above is what counts. */
const isOpen = ({ mode }: Stats) => process.platform !== 'win32' && (mode & othersMay) !== 0

function isOurs(directory: string, { uid, mode }: Stats): boolean {
  if (uid !== process.getuid?.() || (mode & sticky) !== 0) return false
  const entries = readdirSync(directory)
  return entries.length === 0 || entries.some((name) => ourMarks.includes(name) && lstatSync(join(directory, name)).uid === uid)
}
