/** What went wrong, as the person in front of it is told. */
import { Misanswered, Refused, SignedOut, TimedOut } from '../api/client.ts'
import type { I18n } from '../i18n/i18n.tsx'

export interface Told {
  readonly text: string
  /** When it may be tried again, in seconds. */
  readonly waitSeconds: number | null
  /** How often a code may be tried still; null where nothing says so. */
  readonly triesLeft: number | null
  /** Of what nobody expected: the logs of the service know it. */
  readonly traceId: string | null
  readonly fields: ReadonlyMap<string, string>
}

/** @param t words of the language; those of the service come in it by themselves */
export function toldOf(error: unknown, { t }: Pick<I18n, 't'>): Told {
  if (!(error instanceof Refused)) return { text: t(keyOf(error)), waitSeconds: null, triesLeft: null, traceId: null, fields: new Map() }
  const fields = new Map(error.fields.map(({ field, message }) => [field, message]))
  const wait = error.retryAfterSeconds ?? (error.status === 423 ? secondsUntil(error.answer.lockoutEnd) : null)
  const { requiredPermission: needed, attemptsRemaining: tries } = error.answer
  const text = typeof needed === 'string' ? `${error.message} ${t('fault.needs', { permission: needed })}` : error.message
  const triesLeft = typeof tries === 'number' && tries > 0 ? tries : null
  return { text, waitSeconds: wait, triesLeft, traceId: error.status >= 500 ? error.traceId : null, fields }
}

/** Whether what was asked for is not there (any more): what was read of it before is no record then. */
export const isGone = (error: unknown): boolean => error instanceof Refused && error.status === 404

const secondsUntil = (at: unknown): number | null =>
  typeof at === 'string' ? Math.max(1, Math.ceil((Date.parse(at) - Date.now()) / 1000)) : null

function keyOf(error: unknown) {
  if (error instanceof SignedOut) return 'signIn.ended'
  if (error instanceof TimedOut) return 'fault.late'
  return error instanceof Misanswered ? 'fault.misanswered' : 'fault.unreachable'
}
