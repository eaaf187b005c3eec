import { PasswordInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { startKey, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

/** Hands the SuperAdmin on: the caller loses it, so their own password is asked for. It stays in this field alone. */
export function TransferDialog({ admin, acts, onClose }: { admin: Admin; acts: AdminActs; onClose(): void }) {
  const { t } = useI18n()
  const cache = useQueryClient()
  const { me } = useStart()
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<string>()
  const name = nameOf(admin)
  return (
    <ConfirmDialog
      title={t('transfer.title', { name })}
      confirm={t('transfer.confirm')}
      isReady={password !== ''}
      onClose={onClose}
      run={async () => {
        setWrong(undefined)
        try {
          await call('transferSuperAdmin', { path: { id: admin.id }, body: { password } })
        } catch (error) {
          if (error instanceof Refused) setWrong(error.fields.find(({ field }) => field === 'password')?.message)
          throw error
        }
        tell(t('transfer.done', { name }))
        await acts.refresh()
        // what the caller may do is other than it was
        await cache.invalidateQueries({ queryKey: startKey })
      }}
    >
      <Note tone="amber">
        <b>{t('transfer.lose')}</b> {t('transfer.hint', { name })}
      </Note>
      {/* whose password it is, for those that keep passwords */}
      <input type="text" autoComplete="username" value={me?.email ?? ''} readOnly hidden />
      <PasswordInput
        label={t('transfer.password')}
        value={password}
        error={wrong}
        onChange={(event) => setPassword(event.currentTarget.value)}
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('act.show') }}
        dir="ltr"
        data-autofocus
      />
    </ConfirmDialog>
  )
}
