import { useEffect } from 'react'
import { isKey } from './keys.ts'
import { letterOf } from './letters.ts'
import type { List } from './list.ts'

/** `/` search, `n` new, `[` and `]` pages; never while somebody types (WCAG 2.2, 2.1.4), nor over a dialog. */
export function useListKeys<R>({ field, page, pages, further, go }: List<R>, onNew: (() => void) | undefined): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isKey(event)) return
      if (event.key === '/' && field.current) field.current.focus()
      else if (letterOf(event) === 'n' && !event.shiftKey && onNew) onNew()
      else if (event.key === '[' && page > 1) go({ page: String(page - 1) })
      else if (event.key === ']' && (further || page < pages)) go({ page: further ?? String(page + 1) })
      else return
      event.preventDefault()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
