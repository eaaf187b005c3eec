import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { Failed } from './Failed.tsx'
import { isGone } from './fault.ts'
import { Icon } from './Icon.tsx'
import { useCurrentInSight } from './shown/current-in-sight.ts'
import { useTitle } from './title.tsx'

/** A place that something is in, or a tab: what it is called, and its address below `/console`. */
export interface Place {
  readonly title: string
  readonly to: string
}

interface Props {
  /** Name of the record; undefined until it is known. */
  readonly title: string | undefined
  /** What kind of record it is: the title of the page until its name is known. */
  readonly kind: string
  /** From the list down to what is right above the record. */
  readonly trail: readonly Place[]
  readonly picture?: ReactNode
  /** Beside the name. */
  readonly status?: ReactNode
  /** Below the name: its code, what it belongs to. */
  readonly sub?: ReactNode
  /** At the end of the head: the main act, the menu. */
  readonly acts?: ReactNode
  /** Those that the caller may see, each with an address of its own. */
  readonly tabs?: readonly Place[]
  /** Address of the tab that is shown. */
  readonly current?: string
  /** Why the record could not be read. */
  readonly error?: unknown
  onRetry(): void
  readonly children?: ReactNode
}

/** An address below another is another place. */
const exactly = { exact: true }

/** The page of one record: where it is, its name and status, what can be done to it, and its tabs, which are addresses. */
export function RecordPage(p: Props) {
  const { t } = useI18n()
  // not there until the record is
  const tabs = useCurrentInSight<HTMLElement>(p.tabs && p.current)
  useTitle(p.title ?? p.kind)
  const isMissing = Boolean(p.error) && (p.title === undefined || isGone(p.error))
  return (
    <div className="page record" aria-busy={p.title === undefined && !isMissing}>
      <nav className="trail" aria-label={t('record.trail')}>
        <ol>
          {p.trail.map(({ title, to }) => (
            <li key={to}>
              <Link to={to} className="cut" dir="auto" activeOptions={exactly}>
                {title}
              </Link>
              <Icon name="chevronRight" size={12} />
            </li>
          ))}
        </ol>
      </nav>
      <div className="record-head">
        {p.picture}
        <div className="record-name">
          <div>
            <h1 tabIndex={-1} className="cut" dir="auto">
              {p.title ?? p.kind}
            </h1>
            {p.status}
          </div>
          {p.sub && <div className="dim">{p.sub}</div>}
        </div>
        {p.acts && !isMissing && <div className="record-acts">{p.acts}</div>}
      </div>
      {isMissing ? (
        <Failed error={p.error} onRetry={p.onRetry} />
      ) : (
        <>
          {p.tabs && p.tabs.length > 1 && (
            <nav className="tabs record-tabs" aria-label={t('record.tabs')} ref={tabs}>
              {p.tabs.map(({ title, to }) => (
                <Link key={to} to={to} aria-current={to === p.current ? 'page' : undefined} activeOptions={exactly} resetScroll={false}>
                  {title}
                </Link>
              ))}
            </nav>
          )}
          <div className="record-body">{p.children}</div>
        </>
      )}
    </div>
  )
}
