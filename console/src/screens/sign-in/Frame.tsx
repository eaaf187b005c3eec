import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useTitle } from '../../ui/title.ts'

/** The box of every page before sign-in. */
export function Frame({ title, sub, children }: { title: string; sub?: string; children: ReactNode }) {
  const { language, choose } = useI18n()
  const other = language === 'ar' ? 'en' : 'ar'
  useTitle(title)
  return (
    <div className="login">
      <main className="login-box">
        <span className="mark big" aria-hidden="true" data-initials="T" />
        <div>
          <h1 tabIndex={-1}>{title}</h1>
          {sub && <p className="sub">{sub}</p>}
        </div>
        {children}
      </main>
      <button type="button" className="quiet-link corner" lang={other} onClick={() => choose(other)}>
        <Icon name="language" size={14} />
        {other === 'en' ? 'English' : 'العربية'}
      </button>
    </div>
  )
}
