import { Button } from '@mantine/core'
import { useI18n } from '../i18n/i18n.tsx'
import { isGone, toldOf } from './fault.ts'
import { Fault, useCountdown } from './Note.tsx'

/** In the place of a list or a card that could not be loaded; it is tried again alone, and not before the service says so. */
export function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const words = useI18n()
  const { t } = words
  const told = toldOf(error, words)
  const wait = useCountdown(told.waitSeconds, error)
  return (
    <div className="nothing">
      <h2>{t(isGone(error) ? 'fault.gone' : 'list.failed')}</h2>
      <Fault told={told} left={wait} />
      <Button variant="default" disabled={wait > 0} onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </div>
  )
}
