import { type ReactNode, useEffect, useState } from 'react'
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

/** Why something failed, with the time to wait and the trace id where there are any. */
export function Fault({ error, told, left = null }: { error?: unknown; told?: Told; left?: number | null }) {
  const words = useI18n()
  const { text, traceId } = told ?? toldOf(error, words)
  return (
    <Note tone="red">
      {text} {left !== null && left > 0 && words.t('fault.wait', { count: left })}
      {traceId && <small dir="auto">{words.t('fault.trace', { id: traceId })}</small>}
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
