import { type ReactNode, useEffect } from 'react'
import { acting } from '../api/acting.ts'
import { useI18n } from '../i18n/i18n.tsx'

/** The title of the window, and the focus to the heading of a page that was gone to: who can't see it hears where they are. @param service whose page it is, where it is not ours */
export function useTitle(page: string, service?: string): void {
  const { t } = useI18n()
  useEffect(() => {
    const acted = acting()
    const title = t('app.title', { page, service: service ?? t('app.name') })
    document.title = acted ? t('acting.title', { name: acted.name, title }) : title
  }, [page, service, t])
  useEffect(() => {
    const at = document.activeElement
    // `main` holds the place until the heading is there
    if (at === document.body || at === null || at.id === 'main') document.querySelector('h1')?.focus()
  }, [])
}

interface Props {
  /** Of the window, too. */
  readonly title: string
  /** How many there are; undefined where that is not said, or not known yet. */
  readonly count?: number | undefined
  /** What stands at the end: a state, what can be done. */
  readonly children?: ReactNode
}

/** What a page is called. */
export function PageHead({ title, count, children }: Props) {
  const { number } = useI18n()
  useTitle(title)
  return (
    <div className="head">
      <h1 tabIndex={-1}>
        {title} {count !== undefined && <span className="count">{number(count)}</span>}
      </h1>
      {children}
    </div>
  )
}
