import { Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { WriteAct } from '../../ui/account/WriteAct.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import { nameOf, type User } from './user.ts'
import type { UserActs } from './user-acts.ts'

/** What is asked about before it is done. */
export type Asked = 'block' | 'password' | 'twoFactor'

interface Props {
  readonly user: User
  readonly acts: UserActs
  onEdit(): void
  onAsk(what: Asked): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function UserMenu({ user, acts, onEdit, onAsk }: Props) {
  const { t } = useI18n()
  const { email } = user
  return (
    <RecordMenu name={nameOf(user)} width={240}>
      {acts.canUpdate && <Act icon="pencil" label={t('act.edit')} onClick={onEdit} />}
      {email !== undefined && <CopyAct text={email} label={t('act.copyEmail')} />}
      <WriteAct account={user} />
      <CopyAct text={user.id} />
      {(acts.canUpdate || acts.canDelete) && <Menu.Divider />}
      {acts.canUpdate && (
        <>
          {user.isLockedOut && <Act icon="unlock" label={t('act.unlock')} onClick={() => void acts.unlock(user)} />}
          <Act icon="key" label={t('users.newPassword')} onClick={() => onAsk('password')} />
          {user.twoFactorEnabled && <Act icon="shieldOff" label={t('users.noTwoFactor')} onClick={() => onAsk('twoFactor')} />}
          <Act
            icon={user.isActive ? 'inactive' : 'active'}
            label={t(user.isActive ? 'act.deactivate' : 'act.activate')}
            onClick={() => void acts.setActive(user, !user.isActive)}
          />
          {user.isBlocked ? (
            <Act icon="active" label={t('act.unblock')} onClick={() => void acts.unblock(user)} />
          ) : (
            <Act icon="blocked" label={t('act.block')} onClick={() => onAsk('block')} />
          )}
        </>
      )}
      {acts.canDelete && <Act icon="bin" label={t('act.delete')} isDanger onClick={() => void acts.remove(user)} />}
    </RecordMenu>
  )
}
