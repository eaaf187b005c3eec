import type { ReactNode } from 'react'
import type { Language } from '../../i18n/habits.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'

interface Props {
  readonly className: string
  readonly icon?: ReactNode
  /** Told which one was chosen, once the page is in it. */
  onChoose?(language: Language): void
}

/** Has the page in the other language. */
export function LanguageButton({ className, icon, onChoose }: Props) {
  const { language, choose } = useI18n()
  const other = languages.filter(({ value }) => value !== language)
  return other.map(({ value, label }) => (
    <button
      key={value}
      type="button"
      className={className}
      lang={value}
      onClick={() => {
        choose(value)
        onChoose?.(value)
      }}
    >
      {icon}
      {label}
    </button>
  ))
}
