import { useEffect } from 'react'

/** Longer than a dialog takes to give the focus back by itself. */
const patienceMs = 100
const over = '[role=dialog], [role=menu], [role=listbox]'

/**
 * What is gone from the page takes the focus along, and keys would begin at its top. Then it is in the dialog that is still open, else where it
 * was before one was opened, else at the heading.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Element | null = null
    /** The last that was not in anything that lies over the page. */
    let beneath: HTMLElement | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    const isLost = () => document.activeElement === document.body && last !== null && !last.isConnected
    const note = ({ target }: FocusEvent) => {
      last = target as HTMLElement
      if (!last.closest(over)) beneath = last as HTMLElement
    }
    const places = function* () {
      yield [...document.querySelectorAll<HTMLElement>('[role=dialog]')].at(-1)
      if (beneath?.isConnected) yield beneath
      yield document.querySelector<HTMLElement>('#main h1')
      yield document.querySelector<HTMLElement>('#main')
    }
    const observer = new MutationObserver(() => {
      if (!isLost() || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        if (!isLost()) return
        for (const place of places()) {
          place?.focus({ preventScroll: true })
          if (place && document.activeElement === place) return
        }
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
