import { isConnectionLost, UnfitDatabase } from '#db/database-errors.ts'
import { DatabaseNotMade } from '#db/embedded/initial-database.ts'
import { WrongMasterSecret } from '#db/keys/key-wrapping.ts'
import { ChangedMigration, NewerDatabase } from '#db/migrate.ts'
import { MissingMasterSecret } from './kept-secret.ts'

type SystemError = NodeJS.ErrnoException & { address?: string; hostname?: string; port?: number }

/** Of the address that is to be listened on. */
const listening: Record<string, (error: SystemError) => string> = {
  EADDRINUSE: ({ address, port }) => `PORT ${port} of HOST ${address} is in use by another process: stop that, or name another PORT`,
  EACCES: ({ port }) => `PORT ${port} may not be taken by this account: name one above 1023, or give it the right`,
  EADDRNOTAVAIL: ({ address }) => `HOST ${address} is no address of this machine`,
  ENOTFOUND: ({ hostname }) => `HOST ${hostname} names no address`,
  EAI_AGAIN: ({ hostname }) => `HOST ${hostname} names no address that can be found now`,
  EINVAL: ({ address }) => `HOST ${address} cannot be listened on`,
}

/** PostgreSQL's own word for it, in both kinds of database. */
const fullDatabase = '53100'

/** Of the data directory. */
const writing: Record<string, string> = {
  ENOSPC: 'the disk that DATA_DIR lies on is full',
  EDQUOT: 'the quota of the disk that DATA_DIR lies on is used up',
  EROFS: 'DATA_DIR lies on a file system that is read-only',
  EACCES: 'DATA_DIR holds something that this account may not use',
  EPERM: 'DATA_DIR holds something that this account may not use',
}

/** Their messages say what does not fit, and what to do. */
const unfit = [UnfitDatabase, DatabaseNotMade, MissingMasterSecret, WrongMasterSecret, NewerDatabase, ChangedMigration]

/**
 * What the operator has to change before a start can succeed, as one sentence that begins with it; null for every other fault.
 * @param isOfOtherFiles whether what can't be written need not be of the data directory: the error of the system names it
 */
export function startFault(error: unknown, { isOfOtherFiles = false } = {}): string | null {
  if (error instanceof Error && unfit.some((kind) => error instanceof kind)) return error.message
  for (const cause of causesOf(error)) {
    const { code = '', syscall = '', path } = cause
    if (['listen', 'bind', 'getaddrinfo'].includes(syscall)) return listening[code]?.(cause) ?? null
    if (code === fullDatabase) return 'the disk of the database is full'
    if (writing[code] !== undefined && !isOfOtherFiles) return path === undefined ? writing[code] : `${writing[code]} (${path})`
  }
  return null
}

/** That a command, which listens nowhere and does not wait, had no database; null for every other fault. */
export function databaseNotReached(error: unknown): string | null {
  const named = causesOf(error).find(({ syscall = '' }) => ['connect', 'getaddrinfo'].includes(syscall))
  // that time ran out, or that the connection ended, is said by `pg` without a word of the system
  const reason = named ?? (isConnectionLost(error) ? (error as Error) : null)
  return reason ? `the database of DATABASE_URL was not reached: ${reason.message}` : null
}

function causesOf(error: unknown): SystemError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
