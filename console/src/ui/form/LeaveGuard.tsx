import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'

interface Props {
  isChanged(): boolean
  readonly title?: string
  readonly hint?: string
  readonly discard?: string
}

/**
 * Asks before what was typed is lost, whichever way somebody leaves.
 *
 * @param isChanged asked at that moment
 * @param title with `hint` and `discard`, where it is something else than what was typed that would end
 */
export function LeaveGuard({ isChanged, title, hint, discard }: Props) {
  const { t } = useI18n()
  const blocker = useBlocker({ shouldBlockFn: isChanged, enableBeforeUnload: isChanged, withResolver: true })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal opened onClose={blocker.reset} title={title ?? t('form.leave')} zIndex={400} closeButtonProps={{ 'aria-label': t('act.close') }}>
      <div className="stack">
        <p className="dim">{hint ?? t('form.leaveHint')}</p>
        <div className="acts">
          <Button variant="default" onClick={blocker.reset} data-autofocus>
            {t('form.stay')}
          </Button>
          <Button color="red" onClick={blocker.proceed}>
            {discard ?? t('form.discard')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
