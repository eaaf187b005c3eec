import type { KeyboardEvent } from 'react'

/**
 * Enter in the field of an open list takes the option that is marked, and nothing where it is gone. The list of Mantine remembers the place of
 * the marked one alone, where another stands once the service has answered.
 */
export function takeMarked(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, ctrlKey, metaKey, nativeEvent, currentTarget } = event
  if (key !== 'Enter' || ctrlKey || metaKey || nativeEvent.isComposing) return
  const list = document.getElementById(currentTarget.getAttribute('aria-controls') ?? '')
  const wasMarked = currentTarget.hasAttribute('aria-activedescendant')
  if (!list || !wasMarked) return
  event.preventDefault()
  event.stopPropagation()
  list.querySelector<HTMLElement>('[data-combobox-selected]')?.click()
}
