import { ActionIcon } from '@mantine/core'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Item, neighbour, type Row } from './order.ts'

interface Props {
  readonly item: Item
  readonly level: number
  readonly name: string
  /** Of the caller's own tenant; those of the platform are shown, and not theirs to change. */
  readonly isOwn: boolean
  readonly rows: readonly Row[]
  readonly canUpdate: boolean
  readonly canDelete: boolean
  onMove(by: -1 | 1): void
  onEdit(): void
  onDelete(): void
}

export function MenuRow({ item, level, name, isOwn, rows, canUpdate, canDelete, onMove, onEdit, onDelete }: Props) {
  const { t } = useI18n()
  const mayMove = (by: -1 | 1) => isOwn && canUpdate && neighbour(rows, item, by) !== undefined
  const arrow = (by: -1 | 1) => (
    <ActionIcon
      size={28}
      disabled={!mayMove(by)}
      aria-label={t(by === -1 ? 'menus.up' : 'menus.down', { name })}
      onClick={() => onMove(by)}
    >
      <Icon name={by === -1 ? 'arrowUp' : 'arrowDown'} size={14} />
    </ActionIcon>
  )
  return (
    <li
      data-row={item.id}
      data-level={level}
      data-off={!item.isVisible || undefined}
      tabIndex={-1}
      style={{ paddingInlineStart: 16 + level * 24 }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
        if (!event.altKey || by === null) return
        event.preventDefault()
        if (mayMove(by)) onMove(by)
      }}
    >
      <span className="who">
        <span>
          <b className="cut" dir="auto">
            {name}
          </b>
          <small className="cut" dir="ltr">
            {item.path ?? item.key}
          </small>
        </span>
      </span>
      {!isOwn && <span className="tag">{t('menus.service')}</span>}
      {!item.isVisible && <span className="tag">{t('menus.isHidden')}</span>}
      {item.requiredPermission && (
        <code className="cut dim not-small" dir="ltr">
          {item.requiredPermission}
        </code>
      )}
      <span className="grow" />
      {isOwn && (canUpdate || canDelete) && (
        <span className="row-acts">
          {canUpdate && (
            <>
              {arrow(-1)}
              {arrow(1)}
              <ActionIcon size={28} aria-label={`${t('act.edit')}: ${name}`} onClick={onEdit}>
                <Icon name="pencil" size={14} />
              </ActionIcon>
            </>
          )}
          {canDelete && (
            <ActionIcon size={28} aria-label={`${t('act.delete')}: ${name}`} onClick={onDelete}>
              <Icon name="bin" size={14} />
            </ActionIcon>
          )}
        </span>
      )}
    </li>
  )
}
