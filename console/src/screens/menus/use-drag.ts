import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Item, indexOf, type Row, rowsOf, siblingsOf } from './order.ts'

/** How near the edge of the page, in pixels, it scrolls under what is dragged, and how far each time it is drawn. */
const edge = 48
const step = 10

/** One item on its way among its siblings. */
export interface Drag {
  readonly item: Item
  /** The item with all that stands below it. */
  readonly ids: ReadonlySet<string>
  /** Where the line is drawn; null where it would stand as it does. */
  readonly line: { readonly id: string; readonly side: 'before' | 'after' } | null
}

/**
 * An item is dragged by its grip, with a mouse or a finger, to a place among its siblings. Escape leaves it where it was. The line of
 * the drop stays until the service has answered.
 *
 * @param drop puts it at an index among its own siblings
 */
export function useDrag(list: RefObject<HTMLElement | null>, rows: readonly Row[], drop: (item: Item, to: number) => Promise<unknown>) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const held = useRef<AbortController>(null)
  useEffect(() => () => held.current?.abort(), [])
  const start = (item: Item, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !event.isPrimary || drag) return
    event.preventDefault()
    const siblings = siblingsOf(rows, item)
    const from = indexOf(siblings, item)
    const ids = new Set(rowsOf([item]).map((row) => row.item.id))
    const page = list.current?.closest('.scrolls')
    const ended = new AbortController()
    const { signal } = ended
    held.current = ended
    let y = event.clientY
    let to = from
    const look = () => {
      to = siblings.filter((one) => one.id !== item.id && middleOf(list.current, one) < y).length
      const line = lineAt(siblings[to] ?? item, to - from)
      setDrag((before) => (before && before.line?.id === line?.id ? before : { item, ids, line }))
    }
    const scroll = () => {
      if (signal.aborted) return
      const box = page?.getBoundingClientRect()
      const by = box && y < box.top + edge ? -step : box && y > box.bottom - edge ? step : 0
      if (by) {
        page?.scrollBy(0, by)
        look()
      }
      requestAnimationFrame(scroll)
    }
    const cancel = () => {
      ended.abort()
      setDrag(null)
    }
    // at the window: the grip itself may go while it is held
    const on = <K extends keyof WindowEventMap>(name: K, run: (event: WindowEventMap[K]) => void) =>
      window.addEventListener(name, run, { signal, capture: true })
    event.currentTarget.setPointerCapture(event.pointerId)
    on('pointermove', ({ clientY }) => {
      y = clientY
      look()
    })
    on('pointercancel', cancel)
    on('pointerup', () => {
      ended.abort()
      if (to === from) setDrag(null)
      else void drop(item, to).finally(() => setDrag(null))
    })
    on('keydown', (event) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    })
    look()
    requestAnimationFrame(scroll)
  }
  return { drag, start }
}

/** Above the one whose place is taken, or below all that stands below it. */
function lineAt(taken: Item, by: number): Drag['line'] {
  if (by === 0) return null
  return by < 0 ? { id: taken.id, side: 'before' } : { id: rowsOf([taken]).at(-1)?.item.id ?? taken.id, side: 'after' }
}

/** Of an item with all that stands below it, from the top of the window. */
function middleOf(list: HTMLElement | null, item: Item): number {
  const boxes = rowsOf([item]).flatMap(
    (row) => list?.querySelector(`[data-row="${CSS.escape(row.item.id)}"]`)?.getBoundingClientRect() ?? [],
  )
  return ((boxes[0]?.top ?? 0) + (boxes.at(-1)?.bottom ?? 0)) / 2
}
