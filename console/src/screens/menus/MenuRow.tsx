import { ActionIcon } from '@mantine/core'
import type { PointerEvent } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Item, indexOf, type Row, siblingsOf } from './order.ts'
import type { Drag } from './use-drag.ts'

interface Props {
  readonly item: Item
  readonly level: number
  readonly name: string
  /** Of the caller's own tenant; those of the platform are shown, and not theirs to change. */
  readonly isOwn: boolean
  readonly rows: readonly Row[]
  readonly canUpdate: boolean
  readonly canDelete: boolean
  /** What is dragged, be it this one or another. */
  readonly drag: Drag | null
  onDrag(event: PointerEvent<HTMLElement>): void
  /** @param to index among its siblings */
  onMove(to: number): void
  onEdit(): void
  onDelete(): void
}

export function MenuRow({ item, level, name, isOwn, rows, canUpdate, canDelete, drag, onDrag, onMove, onEdit, onDelete }: Props) {
  const { t } = useI18n()
  const siblings = isOwn && canUpdate ? siblingsOf(rows, item) : []
  const at = indexOf(siblings, item)
  const mayMove = (by: -1 | 1) => siblings[at + by] !== undefined
  const arrow = (by: -1 | 1) => (
    <ActionIcon
      size={28}
      disabled={!mayMove(by)}
      aria-label={t(by === -1 ? 'menus.up' : 'menus.down', { name })}
      onClick={() => onMove(at + by)}
    >
      <Icon name={by === -1 ? 'arrowUp' : 'arrowDown'} size={14} />
    </ActionIcon>
  )
  return (
    <li
      data-row={item.id}
      data-level={level}
      data-off={!item.isVisible || undefined}
      data-dragged={drag?.ids.has(item.id) || undefined}
      data-drop={drag?.line?.id === item.id ? drag.line.side : undefined}
      tabIndex={-1}
      style={{ paddingInlineStart: 16 + level * 24 }}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
        if (!event.altKey || by === null) return
        event.preventDefault()
        if (mayMove(by)) onMove(at + by)
      }}
    >
      {/* keys and buttons do the same */}
      {siblings.length > 1 && (
        <span className="grip" aria-hidden="true" onPointerDown={onDrag}>
          <Icon name="grip" size={14} />
        </span>
      )}
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
      <span className="grow" />
      {item.requiredPermission && (
        <code className="cut dim not-small" dir="ltr">
          {item.requiredPermission}
        </code>
      )}
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
