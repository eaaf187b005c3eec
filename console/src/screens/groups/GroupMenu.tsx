import { useI18n } from '../../i18n/i18n.tsx'
import { Act, RecordMenu } from '../../ui/RecordMenu.tsx'
import { type Group, nameOf } from './group.ts'
import type { GroupActs } from './group-acts.ts'

interface Props {
  readonly group: Group
  readonly acts: GroupActs
  onEdit(): void
  /** After it was deleted. */
  onGone?(): void
}

/** The moves that are legal now; those that are never the caller's are not there. */
export function GroupMenu({ group, acts, onEdit, onGone }: Props) {
  const words = useI18n()
  const { t } = words
  if (!acts.canUpdate && !acts.canDelete) return null
  const { isActive } = group
  return (
    <RecordMenu name={nameOf(group, words)} width={200}>
      {acts.canUpdate && (
        <>
          <Act icon="pencil" label={t('act.edit')} onClick={onEdit} />
          <Act
            icon={isActive ? 'inactive' : 'active'}
            label={t(isActive ? 'act.deactivate' : 'act.activate')}
            onClick={() => void acts.setActive(group, !isActive)}
          />
        </>
      )}
      {acts.canDelete && (
        <Act icon="bin" label={t('act.delete')} isDanger onClick={() => void acts.remove(group).then((isDone) => isDone && onGone?.())} />
      )}
    </RecordMenu>
  )
}
