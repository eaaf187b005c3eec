import { UnfitDatabase } from '#db/database-errors.ts'
import { DatabaseNotMade } from '#db/embedded/initial-database.ts'
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

/** Of the data directory; 53100 is PostgreSQL's own word, in both kinds of database. */
const writing: Record<string, string> = {
  ENOSPC: 'the disk that DATA_DIR lies on is full',
  '53100': 'the disk of the database is full',
  EDQUOT: 'the quota of the disk that DATA_DIR lies on is used up',
  EROFS: 'DATA_DIR lies on a file system that is read-only',
  EACCES: 'DATA_DIR holds something that this account may not use',
  EPERM: 'DATA_DIR holds something that this account may not use',
}

/** What the operator has to change before a start can succeed, as one sentence that begins with it; null for every other fault. */
export function startFault(error: unknown): string | null {
  if (error instanceof UnfitDatabase || error instanceof DatabaseNotMade || error instanceof MissingMasterSecret) return error.message
  for (const cause of causesOf(error)) {
    const { code = '', syscall = '', path } = cause
    if (['listen', 'bind', 'getaddrinfo'].includes(syscall)) return listening[code]?.(cause) ?? null
    if (writing[code] !== undefined) return path === undefined ? writing[code] : `${writing[code]} (${path})`
  }
  return null
}

/** That a command, which listens nowhere and does not wait, had no database; null for every other fault. */
export function databaseNotReached(error: unknown): string | null {
  const reason = causesOf(error).find(({ syscall = '' }) => ['connect', 'getaddrinfo'].includes(syscall))
  return reason ? `the database of DATABASE_URL was not reached: ${reason.message}` : null
}

function causesOf(error: unknown): SystemError[] {
  return error instanceof Error ? [error, ...causesOf(error.cause)] : []
}
