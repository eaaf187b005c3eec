import { Menu } from '@mantine/core'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ActAsItem } from '../../ui/ActAsItem.tsx'
import { WriteAct } from '../../ui/account/WriteAct.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import type { Asked } from './AskedDialog.tsx'
import { type Admin, nameOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'

interface Props {
  readonly admin: Admin
  readonly acts: AdminActs
  onEdit(): void
  /** Opens what asks first. */
  onAsk(what: Asked): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function AdminMenu({ admin, acts, onEdit, onAsk }: Props) {
  const { t } = useI18n()
  const { me } = useStart()
  const isOwn = admin.id === me?.id
  const against = acts.reasonAgainst(admin)
  const isOff = against !== null
  const againstDeletion = acts.reasonAgainstDeletion(admin)
  const told = against ?? (acts.canDelete ? againstDeletion : null)
  const { email } = admin
  return (
    <RecordMenu name={nameOf(admin)} width={230}>
      {told && <Menu.Label>{told}</Menu.Label>}
      {/* the first can always be chosen: a menu that can't take the focus can't be closed by Escape */}
      <CopyAct text={admin.id} />
      {email !== undefined && <CopyAct text={email} label={t('act.copyEmail')} />}
      <WriteAct account={admin} />
      {acts.canUpdate && <Act icon="pencil" label={t('act.edit')} isOff={!acts.mayEdit(admin)} onClick={onEdit} />}
      <ActAsItem admin={admin} />
      {(acts.canUpdate || acts.canDelete) && <Menu.Divider />}
      {acts.canUpdate && (
        <>
          {admin.isLockedOut && (
            <Act icon="unlock" label={t('act.unlock')} isOff={isOff} onClick={() => void acts.change('unlockAdmin', admin)} />
          )}
          {admin.isActive ? (
            <Act icon="inactive" label={t('act.deactivate')} isOff={isOff} onClick={() => void acts.change('deactivateAdmin', admin)} />
          ) : (
            <Act icon="active" label={t('act.activate')} isOff={isOff} onClick={() => void acts.change('activateAdmin', admin)} />
          )}
          {admin.isBlocked ? (
            <Act icon="active" label={t('act.unblock')} isOff={isOff} onClick={() => void acts.change('unblockAdmin', admin)} />
          ) : (
            <Act icon="blocked" label={t('act.block')} isOff={isOff} onClick={() => onAsk('block')} />
          )}
          <Menu.Divider />
          <Act icon="reset" label={t('access.resetAdminPassword.menu')} isOff={isOff} onClick={() => onAsk('resetAdminPassword')} />
          {admin.twoFactorEnabled && (
            <Act icon="shieldOff" label={t('access.resetAdminTwoFactor.menu')} isOff={isOff} onClick={() => onAsk('resetAdminTwoFactor')} />
          )}
          <Act
            icon="logout"
            label={t('access.endSessionsOfAdmin.menu')}
            isOff={isOff || !acts.canEndSessions}
            onClick={() => onAsk('endSessionsOfAdmin')}
          />
        </>
      )}
      {isSuperAdmin(me) && (
        <>
          <Menu.Divider />
          <Act
            icon="protected"
            label={t(admin.isProtected ? 'act.unprotect' : 'act.protect')}
            isOff={isOwn}
            onClick={() => void acts.protect(admin)}
          />
          <Act
            icon="key"
            label={t('transfer.menu')}
            isOff={isOwn || admin.isBlocked || !admin.isActive}
            onClick={() => onAsk('transfer')}
          />
        </>
      )}
      {acts.canDelete && <Menu.Divider />}
      {acts.canDelete && (
        <Act icon="bin" label={t('act.delete')} isDanger isOff={againstDeletion !== null} onClick={() => void acts.remove(admin)} />
      )}
    </RecordMenu>
  )
}
