import type { ReactNode } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'

/** Has the page in the other language. */
export function LanguageButton({ className, icon }: { className: string; icon?: ReactNode }) {
  const { language, choose } = useI18n()
  const other = languages.filter(({ value }) => value !== language)
  return other.map(({ value, label }) => (
    <button key={value} type="button" className={className} lang={value} onClick={() => choose(value)}>
      {icon}
      {label}
    </button>
  ))
}
