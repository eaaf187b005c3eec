import { Button, Checkbox, Modal } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Copyable } from '../../ui/Facts.tsx'
import { Note } from '../../ui/Note.tsx'

/** A secret that was just made. It is in the memory of the page alone, and gone with the dialog. */
export function SecretOnce({ secret, note, onClose }: { secret: string; note?: string | undefined; onClose(): void }) {
  const { t } = useI18n()
  const [isKept, setKept] = useState(false)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('webhooks.secretOnce')}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <div className="stack">
        <p className="dim">{t('webhooks.secretOnceHint')}</p>
        {note && <Note tone="blue">{note}</Note>}
        <div className="secret">
          <Copyable text={secret} label={t('webhooks.copySecret')} />
        </div>
        <Checkbox label={t('webhooks.secretKept')} checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
        <div className="acts">
          <Button disabled={!isKept} onClick={onClose}>
            {t('webhooks.done')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
