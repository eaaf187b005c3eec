import { habits } from '../../i18n/kept-habits.ts'

const taken = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]'

/** Whether what was pressed is a key of the page: nobody types, nothing stands over it, and single letters were not switched off (WCAG 2.2, 2.1.4). */
export function isKey(event: KeyboardEvent): boolean {
  if (!habits().hasShortcuts || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing) return false
  return !(event.target as HTMLElement).closest(taken) && document.querySelector('[role=dialog][aria-modal=true]') === null
}
