import { useEffect } from 'react'
import { useI18n } from '../i18n/i18n.tsx'

/** The title of the window, and the focus to the heading of a page that was gone to: who can't see it hears where they are. */
export function useTitle(page: string): void {
  const { t } = useI18n()
  useEffect(() => {
    document.title = t('app.title', { page, service: t('app.name') })
  }, [page, t])
  useEffect(() => {
    if (document.activeElement === document.body || document.activeElement === null) document.querySelector('h1')?.focus()
  }, [])
}
