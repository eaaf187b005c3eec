/** The keys of a grid whose cells are one stop of the Tab key. The stop is kept in the page itself: no key draws anything anew. */
import type { KeyboardEvent } from 'react'

const cells = '[data-cell]'
const cellsOf = (line: Element): HTMLElement[] => [...line.querySelectorAll<HTMLElement>(cells)]

/** Exactly one cell can be reached by Tab, the one that was before where it still stands. */
export function stopAtOne(grid: HTMLElement): void {
  const all = cellsOf(grid)
  const held = all.find((cell) => cell === document.activeElement) ?? all.find((cell) => cell.tabIndex === 0) ?? all[0]
  for (const cell of all) cell.tabIndex = cell === held ? 0 : -1
}

/** Arrows go to the next cell, along the line of text in both directions of writing; Home and End along the row, with Ctrl to the ends. */
export function moveIn(event: KeyboardEvent<HTMLElement>): void {
  const from = (event.target as HTMLElement).closest<HTMLElement>(cells)
  const grid = event.currentTarget
  if (!from || !grid.contains(from) || event.altKey || event.metaKey) return
  const lines = [...grid.querySelectorAll('[data-line]')]
  const line = lines.findIndex((one) => one.contains(from))
  const row = lines[line] ? cellsOf(lines[line]) : []
  const column = row.indexOf(from)
  const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  const to = (index: number) => {
    const found = lines[Math.max(0, Math.min(lines.length - 1, index))]
    const there = found ? cellsOf(found) : []
    return there[Math.min(column, there.length - 1)]
  }
  const next = () => {
    switch (event.key) {
      case 'ArrowDown':
        return to(line + 1)
      case 'ArrowUp':
        return to(line - 1)
      case 'PageDown':
        return to(line + 10)
      case 'PageUp':
        return to(line - 10)
      case 'ArrowLeft':
      case 'ArrowRight':
        return row[column + (event.key === forward ? 1 : -1)] ?? from
      case 'Home':
        return event.ctrlKey ? to(0) : row[0]
      case 'End':
        return event.ctrlKey ? to(lines.length - 1) : row.at(-1)
      default:
        return undefined
    }
  }
  const found = next()
  if (!found) return
  event.preventDefault()
  from.tabIndex = -1
  found.tabIndex = 0
  found.focus()
}
