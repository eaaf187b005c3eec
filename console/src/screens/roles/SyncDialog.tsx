import { Button, Modal } from '@mantine/core'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { useRehearsal } from '../../ui/form/use-rehearsal.ts'
import { fieldTitle } from '../../ui/matrix/field-title.ts'
import { Note } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { Role } from './role.ts'
import type { RoleActs } from './role-acts.ts'

/** What a role loses when it is brought in line with what its tenant is granted: shown before it is done. */
export function SyncDialog({ role, acts, onClose }: { role: Role; acts: RoleActs; onClose(): void }) {
  const words = useI18n()
  const { t, list } = words
  const { rehearsed, onMade } = useRehearsal(['role scopes', role.id, role.version], () =>
    call('syncRoleScopes', { path: { id: role.id }, query: { dryRun: true } }),
  )
  const title = t('roles.syncTitle', { name: role.name })
  const removed = rehearsed.data?.removedPermissions ?? []
  const added = Object.entries(rehearsed.data?.addedRestrictedFields ?? {})
  const close = { 'aria-label': t('act.close') }
  if (rehearsed.isError || (rehearsed.data && removed.length + added.length === 0))
    return (
      <Modal opened onClose={onClose} title={title} closeButtonProps={close}>
        {rehearsed.isError ? (
          <Failed error={rehearsed.error} onRetry={() => void rehearsed.refetch()} />
        ) : (
          <div className="stack">
            <Note tone="green">{t('roles.inLine')}</Note>
            <div className="acts">
              <Button variant="default" onClick={onClose} data-autofocus>
                {t('act.close')}
              </Button>
            </div>
          </div>
        )}
      </Modal>
    )
  return (
    <ConfirmDialog
      title={title}
      confirm={t('roles.syncDo')}
      isDanger={removed.length > 0}
      isReady={rehearsed.data !== undefined}
      onClose={onClose}
      run={async () => {
        await call('syncRoleScopes', { path: { id: role.id } })
        onMade()
        tell(t('told.saved', { name: role.name }))
        await acts.refresh()
      }}
    >
      <p className="dim">{t('roles.syncHint')}</p>
      {rehearsed.data ? (
        <ul className="difference">
          {removed.map((name) => (
            <li key={name} data-mark="removed">
              <b aria-hidden>−</b>
              <span>
                <span className="sr">{t('rights.removed')}</span> <code dir="ltr">{name}</code>
              </span>
            </li>
          ))}
          {added.map(([name, fields]) => (
            <li key={name} data-mark="changed">
              <b aria-hidden>±</b>
              <span>
                <code dir="ltr">{name}</code>
                <small>{t('rights.hides', { fields: list(fields.map((field) => fieldTitle(field, words))) })}</small>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <div className="lines" aria-busy="true" />
      )}
    </ConfirmDialog>
  )
}
