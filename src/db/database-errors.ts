/** What is wrong with the connection itself, as Node names it (`errno` constants of connect, read and write). */
const lostConnection = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/**
 * PostgreSQL's SQLSTATE codes (Appendix A of its manual) that say "not now" and not "never": classes 08 (connection), 53 (out of
 * resources, full disk, too many connections), 58 (system error), and the single ones below.
 */
const unavailableClasses = new Set(['08', '53', '58'])
const unavailableCodes = new Set([
  '25006', // read_only_sql_transaction: a standby, or an administrator's switch
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '55P03', // lock_not_available: lock_timeout
  '57014', // query_canceled: statement_timeout
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
])

/** Sentences of `pg`, `pg-pool` and Kysely for errors that carry no code. */
const unavailableSentences = [
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Query read timeout',
  'not queryable',
  'after calling end on the pool',
  'Postgres connection has been discarded',
  'driver has already been destroyed',
]

/** The `code` of an error, SQLSTATE or errno. Never by `instanceof`: PGlite has an error class of its own. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined
  return typeof code === 'string' ? code : undefined
}

/**
 * The database that `DATABASE_URL` names can't be used as it is, however long one waits: a setting of it, or of the pooler in front of it,
 * must change. The message is one sentence for whoever runs the service, which ends with code 78 (sysexits.h, EX_CONFIG).
 */
export class UnfitDatabase extends Error {
  override readonly name = 'UnfitDatabase'
}

/** Whether PgBouncer refuses a parameter that the address sets; its code, 08P01, is also what it says of a server that is away. */
export const isRefusedParameter = (error: unknown): boolean =>
  errorCode(error) === '08P01' && (error as Error).message.startsWith('unsupported startup parameter')

/** Whether a write was refused because the connection, or its server, takes none (read_only_sql_transaction). */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006'

/** Whether a lock was waited for as long as `lock_timeout` allows (lock_not_available). */
export const isLockTimeout = (error: unknown): boolean => errorCode(error) === '55P03'

/** Whether the connection was lost or never made, so that the statement's own fate is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (isRefusedParameter(error)) return false
  if (code !== undefined) {
    // a missing socket file is an absent server only when connecting, not when a file is read
    if (code === 'ENOENT' || code === 'EACCES') return (error as { syscall?: unknown }).syscall === 'connect'
    return lostConnection.has(code) || code.startsWith('08') || /^57P0[1235]$/.test(code) || code === '25P03'
  }
  return unavailableSentences.some((sentence) => error.message.includes(sentence))
}

/** Whether the database can't be used just now (answered 503), as against refusing what it was asked. */
export function isUnavailable(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  if (isRefusedParameter(error)) return false
  const code = errorCode(error)
  return code?.length === 5 && (unavailableCodes.has(code) || unavailableClasses.has(code.slice(0, 2)))
}

/** Serialization failure (40001) or deadlock (40P01): the same transaction, run again, may succeed. */
export function isRetryable(error: unknown): boolean {
  const code = errorCode(error)
  return code === '40001' || code === '40P01'
}

/** What a transaction throws, as the database does, when it finds that it was begun on what no longer holds: it is run again. */
export const runAgain = (reason: string): Error => Object.assign(new Error(reason), { code: '40001' })

/**
 * A prepared statement whose result changed by a migration: the connection must be dropped, the transaction may run again. Known by the place
 * in the server that says it: the sentence is in whatever language the server speaks (`lc_messages`), and the code says other things too.
 */
export function isStalePlan(error: unknown): boolean {
  return errorCode(error) === '0A000' && (error as { routine?: unknown }).routine === 'RevalidateCachedQuery'
}

/** Failures of the moment and not of what was asked: deadlock, serialization, time limits, a lost or full database. */
export const isPassing = (error: unknown): boolean => isRetryable(error) || isUnavailable(error) || isStalePlan(error)

/** The constraint or index a unique violation (23505) is about, else null. `detail` holds the value: never log or send it. */
export function uniqueViolation(error: unknown): { constraint: string } | null {
  if (errorCode(error) !== '23505') return null
  return { constraint: (error as { constraint?: string }).constraint ?? '' }
}
