/** What went wrong, as the person in front of it is told. */
import { Refused } from '../api/client.ts'
import type { I18n } from '../i18n/i18n.tsx'

export interface Told {
  readonly text: string
  /** When it may be tried again, in seconds. */
  readonly waitSeconds: number | null
  /** Of what nobody expected: the logs of the service know it. */
  readonly traceId: string | null
  readonly fields: ReadonlyMap<string, string>
}

/** @param t words of the language; those of the service come in it by themselves */
export function toldOf(error: unknown, { t }: Pick<I18n, 't'>): Told {
  if (!(error instanceof Refused)) return { text: t('fault.unreachable'), waitSeconds: null, traceId: null, fields: new Map() }
  const fields = new Map(error.fields.map(({ field, message }) => [field, message]))
  const wait = error.status === 423 || error.status === 429 ? (error.retryAfterSeconds ?? secondsUntil(error.answer.lockoutEnd)) : null
  return { text: error.message, waitSeconds: wait, traceId: error.status >= 500 ? error.traceId : null, fields }
}

const secondsUntil = (at: unknown): number | null =>
  typeof at === 'string' ? Math.max(1, Math.ceil((Date.parse(at) - Date.now()) / 1000)) : null
