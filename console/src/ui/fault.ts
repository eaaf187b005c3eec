/** What went wrong, as the person in front of it is told. */
import { useEffect, useMemo, useState } from 'react'
import { Misanswered, Refused, SignedOut, TimedOut, Unsure } from '../api/client.ts'
import { type I18n, useI18n } from '../i18n/i18n.tsx'

export interface Told {
  readonly text: string
  /** When it may be tried again, in seconds. */
  readonly waitSeconds: number | null
  /** Whether it holds no longer when that time is over. */
  readonly isTimed: boolean
  /** How often a code may be tried still; null where nothing says so. */
  readonly triesLeft: number | null
  /** Of what nobody expected: the logs of the service know it. */
  readonly traceId: string | null
  readonly fields: ReadonlyMap<string, string>
}

/** The words of the service tell how long it takes, and stand still while that is counted down beside them. */
const withoutTime: Readonly<Record<string, 'fault.locked' | 'fault.tooMany'>> = {
  account_locked: 'fault.locked',
  rate_limited: 'fault.tooMany',
}

/** A whole grant may be too much; the first of it say why. */
const mostNames = 8

/** @param words of the language; those of the service come in it by themselves */
export function toldOf(error: unknown, words: Pick<I18n, 't' | 'list'>): Told {
  const { t } = words
  if (!(error instanceof Refused))
    return { text: t(keyOf(error)), waitSeconds: null, isTimed: false, triesLeft: null, traceId: null, fields: new Map() }
  const fields = new Map(error.fields.map(({ field, message }) => [field, message]))
  const wait = error.retryAfterSeconds ?? (error.status === 423 ? secondsUntil(error.answer.lockoutEnd) : null)
  const { attemptsRemaining: tries } = error.answer
  const counted = wait === null ? undefined : withoutTime[error.code]
  const text = [counted ? t(counted) : error.message, whyOf(error, words)].filter((part) => part !== null).join(' ')
  const triesLeft = typeof tries === 'number' && tries > 0 ? tries : null
  return { text, waitSeconds: wait, isTimed: counted !== undefined, triesLeft, traceId: error.status >= 500 ? error.traceId : null, fields }
}

/** Which permission it takes, or which go beyond those of whoever asked; null where the refusal names none. */
function whyOf({ answer }: Refused, { t, list }: Pick<I18n, 't' | 'list'>): string | null {
  const { requiredPermission: needed, excess } = answer
  if (typeof needed === 'string') return t('fault.needs', { permission: needed })
  if (!Array.isArray(excess) || excess.length === 0) return null
  return t('fault.beyond', { names: `${list(excess.slice(0, mostNames))}${excess.length > mostNames ? ' …' : ''}` })
}

/** Whether what was asked for is not there (any more): what was read of it before is no record then. */
export const isGone = (error: unknown): boolean => error instanceof Refused && error.status === 404

const secondsUntil = (at: unknown): number | null =>
  typeof at === 'string' ? Math.max(1, Math.ceil((Date.parse(at) - Date.now()) / 1000)) : null

function keyOf(error: unknown) {
  if (error instanceof SignedOut) return 'signIn.ended'
  if (error instanceof TimedOut || error instanceof Unsure) return 'fault.late'
  return error instanceof Misanswered ? 'fault.misanswered' : 'fault.unreachable'
}

/** Counts down from `seconds`, by the clock; `key` begins anew. @returns what is left, 0 when it is over */
export function useCountdown(seconds: number | null, key: unknown): number {
  const [left, setLeft] = useState(seconds ?? 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says when it begins anew
  useEffect(() => {
    setLeft(seconds ?? 0)
    if (!seconds) return
    const end = Date.now() + seconds * 1000
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1000))
      setLeft(now)
      if (now === 0) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [seconds, key])
  return left
}

/** What is told of an error; null where nothing failed. */
export interface Failing {
  readonly told: Told | null
  /** Seconds until it may be tried again. */
  readonly wait: number
}

/** What is told of an error, and the seconds until it may be tried again; null where nothing failed. */
export function useTold(error: unknown): Failing {
  const words = useI18n()
  // the same for the same refusal: whoever goes on typing keeps the focus
  const told = useMemo(() => (error === null ? null : toldOf(error, words)), [error, words])
  return { told, wait: useCountdown(told?.waitSeconds ?? null, error) }
}
