import { useEffect, useRef, useState } from 'react'
import { LeaveDialog, type LeaveWords } from '../../ui/form/LeaveDialog.tsx'
import { guardPlace } from '../place.ts'

/**
 * Asks before what was typed is lost, whichever way somebody leaves: these pages have a router of their own. Where the session ends in
 * another tab or on another device nobody is asked: the account is no longer theirs to see here, and what was typed is lost.
 *
 * @param isChanged asked at that moment
 */
export function LeaveGuard({ isChanged, ...words }: LeaveWords & { isChanged(): boolean }) {
  const asked = useRef(isChanged)
  asked.current = isChanged
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (asked.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onUnload)
    const end = guardPlace((goOn) => {
      if (!asked.current()) return false
      setLeave(() => () => {
        setLeave(null)
        goOn()
      })
      return true
    })
    return () => {
      removeEventListener('beforeunload', onUnload)
      end()
    }
  }, [])
  return leave && <LeaveDialog {...words} onStay={() => setLeave(null)} onLeave={leave} />
}
