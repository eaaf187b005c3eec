import { useEffect } from 'react'

/** Longer than a dialog takes to give the focus back to what opened it. */
const patienceMs = 100

/** What is gone from the page takes the focus along, and keys would begin at its top: then it is at the heading. */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected
    const note = ({ target }: FocusEvent) => {
      last = target as Element
    }
    const observer = new MutationObserver(() => {
      if (!isLost() || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        if (!isLost()) return
        const place = document.querySelector<HTMLElement>('#main h1') ?? document.querySelector<HTMLElement>('#main')
        place?.focus({ preventScroll: true })
      }, patienceMs)
    })
    document.addEventListener('focusin', note)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      document.removeEventListener('focusin', note)
    }
  }, [])
}
