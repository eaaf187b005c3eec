import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import { useCurrentInSight } from '../../ui/shown/current-in-sight.ts'
import { useTitle } from '../../ui/title.tsx'

const parts = ['profile', 'password', 'two-factor', 'sessions', 'linked', 'log', 'preferences'] as const
export type Part = (typeof parts)[number]

interface Props {
  readonly part: Part
  /** Whether what is here is for the person alone, and closed to whoever acts as them. */
  readonly isTheirsAlone?: boolean
  readonly isWide?: boolean
  readonly children: ReactNode
}

/** The own account: seven pages under one heading. */
export function MePage({ part, isTheirsAlone, isWide, children }: Props) {
  const { t } = useI18n()
  const { start } = useStart()
  const tabs = useCurrentInSight<HTMLElement>(part)
  useTitle(t(`me.${part}`))
  return (
    <div className="page me-page">
      <div className="head">
        <h1 tabIndex={-1}>{t('shell.account')}</h1>
      </div>
      <nav className="tabs me-tabs" aria-label={t('shell.account')} ref={tabs}>
        {parts.map((one) => (
          <Link key={one} to={`/me/${one}`} aria-current={one === part ? 'page' : undefined}>
            {t(`me.${one}`)}
          </Link>
        ))}
      </nav>
      <section className="me-body" data-wide={isWide} aria-label={t(`me.${part}`)} aria-busy={start === undefined}>
        {start?.impersonator && isTheirsAlone && <Note tone="amber">{t('acting.theirs')}</Note>}
        {start && children}
      </section>
    </div>
  )
}

/** Whether this tab acts as the account, and may not change what keeps it safe. */
export const useIsActed = (): boolean => useStart().start?.impersonator != null
