import type { MouseEvent, ReactNode } from 'react'
import { type PlainPath, pages } from './pages.ts'
import { addressOf, follow, usePlace, type Word } from './place.ts'

interface Props {
  readonly page: PlainPath
  /** Whose page it is, where that is known better than the address says. */
  readonly w?: string
  /** What is handed on in memory. */
  readonly word?: Word
  readonly className?: string
  readonly isCurrent?: boolean
  onGo?(): void
  readonly children: ReactNode
}

/** A link to another of these pages, which gets what this one was given; but none of the own ones is the way to an application. */
export function To({ page, w: known, word, className, isCurrent, onGo, children }: Props) {
  const { w, returnTo } = usePlace()
  const address = addressOf(page, { w: known ?? w, ...(pages[page].access === 'open' && { returnTo }) })
  const onClick = (event: MouseEvent) => {
    // in a window of its own, where somebody asks for that
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo?.()
    follow(address, word && { word })
  }
  return (
    <a href={address} className={className} aria-current={isCurrent ? 'page' : undefined} onClick={onClick}>
      {children}
    </a>
  )
}
