import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { LeaveDialog } from './LeaveDialog.tsx'
import { guardLeaving, mayAsk } from './leaving.ts'

interface Props {
  isChanged(): boolean
  readonly title?: string
  readonly hint?: string
  readonly discard?: string
}

/**
 * Asks before what was typed is lost, whichever way somebody leaves: another page, a closed tab, or signing out.
 *
 * @param isChanged asked at that moment
 */
export function LeaveGuard({ isChanged, ...words }: Props) {
  const asked = useRef(isChanged)
  asked.current = isChanged
  const [leave, setLeave] = useState<(() => void) | null>(null)
  const wouldLose = () => mayAsk() && asked.current()
  const blocker = useBlocker({ shouldBlockFn: wouldLose, enableBeforeUnload: wouldLose, withResolver: true })
  useEffect(
    () =>
      guardLeaving((goOn) => {
        if (!asked.current()) return false
        setLeave(() => () => {
          setLeave(null)
          goOn()
        })
        return true
      }),
    [],
  )
  if (leave) return <LeaveDialog {...words} onStay={() => setLeave(null)} onLeave={leave} />
  if (blocker.status !== 'blocked') return null
  return <LeaveDialog {...words} onStay={blocker.reset} onLeave={blocker.proceed} />
}
