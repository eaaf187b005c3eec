import { type ReactNode, useState } from 'react'
import type { Language } from '../../i18n/habits.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { languages } from '../../i18n/languages.ts'
import { FaultOf } from '../Note.tsx'

interface Props {
  readonly className: string
  readonly icon?: ReactNode
  /** Told which one was chosen, once the page is in it. */
  readonly onChoose?: ((language: Language) => void) | undefined
}

/** Has the page in the other language. */
export function LanguageButton({ className, icon, onChoose }: Props) {
  const { language, choose } = useI18n()
  const [error, setError] = useState<unknown>(null)
  async function turn(to: Language) {
    try {
      await choose(to)
      setError(null)
      onChoose?.(to)
    } catch (fault) {
      setError(fault)
    }
  }
  return (
    <>
      {error !== null && <FaultOf error={error} />}
      {languages
        .filter(({ value }) => value !== language)
        .map(({ value, label }) => (
          <button key={value} type="button" className={className} lang={value} onClick={() => void turn(value)}>
            {icon}
            {label}
          </button>
        ))}
    </>
  )
}
