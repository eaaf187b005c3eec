import { Menu } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Act, CopyAct, RecordMenu } from '../../ui/RecordMenu.tsx'
import type { Role } from './role.ts'
import type { RoleActs } from './role-acts.ts'

interface Props {
  readonly role: Role
  readonly acts: RoleActs
  onEdit(): void
  onSync(): void
  onRemoved?(): void
}

/** A role of the service can be copied, and nothing else; one that gives more than the caller has can be renamed, and nothing else. */
export function RoleMenu({ role, acts, onEdit, onSync, onRemoved }: Props) {
  const { t } = useI18n()
  const against = acts.reasonAgainst(role)
  const isOff = against !== null
  const remove = async () => {
    if (await acts.remove(role)) onRemoved?.()
  }
  return (
    <RecordMenu name={role.name} width={250}>
      {acts.canManage && against && <Menu.Label>{against}</Menu.Label>}
      {/* the first can always be chosen: a menu that can't take the focus can't be closed by Escape */}
      <CopyAct text={role.id} />
      {acts.canManage && (
        <>
          <Act icon="pencil" label={t('roles.rename')} isOff={!acts.canRename(role)} onClick={onEdit} />
          <Act icon="copy" label={t('roles.clone')} isOff={!acts.canCopy(role)} onClick={() => void acts.clone(role)} />
          <Act icon="refresh" label={t('roles.sync')} isOff={isOff} onClick={onSync} />
          <Menu.Divider />
          <Act icon="bin" label={t('act.delete')} isDanger isOff={isOff} onClick={() => void remove()} />
        </>
      )}
    </RecordMenu>
  )
}
