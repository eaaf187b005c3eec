import { useI18n } from '../i18n/i18n.tsx'
import { Note } from '../ui/Note.tsx'
import type { Sending } from './use-sending.ts'

/** Why it was refused, when to try again, and how often that goes. */
export function Refusal({ told, wait, triesLeft }: Pick<Sending, 'told' | 'wait' | 'triesLeft'>) {
  const { t } = useI18n()
  if (told === null) return null
  return (
    <Note tone="red">
      {told.text} {triesLeft !== null && t('account.tries', { count: triesLeft })} {wait > 0 && t('fault.wait', { count: wait })}
      {told.traceId && <small dir="auto">{t('fault.trace', { id: told.traceId })}</small>}
    </Note>
  )
}
