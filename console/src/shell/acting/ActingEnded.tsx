import { Button, Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'
import { goOnAsOneself } from './stop.ts'

/** The hour is over, or the own session is: nothing that is done from here on would be done as that admin. */
export function ActingEnded() {
  const { t } = useI18n()
  const again = () => location.reload()
  const way = { cache: useQueryClient(), navigate: useNavigate() }
  const back = () => void goOnAsOneself(way)
  return (
    <Modal opened onClose={() => {}} withCloseButton={false} closeOnEscape={false} closeOnClickOutside={false} title={t('acting.ended')}>
      <div className="stack">
        <p className="dim">{t('acting.endedHint')}</p>
        <div className="acts">
          <Button variant="default" onClick={back}>
            {t('acting.cancel')}
          </Button>
          <Button onClick={again} data-autofocus>
            {t('acting.again')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
