// biome-ignore-all lint/a11y/useSemanticElements: rows of a table that are placed one by one are no table to a browser any more
// biome-ignore-all lint/a11y/useFocusableInteractive: it is the row that takes the focus
import { useNavigate } from '@tanstack/react-router'
import { type FocusEvent, type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { habits } from '../../i18n/kept-habits.ts'
import { Failed } from '../../ui/Failed.tsx'
import { letterOf } from '../../ui/list/letters.ts'
import { useRowWindow } from '../../ui/list/row-window.ts'
import { moveOf, top } from '../../ui/tree/tree.ts'
import { type Tree, useTree } from '../../ui/tree/use-tree.ts'
import { TreeRow, WaitingRow } from './TreeRow.tsx'
import { addressOf, type Tenant } from './tenant.ts'

interface Props {
  /** The tenant at its top, where not all that the caller sees is shown. */
  readonly within: string | undefined
  menuOf(tenant: Tenant, isStop: boolean): ReactNode
  /** `e`: edit, `Delete`: delete. */
  onKey(key: string, tenant: Tenant): void
}

const headHeight = 36

/** Tenants below each other. A row is one stop of the Tab key; arrows open, shut and go along the line of text. */
export function TenantTree(props: Props) {
  const tree = useTree('tenants', props.within)
  const first = tree.rows[0]
  if (first?.kind === 'wait' && first.error) return <Failed error={first.error} onRetry={() => tree.more(top)} />
  return <Rows tree={tree} {...props} />
}

/** Apart from what the rows are made of: they are not made anew with each step that the tree is scrolled by. */
function Rows({ tree, menuOf, onKey }: Omit<Props, 'within'> & { readonly tree: Tree }) {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { rows } = tree
  const box = useRef<HTMLDivElement>(null)
  const view = useRowWindow(box, rows.length, headHeight)
  const [active, setActive] = useState<string | null>(null)
  const isMoved = useRef<boolean>(false)
  const at = rows.findIndex(({ id }) => id === active)
  // the row with the focus stays, wherever the tree is scrolled to
  const drawn = [...new Set([...Array.from({ length: Math.max(0, view.to - view.from) }, (_, n) => view.from + n), at])].filter(
    (index) => index >= 0 && index < rows.length,
  )
  const stop = at >= 0 ? rows[at]?.id : rows[drawn[0] ?? 0]?.id
  useEffect(() => {
    if (!isMoved.current || active === null) return
    isMoved.current = false
    box.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(active)}"]`)?.focus({ preventScroll: true })
  }, [active])
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const index = indexOf(event.target)
    const row = rows[index]
    if (row === undefined || rowAround(event.target) !== event.target) return
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
  const enter = ({ target }: FocusEvent) => {
    const row = rows[indexOf(target)]
    if (row) setActive(row.id)
  }
  const open = ({ target }: MouseEvent) => {
    const row = rows[indexOf(target)]
    if (row?.kind === 'tenant' && !(target as HTMLElement).closest('button, a')) void navigate({ to: addressOf(row.id) })
  }
  return (
    <div className="tree-box" ref={box} aria-busy={rows[0]?.kind === 'wait' || undefined}>
      <div role="treegrid" aria-label={t('nav.tenants')} aria-rowcount={rows.length + 1} className="tree">
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
        <div
          role="rowgroup"
          className="tree-rows"
          style={{ height: rows.length * view.row }}
          onKeyDown={press}
          onFocus={enter}
          onClick={open}
        >
          {drawn.map((index) => {
            const row = rows[index]
            if (row === undefined) return null
            const place = { index, top: index * view.row, isStop: row.id === stop }
            return row.kind === 'wait' ? (
              <WaitingRow key={row.id} row={row} onMore={tree.more} {...place} />
            ) : (
              <TreeRow key={row.id} row={row} onToggle={tree.toggle} menuOf={menuOf} {...place} />
            )
          })}
        </div>
      </div>
    </div>
  )
}

const rowAround = (target: EventTarget) => (target as HTMLElement).closest<HTMLElement>('[data-row]')

/** Of the row that something is in; -1 for what is in none, such as the menu of a row, which stands at the end of the page. */
const indexOf = (target: EventTarget) => Number(rowAround(target)?.getAttribute('aria-rowindex') ?? 1) - 2
