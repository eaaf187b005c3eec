import { useEffect, useRef } from 'react'

/** Has the browser ask before a window is closed or loaded again with something in it. @param wouldLose asked at that moment */
export function useLeaveGuard(wouldLose: () => boolean): void {
  const asked = useRef(wouldLose)
  asked.current = wouldLose
  useEffect(() => {
    const onLeave = (event: BeforeUnloadEvent) => {
      if (asked.current()) event.preventDefault()
    }
    addEventListener('beforeunload', onLeave)
    return () => removeEventListener('beforeunload', onLeave)
  }, [])
}
