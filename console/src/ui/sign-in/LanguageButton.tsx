import { type ReactNode, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'
import { Fault } from '../Note.tsx'

/** Has the page in the other language. */
export function LanguageButton({ className, icon }: { className: string; icon?: ReactNode }) {
  const { language, choose } = useI18n()
  const [error, setError] = useState<unknown>(null)
  return (
    <>
      {error !== null && <Fault error={error} />}
      {languages
        .filter(({ value }) => value !== language)
        .map(({ value, label }) => (
          <button
            key={value}
            type="button"
            className={className}
            lang={value}
            onClick={() => void choose(value).then(() => setError(null), setError)}
          >
            {icon}
            {label}
          </button>
        ))}
    </>
  )
}
