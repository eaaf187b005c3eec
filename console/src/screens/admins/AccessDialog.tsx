import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { tell } from '../../ui/toasts.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

export type AccessAct = 'resetAdminPassword' | 'resetAdminTwoFactor' | 'endSessionsOfAdmin'

/** What takes a way in from somebody is asked about first: it ends their sessions, and there is no undo. */
export function AccessDialog({ act, admin, acts, onClose }: { act: AccessAct; admin: Admin; acts: AdminActs; onClose(): void }) {
  const { t } = useI18n()
  const name = nameOf(admin)
  return (
    <ConfirmDialog
      title={t(`access.${act}.title`, { name })}
      confirm={t(`access.${act}.confirm`)}
      onClose={onClose}
      run={async () => {
        await call(act, { path: { id: admin.id } })
        tell(t(`access.${act}.done`, { name }))
        await acts.refresh()
      }}
    >
      <p className="dim">{t(`access.${act}.hint`)}</p>
    </ConfirmDialog>
  )
}
