import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { type Told, toldOf } from './fault.ts'
import { Icon } from './Icon.tsx'

/** A sentence that must be seen. Errors are read out at once, the rest when there is time. */
export function Note({ tone, children }: { tone: 'red' | 'green' | 'blue' | 'amber'; children: ReactNode }) {
  return (
    <div role={tone === 'red' ? 'alert' : 'status'} className="note" data-tone={tone}>
      <Icon name={tone === 'green' ? 'active' : tone === 'blue' ? 'info' : 'alert'} size={15} />
      <div>{children}</div>
    </div>
  )
}

/** When it may be tried again: heard once, and seen as it counts down. */
export function Wait({ seconds, left }: { seconds: number | null; left: number }) {
  const { t } = useI18n()
  if (seconds === null || left === 0) return null
  return (
    <>
      <span className="sr"> {t('fault.wait', { count: seconds })}</span>
      <span aria-hidden="true"> {t('fault.wait', { count: left })}</span>
    </>
  )
}

interface FaultProps {
  readonly error?: unknown
  /** What is told of it, where that is known already; null where nothing failed. */
  readonly told?: Told | null
  /** Seconds until it may be tried again, as whoever knows what is told counts them down. */
  readonly wait?: number
}

/** Why something failed, with the tries that are left, the time to wait and the trace id where there are any. */
export function Fault({ error = null, ...given }: FaultProps) {
  const { t } = useI18n()
  const own = useTold(given.told === undefined ? error : null)
  const { told, wait = 0 } = given.told === undefined ? own : given
  if (!told) return null
  const { text, triesLeft, traceId, waitSeconds } = told
  return (
    <Note tone="red">
      {text}
      {triesLeft !== null && ` ${t('fault.tries', { count: triesLeft })}`}
      <Wait seconds={waitSeconds} left={wait} />
      {traceId && <small dir="auto">{t('fault.trace', { id: traceId })}</small>}
    </Note>
  )
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

/** What is told of an error, and the seconds until it may be tried again; null where nothing failed. */
export function useTold(error: unknown): { readonly told: Told | null; readonly wait: number } {
  const words = useI18n()
  // the same for the same refusal: whoever goes on typing keeps the focus
  const told = useMemo(() => (error === null ? null : toldOf(error, words)), [error, words])
  return { told, wait: useCountdown(told?.waitSeconds ?? null, error) }
}
