import { Button } from '@mantine/core'
import { useI18n } from '../i18n/i18n.tsx'
import { isGone, useTold } from './fault.ts'
import { Fault } from './Note.tsx'

/** In the place of a list or a card that could not be loaded; it is tried again alone, and not before the service says so. */
export function Failed({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const { t } = useI18n()
  const { told, wait } = useTold(error)
  return (
    <div className="nothing">
      <h2>{t(isGone(error) ? 'fault.gone' : 'list.failed')}</h2>
      <Fault told={told} wait={wait} />
      <Button variant="default" disabled={wait > 0} onClick={onRetry}>
        {t('list.retry')}
      </Button>
    </div>
  )
}
