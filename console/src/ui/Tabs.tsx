import { type ReactNode, useId } from 'react'
import { useCurrentInSight } from './shown/current-in-sight.ts'

export interface Tab<K extends string = string> {
  readonly key: K
  readonly title: ReactNode
}

interface Props<K extends string> {
  readonly label: string
  readonly tabs: readonly Tab<K>[]
  readonly current: K
  onGo(key: K): void
  readonly children: ReactNode
}

/** Tabs and what the current one shows. Arrows go along them as the language reads (WAI-ARIA, tabs). */
export function Tabs<K extends string>({ label, tabs, current, onGo, children }: Props<K>) {
  const id = useId()
  const row = useCurrentInSight<HTMLDivElement>(current)
  const step = (by: number) => {
    const at = tabs.findIndex(({ key }) => key === current)
    const next = tabs[(at + by + tabs.length) % tabs.length]
    if (!next) return
    onGo(next.key)
    document.getElementById(`${id}-${next.key}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} ref={row}>
        {tabs.map(({ key, title }) => (
          <button
            key={key}
            type="button"
            role="tab"
            id={`${id}-${key}`}
            aria-selected={key === current}
            aria-controls={`${id}-panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onGo(key)}
            onKeyDown={(event) => {
              const forward = document.documentElement.dir === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
              if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') step(event.key === forward ? 1 : -1)
            }}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${current}`} className="tab-panel">
        {children}
      </div>
    </>
  )
}
