import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LeaveDialog, type LeaveWords } from './LeaveDialog.tsx'
import { guardLeaving, mayAsk } from './leaving.ts'

interface Leaving {
  /** Whether the question is open. */
  readonly isAsking: boolean
  readonly question: ReactNode
  /** Does what ends what is typed, after the question where something would be lost. */
  leave(goOn: () => void): void
}

/**
 * Asks before what was typed is lost, whichever way somebody leaves: another page, a closed tab, signing out, or `leave`.
 *
 * @param isChanged asked at that moment
 */
export function useLeaving(isChanged: () => boolean, words: LeaveWords = {}): Leaving {
  const asked = useRef(isChanged)
  asked.current = isChanged
  const isGivenUp = useRef(false)
  const [goOn, setGoOn] = useState<(() => void) | null>(null)
  const wouldLose = () => mayAsk() && !isGivenUp.current && asked.current()
  const blocker = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: wouldLose, withResolver: true })
  useEffect(
    () =>
      guardLeaving((then) => {
        if (!asked.current()) return false
        setGoOn(() => then)
        return true
      }),
    [],
  )
  const answer = (then?: () => void) => {
    setGoOn(null)
    then?.()
  }
  const isBlocked = blocker.status === 'blocked'
  return {
    isAsking: goOn !== null || isBlocked,
    question: goOn ? (
      <LeaveDialog {...words} onStay={() => answer()} onLeave={() => answer(goOn)} />
    ) : (
      isBlocked && <LeaveDialog {...words} onStay={blocker.reset} onLeave={blocker.proceed} />
    ),
    leave(then) {
      if (!wouldLose()) return then()
      setGoOn(() => () => {
        // the address may say what is open: the way there asks no second time
        isGivenUp.current = true
        then()
      })
    },
  }
}

/** `useLeaving` of a page. @param isChanged asked at that moment */
export function LeaveGuard({ isChanged, ...words }: LeaveWords & { isChanged(): boolean }) {
  return useLeaving(isChanged, words).question
}
