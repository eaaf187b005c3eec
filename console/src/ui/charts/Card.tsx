import { type ReactNode, useId } from 'react'
import { Failed } from '../Failed.tsx'

interface Props<T> {
  readonly title: string
  /** Below the title, small. */
  readonly hint?: ReactNode
  /** What it is made of; asked for, failing and tried again by itself. */
  readonly query: { readonly data: T | undefined; readonly error: unknown; refetch(): unknown }
  /** At the end of its head, once it is there. */
  readonly tools?: ReactNode
  /** How high its skeleton is, in lines. */
  readonly lines?: number
  /** Whether its title is heard and not seen. */
  readonly isPlain?: boolean
  children(data: T): ReactNode
}

/** A part of a page that is loaded, fails and is tried again alone. Parts stand apart by lines. */
export function Card<T>({ title, hint, query, tools, lines = 4, isPlain, children }: Props<T>) {
  const id = useId()
  const { data, error } = query
  const isMissing = data === undefined
  return (
    <section className="card" aria-labelledby={id} aria-busy={isMissing && !error}>
      <div className={isPlain ? 'sr' : 'card-head'}>
        <div>
          <h2 id={id}>{title}</h2>
          {hint && <p className="dim">{hint}</p>}
        </div>
        {!isMissing && tools}
      </div>
      {isMissing && error ? <Failed error={error} onRetry={() => void query.refetch()} /> : null}
      {isMissing && !error && (
        <div className="ghost card-ghost">
          {Array.from({ length: lines }, (_, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
            <span key={line} style={{ width: `${88 - ((line * 23) % 46)}%` }} />
          ))}
        </div>
      )}
      {!isMissing && children(data)}
    </section>
  )
}
