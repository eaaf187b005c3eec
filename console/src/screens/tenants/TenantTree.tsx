// biome-ignore-all lint/a11y/useSemanticElements: rows of a table that are placed one by one are no table to a browser any more
// biome-ignore-all lint/a11y/useFocusableInteractive: it is the row that takes the focus
import { ActionIcon } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { habits } from '../../i18n/kept-habits.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { letterOf } from '../../ui/list/letters.ts'
import { useRowWindow } from '../../ui/list/row-window.ts'
import { Avatar } from '../../ui/Person.tsx'
import { TenantState } from './TenantState.tsx'
import { addressOf, type Tenant } from './tenant.ts'
import { moveOf, type Row, type TenantRow, top, type WaitRow } from './tree.ts'
import { useTree } from './use-tree.ts'

interface Props {
  menuOf(tenant: Tenant, isStop: boolean): ReactNode
  /** `e`: edit, `Delete`: delete. */
  onKey(key: string, tenant: Tenant): void
}

const headHeight = 36

/** Tenants below each other. A row is one stop of the Tab key; arrows open, shut and go along the line of text. */
export function TenantTree({ menuOf, onKey }: Props) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const tree = useTree()
  const { rows } = tree
  const box = useRef<HTMLDivElement>(null)
  const view = useRowWindow(box, rows.length, headHeight)
  const [active, setActive] = useState<string | null>(null)
  const isMoved = useRef<boolean>(false)
  const at = rows.findIndex(({ id }) => id === active)
  const drawn = [...new Set([...Array.from({ length: Math.max(0, view.to - view.from) }, (_, n) => view.from + n), at])].filter(
    (index) => index >= 0 && index < rows.length,
  )
  const stop = at >= 0 ? rows[at]?.id : rows[drawn[0] ?? 0]?.id
  useEffect(() => {
    if (!isMoved.current || active === null) return
    isMoved.current = false
    box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active)}"]`)?.focus({ preventScroll: true })
  }, [active])
  const press = (event: KeyboardEvent<HTMLElement>, row: Row<Tenant>, index: number) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target !== event.currentTarget) return
    // letters by their place on the keyboard, and none where they are switched off
    const key = event.key.length > 1 ? event.key : habits().hasShortcuts ? letterOf(event) : ''
    const move = moveOf(rows, index, key, document.documentElement.dir === 'rtl')
    if (move && 'to' in move) {
      const next = rows.findIndex(({ id }) => id === move.to)
      isMoved.current = true
      setActive(move.to)
      view.reveal(next)
    } else if (move) tree.toggle(row.id, 'open' in move)
    else if (row.kind === 'tenant' && key === 'Enter') void navigate({ to: addressOf(row.id) })
    else if (row.kind === 'tenant' && (key === 'e' || key === 'Delete')) onKey(key, row.tenant)
    else return
    event.preventDefault()
  }
  const first = rows[0]
  if (first?.kind === 'wait' && first.error) return <Failed error={first.error} onRetry={() => tree.more(top)} />
  return (
    <div className="tree-box" ref={box} aria-busy={first?.kind === 'wait' || undefined}>
      <div role="treegrid" aria-label={t('tenants.title')} aria-rowcount={rows.length + 1} className="tree">
        <div role="row" className="tree-row tree-head" aria-rowindex={1}>
          <span role="columnheader">{t('tenants.name')}</span>
          <span role="columnheader" data-col="status">
            {t('tenants.status')}
          </span>
          <span role="columnheader" data-col="admins" className="num">
            {t('tenants.admins')}
          </span>
          <span role="columnheader" data-col="below" className="num">
            {t('tenants.below')}
          </span>
          <span role="columnheader">
            <span className="sr">{t('list.actions')}</span>
          </span>
        </div>
        <div role="rowgroup" className="tree-rows" style={{ height: rows.length * view.row }}>
          {drawn.map((index) => {
            const row = rows[index] as Row<Tenant>
            const common = {
              style: { transform: `translateY(${index * view.row}px)`, '--level': row.level - 1 },
              tabIndex: row.id === stop ? 0 : -1,
              'aria-rowindex': index + 2,
              'data-row': row.id,
              onKeyDown: (event: KeyboardEvent<HTMLElement>) => press(event, row, index),
              onFocus: () => setActive(row.id),
            }
            return row.kind === 'wait' ? (
              <Waiting key={row.id} row={row} common={common} onMore={tree.more} />
            ) : (
              <One
                key={row.id}
                row={row}
                common={common}
                isStop={row.id === stop}
                onToggle={tree.toggle}
                menu={menuOf(row.tenant, row.id === stop)}
              />
            )
          })}
        </div>
      </div>
    </div>
  )
}

interface OneProps {
  readonly row: TenantRow<Tenant>
  readonly common: object
  readonly isStop: boolean
  onToggle(id: string, isOpen: boolean): void
  readonly menu: ReactNode
}

function One({ row, common, isStop, onToggle, menu }: OneProps) {
  const { t, number } = useI18n()
  const navigate = useNavigate()
  const { tenant, isOpen } = row
  const hasChildren = tenant.childCount > 0
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are in what is common
    <div
      role="row"
      className="tree-row"
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      {...(hasChildren && { 'aria-expanded': isOpen })}
      data-off={tenant.status !== 'Active' || undefined}
      onClick={(event) => {
        if (!(event.target as HTMLElement).closest('button, a')) void navigate({ to: addressOf(tenant.id) })
      }}
      {...common}
    >
      <span role="gridcell" className="tree-name">
        {hasChildren ? (
          <ActionIcon
            size={24}
            tabIndex={-1}
            aria-label={t(isOpen ? 'tenants.shut' : 'tenants.open', { name: tenant.name })}
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
            <Link to={addressOf(tenant.id)} tabIndex={isStop ? 0 : -1} className="tree-link cut" dir="auto">
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
        {menu}
      </span>
    </div>
  )
}

/** As soon as it is seen, what comes next is loaded. */
function Waiting({ row, common, onMore }: { row: WaitRow; common: object; onMore(parent: string): void }) {
  const { t } = useI18n()
  const { parent, error, isNext } = row
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each page
  useEffect(() => {
    if (isNext) onMore(parent)
  }, [isNext, parent])
  return (
    <div role="row" className="tree-row" aria-level={row.level} {...common}>
      <span role="gridcell" className="tree-name" aria-colspan={5}>
        <span className="twist" />
        {error ? (
          <button type="button" className="quiet-link" onClick={() => onMore(parent)}>
            {t('list.failed')}. {t('list.retry')}
          </button>
        ) : (
          <span className="tree-ghost">
            <span className="sr">{t('tenants.loading')}</span>
          </span>
        )}
      </span>
    </div>
  )
}
