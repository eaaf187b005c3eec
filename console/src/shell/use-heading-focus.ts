import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** After each change of the screen the focus is at its heading, as it would be on a page that was loaded: who can't see it hears where they are. */
export function useHeadingFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ pathChanged, fromLocation }) => {
        const at = document.activeElement
        // tabs of one record have addresses of their own, and keep the focus
        if (!pathChanged || !fromLocation || at?.closest('[role=tablist], [role=dialog]')) return
        const heading = document.querySelector<HTMLElement>('#main h1')
        const place = heading ?? document.querySelector<HTMLElement>('#main')
        place?.focus()
      }),
    [router],
  )
}
