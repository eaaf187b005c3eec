import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'

/** Rows above and below what is seen, so that none is missing while it is scrolled. */
const spare = 8

interface Seen {
  readonly top: number
  readonly height: number
  readonly row: number
}

/** Which of many rows of one height are drawn: those that are seen, and a few around them. */
export interface RowWindow {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  /** Height of a row in pixels. */
  readonly row: number
  /** Scrolls no further than is needed to show a row. */
  reveal(index: number): void
}

/**
 * @param box what scrolls; its rows stand at `index * row`
 * @param head height of what sticks to its top
 */
export function useRowWindow(box: RefObject<HTMLElement | null>, count: number, head: number): RowWindow {
  const [seen, setSeen] = useState<Seen>({ top: 0, height: 600, row: 44 })
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const look = () => {
      const row = Number.parseFloat(getComputedStyle(element).getPropertyValue('--h-row')) || 44
      const { scrollTop: top, clientHeight: height } = element
      setSeen((before) => (before.top === top && before.height === height && before.row === row ? before : { top, height, row }))
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  const { top, height, row } = seen
  const reveal = useCallback(
    (index: number) => {
      const element = box.current
      if (!element) return
      const start = index * row
      if (start < element.scrollTop) element.scrollTop = start
      else if (start + row > element.scrollTop + element.clientHeight - head) element.scrollTop = start + row - element.clientHeight + head
    },
    [box, row, head],
  )
  return {
    from: Math.max(0, Math.floor(top / row) - spare),
    to: Math.min(count, Math.ceil((top + height) / row) + spare),
    row,
    reveal,
  }
}
