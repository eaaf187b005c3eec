import { type KeyboardEvent, useRef } from 'react'

interface Marked {
  /** For when what is typed changes, and when the list opens or closes: nothing is marked then. */
  readonly forget: () => void
  readonly onKeyDownCapture: (event: KeyboardEvent<HTMLInputElement>) => void
}

/**
 * What Enter does in the field of an open list: it takes the option that is marked, does nothing where that is gone, and sends the form where
 * none was marked. Mantine remembers places alone: what stands there once the service has answered is another, or the one that is chosen already.
 */
export function useMarked(): Marked {
  const wasMarked = useRef(false)
  return {
    forget: () => {
      wasMarked.current = false
    },
    onKeyDownCapture: (event) => {
      const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
      if (key === 'ArrowDown' || key === 'ArrowUp') wasMarked.current = true
      if (key !== 'Enter' || isComposing(nativeEvent) || currentTarget.getAttribute('aria-expanded') !== 'true') return
      event.stopPropagation()
      const isSent = ctrlKey || metaKey
      if (!isSent && !wasMarked.current) return
      event.preventDefault()
      if (isSent) return currentTarget.form?.requestSubmit()
      const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
      list?.querySelector<HTMLElement>('[data-combobox-selected]')?.click()
    },
  }
}

/** Whether a key belongs to what is being composed; Safari tells of the one that ends it by its code alone. */
export const isComposing = ({ isComposing, keyCode }: globalThis.KeyboardEvent): boolean => isComposing || keyCode === 229
