import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'

/**
 * Asks before what was typed is lost, whichever way somebody leaves.
 *
 * @param isChanged asked at that moment
 */
export function LeaveGuard({ isChanged }: { isChanged: () => boolean }) {
  const { t } = useI18n()
  const blocker = useBlocker({ shouldBlockFn: isChanged, enableBeforeUnload: isChanged, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal opened onClose={blocker.reset} title={t('form.leave')} zIndex={400} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <p className="dim">{t('form.leaveHint')}</p>
        <div className="acts">
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {t('form.stay')}
          </Button>
          <Button color="red" onClick={blocker.proceed}>
            {t('form.discard')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
