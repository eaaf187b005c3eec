/** Sends what a form asks for: one at a time, and not before the service takes it again. */
import { useEffect, useRef, useState } from 'react'
import type { Told } from '../fault.ts'
import { useTold } from '../fault.ts'

export interface Sending {
  /** Why the last try failed. */
  readonly told: Told | null
  /** Seconds until it may be tried again. */
  readonly wait: number
  readonly isBusy: boolean
  /** The refusal itself, for who can do something about it. */
  readonly error: unknown
  /** Does the work, unless other work is under way or has to wait. What it throws is told. */
  run(work: () => Promise<unknown>): Promise<void>
  /** What was told is about something else than is asked for now. */
  forget(): void
}

/**
 * What closes a dialog once its work is done. Meanwhile it stays: the answer would come to nobody, and a late one close whatever is open by then.
 */
export const unlessBusy = (isBusy: boolean, close: () => void) => () => {
  if (!isBusy) close()
}

/** @param onRefused takes up what was refused, before it is told */
export function useSending(onRefused?: (error: unknown) => void): Sending {
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const { told, wait } = useTold(error)
  return {
    told,
    wait,
    isBusy,
    error,
    async run(work) {
      if (isBusy || wait > 0) return
      setBusy(true)
      setError(null)
      try {
        await work()
      } catch (fault) {
        onRefused?.(fault)
        setError(fault)
      } finally {
        setBusy(false)
      }
    },
    forget: () => setError(null),
  }
}

/** Whether the part of the page that asks was left, to be asked when an answer comes. */
export function useIsGone(): { readonly current: boolean } {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return isGone
}
