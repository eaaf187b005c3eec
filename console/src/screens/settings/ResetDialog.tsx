import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { OwnName } from '../../ui/form/OwnName.tsx'
import { PasswordField } from '../../ui/form/PasswordField.tsx'
import { tell } from '../../ui/toasts.tsx'

/** Forgets all that was set over the API; the service asks for the own password. */
export function ResetDialog({ onClose }: { onClose(): void }) {
  const { t } = useI18n()
  const cache = useQueryClient()
  const [password, setPassword] = useState('')
  async function run() {
    await call('resetSettings', { body: { password } })
    // what stands in a form is of the settings before
    await cache.resetQueries({ queryKey: ask('getSettings', {}).queryKey })
    tell(t('settings.forgotten'))
  }
  return (
    <ConfirmDialog
      title={t('settings.forgetTitle')}
      confirm={t('settings.forgetConfirm')}
      isReady={password !== ''}
      run={run}
      onClose={onClose}
    >
      <p className="dim">{t('settings.forgetHint')}</p>
      <OwnName />
      <PasswordField
        label={t('settings.ownPassword')}
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
