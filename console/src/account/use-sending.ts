/** Sends what a form asks for: one at a time, and not before the service takes it again. */
import { useState } from 'react'
import { Refused } from '../api/client.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { type Told, toldOf } from '../ui/fault.ts'
import { useCountdown } from '../ui/Note.tsx'

export interface Sending {
  readonly told: Told | null
  /** Seconds until it may be tried again. */
  readonly wait: number
  readonly isBusy: boolean
  /** How often a code may be tried still; null where nothing says so. */
  readonly triesLeft: number | null
  run(work: () => Promise<void>): Promise<void>
}

export function useSending(): Sending {
  const words = useI18n()
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const told = error === null ? null : toldOf(error, words)
  const wait = useCountdown(told?.waitSeconds ?? null, error)
  const left = error instanceof Refused ? error.answer.attemptsRemaining : null
  return {
    told,
    wait,
    isBusy,
    triesLeft: typeof left === 'number' && left > 0 ? left : null,
    async run(work) {
      if (isBusy || wait > 0) return
      setBusy(true)
      setError(null)
      await work().catch(setError)
      setBusy(false)
    },
  }
}
