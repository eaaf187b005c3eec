import { Counter } from '#core/measures.ts'
import { errorCode, isConnectionLost, isStalePlan } from './database-errors.ts'

const kinds = [
  'connection',
  'no_free_connection',
  'no_answer',
  'read_only',
  'lock_timeout',
  'statement_timeout',
  'deadlock',
  'serialization',
  'resources',
  'system',
  'stale_plan',
  'unique',
  'constraint',
  'data',
  'statement',
  'other',
] as const

type Kind = (typeof kinds)[number]

const ofCode: Readonly<Record<string, Kind>> = {
  '25006': 'read_only',
  '55P03': 'lock_timeout',
  '57014': 'statement_timeout',
  '40P01': 'deadlock',
  '40001': 'serialization',
  '23505': 'unique',
}

/** SQLSTATE classes (Appendix A of PostgreSQL's manual). */
const ofClass: Readonly<Record<string, Kind>> = { '22': 'data', '23': 'constraint', '42': 'statement', '53': 'resources', '58': 'system' }

/** What kind of trouble an error of the database is, of a few. */
function kindOf(error: unknown): Kind {
  const message = error instanceof Error ? error.message : ''
  if (message.includes('timeout exceeded when trying to connect')) return 'no_free_connection'
  if (message === 'Query read timeout') return 'no_answer'
  if (isStalePlan(error)) return 'stale_plan'
  const code = errorCode(error) ?? ''
  return ofCode[code] ?? (code.length === 5 ? ofClass[code.slice(0, 2)] : undefined) ?? (isConnectionLost(error) ? 'connection' : 'other')
}

/** Errors of the database, whoever was told of them and whether or not it was tried again. */
export class ErrorCounts {
  readonly measure = new Counter<{ kind: Kind }>(
    'Errors of the database by kind: of statements, and of connections that could not be had',
    {
      kind: kinds,
    },
  )

  add(error: unknown): void {
    this.measure.add({ kind: kindOf(error) })
  }
}
