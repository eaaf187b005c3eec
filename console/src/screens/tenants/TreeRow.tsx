// biome-ignore-all lint/a11y/useSemanticElements: rows of a table that are placed one by one are no table to a browser any more
// biome-ignore-all lint/a11y/useFocusableInteractive: it is the row that takes the focus
import { ActionIcon } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode, useEffect } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/Person.tsx'
import type { TenantRow, WaitRow } from '../../ui/tree/tree.ts'
import { TenantState } from './TenantState.tsx'
import { addressOf, type Tenant } from './tenant.ts'

/** Where a row stands. */
interface Place {
  readonly index: number
  /** Pixels from the first row. */
  readonly top: number
  /** Whether the Tab key stops at it. */
  readonly isStop: boolean
}

const placed = ({ index, top, isStop }: Place, { id, level }: TenantRow<Tenant> | WaitRow) => ({
  style: { transform: `translateY(${top}px)`, '--level': level - 1 } as object,
  tabIndex: isStop ? 0 : -1,
  'aria-rowindex': index + 2,
  'data-row': id,
})

interface TenantProps extends Place {
  readonly row: TenantRow<Tenant>
  onToggle(id: string, isOpen: boolean): void
  menuOf(tenant: Tenant, isStop: boolean): ReactNode
}

/** A tenant; what stays in sight while others come is not drawn again. Keys and presses are those of the tree around it. */
export const TreeRow = memo(function TreeRow({ row, onToggle, menuOf, ...place }: TenantProps) {
  const { t, number } = useI18n()
  const { tenant, isOpen } = row
  const hasChildren = tenant.childCount > 0
  return (
    <div
      role="row"
      className="tree-row"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(hasChildren && { 'aria-expanded': isOpen })}
      data-off={tenant.status !== 'Active' || undefined}
      {...placed(place, row)}
    >
      <span role="gridcell" className="tree-name">
        {hasChildren ? (
          <ActionIcon
            size={24}
            tabIndex={-1}
            aria-label={t(isOpen ? 'within.shut' : 'within.open', { name: tenant.name })}
            onClick={() => onToggle(tenant.id, !isOpen)}
            className="twist"
            data-open={isOpen || undefined}
          >
            <Icon name="chevronRight" size={14} />
          </ActionIcon>
        ) : (
          <span className="twist" />
        )}
        <span className="who">
          <Avatar name={tenant.name} size={26} src={tenant.logoUrl} />
          <span>
            <Link to={addressOf(tenant.id)} tabIndex={place.isStop ? 0 : -1} className="tree-link cut" dir="auto">
              {tenant.name}
            </Link>
            <small className="cut" dir="ltr">
              {tenant.code}
            </small>
          </span>
        </span>
      </span>
      <span role="gridcell" data-col="status">
        <TenantState value={tenant.status} />
      </span>
      <span role="gridcell" data-col="admins" className="num dim">
        {number(tenant.adminCount)}
      </span>
      <span role="gridcell" data-col="below" className="num dim">
        {number(tenant.childCount)}
      </span>
      <span role="gridcell" className="tree-act">
        {menuOf(tenant, place.isStop)}
      </span>
    </div>
  )
})

/** As soon as it is seen, what comes next is loaded. */
export function WaitingRow({ row, onMore, ...place }: Place & { readonly row: WaitRow; onMore(parent: string): void }) {
  const { t } = useI18n()
  const { parent, error, isNext } = row
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isNext) onMore(parent)
  }, [isNext, parent])
  return (
    <div role="row" className="tree-row" aria-level={row.level} {...placed(place, row)}>
      <span role="gridcell" className="tree-name" aria-colspan={5}>
        <span className="twist" />
        {error ? (
          <button type="button" className="quiet-link" onClick={() => onMore(parent)}>
            {t('list.failed')}. {t('list.retry')}
          </button>
        ) : (
          <span className="tree-ghost">
            <span className="sr">{t('within.loading')}</span>
          </span>
        )}
      </span>
    </div>
  )
}
