import { Button, Checkbox } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { copy } from '../Facts.tsx'
import type { Guard } from '../form/LeaveDialog.tsx'
import { Icon } from '../Icon.tsx'
import { Note } from '../Note.tsx'

interface Props {
  readonly codes: readonly string[]
  /** Of the pages around it. */
  readonly Guard: Guard
  onDone(): void
}

/**
 * Ten codes, shown once: copied, printed or kept as a file, and gone when somebody says that they have them. Whoever leaves before that is
 * asked.
 */
export function BackupCodes({ codes, Guard, onDone }: Props) {
  const { t } = useI18n()
  const [isSaved, setSaved] = useState(false)
  const text = `${codes.join('\n')}\n`
  function download() {
    const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = Object.assign(document.createElement('a'), { href: url, download: 'tenantry-backup-codes.txt' })
    link.click()
    URL.revokeObjectURL(url)
  }
  return (
    <div className="stack">
      <Guard
        isChanged={() => !isSaved}
        title={t('codes.leave')}
        hint={t('codes.leaveHint')}
        stay={t('codes.stay')}
        discard={t('codes.leaveNow')}
      />
      <Note tone="amber">{t('duty.codesSub')}</Note>
      <ul className="codes printed" dir="ltr" aria-label={t('duty.codes')}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="code-acts">
        <Button variant="default" leftSection={<Icon name="copy" size={14} />} onClick={() => void copy(text, t)}>
          {t('codes.copy')}
        </Button>
        <Button variant="default" leftSection={<Icon name="printer" size={14} />} onClick={() => print()}>
          {t('codes.print')}
        </Button>
        <Button variant="default" leftSection={<Icon name="download" size={14} />} onClick={download}>
          {t('codes.download')}
        </Button>
      </div>
      <Checkbox label={t('duty.saved')} checked={isSaved} onChange={(event) => setSaved(event.currentTarget.checked)} />
      <Button size="md" fullWidth disabled={!isSaved} onClick={onDone}>
        {t('codes.done')}
      </Button>
    </div>
  )
}
