import { Checkbox } from '@mantine/core'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { habits } from '../../i18n/kept-habits.ts'
import type { Order } from '../address.ts'
import { Icon } from '../Icon.tsx'
import { GhostRows } from './GhostRows.tsx'
import { letterOf } from './letters.ts'
import { isChosen, type Selection } from './selection.ts'

export interface Column<R> {
  readonly key: string
  readonly title: string
  /** Name of the order that the service knows, where it knows one. */
  readonly sort?: string
  readonly width?: string
  readonly isPrimary?: boolean
  cell(row: R): ReactNode
}

interface Props<R> {
  readonly label: string
  readonly columns: readonly Column<R>[]
  /** Undefined while they are loaded for the first time. */
  readonly rows: readonly R[] | undefined
  idOf(row: R): string
  nameOf(row: R): string
  /** Whether the record is out of use, which makes it paler. */
  isOff(row: R): boolean
  readonly order: Order
  onSort(by: string): void
  /** Null where nothing can be chosen. */
  readonly selection: Selection | null
  onSelect(ids: readonly string[], isOn: boolean): void
  readonly openId: string | null
  onOpen(id: string): void
  /** `e`: edit, `Delete`: delete. */
  onKey(key: string, row: R): void
  readonly menuOf: ((row: R) => ReactNode) | undefined
  /** Whether what is shown is the page before, while the next one comes. */
  readonly isStale: boolean
  readonly empty: ReactNode
}

/** One list of records; where it is narrow, cards made of the same cells. */
export function DataTable<R>(p: Props<R>) {
  const { t } = useI18n()
  const ids = p.rows?.map(p.idOf) ?? []
  const lastPicked = useRef<string | null>(null)
  const pick = (id: string, isRange: boolean) => {
    if (p.selection === null) return
    const at = ids.indexOf(id)
    const from = isRange && lastPicked.current !== null ? ids.indexOf(lastPicked.current) : at
    // the other end is on another page: the row alone
    const [first, last] = [from < 0 ? at : from, at].sort((a, b) => a - b) as [number, number]
    p.onSelect(ids.slice(first, last + 1), isRange || !isChosen(p.selection, id))
    lastPicked.current = id
  }
  const onKey = (event: KeyboardEvent<HTMLTableRowElement>, row: R) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { key } = event
    // of a letter the place on the keyboard counts; those of a row are switched off with all others
    const letter = habits().hasShortcuts ? letterOf(event) : ''
    if (letter === 'j' || key === 'ArrowDown') focusSibling(event.currentTarget, 'nextElementSibling')
    else if (letter === 'k' || key === 'ArrowUp') focusSibling(event.currentTarget, 'previousElementSibling')
    else if (letter === 'x') pick(p.idOf(row), event.shiftKey)
    else if (key === 'Enter') p.onOpen(p.idOf(row))
    else if (letter === 'e') p.onKey('e', row)
    else if (key === 'Delete') p.onKey(key, row)
    else return
    event.preventDefault()
  }
  const onRow = (event: MouseEvent, row: R) => {
    if (!(event.target as HTMLElement).closest('button,a,input,label')) p.onOpen(p.idOf(row))
  }
  return (
    <div className="table-box" data-stale={p.isStale || undefined} aria-busy={p.isStale || p.rows === undefined}>
      <table className="table" aria-label={p.label}>
        <Head {...p} ids={ids} />
        <tbody>
          {p.rows === undefined && (
            <GhostRows
              columns={p.columns.map(({ key, isPrimary }) => ({ key, isPrimary: isPrimary === true }))}
              isPicked={p.selection !== null}
              hasActs={p.menuOf !== undefined}
            />
          )}
          {p.rows?.map((row) => {
            const id = p.idOf(row)
            const isPicked = p.selection !== null && isChosen(p.selection, id)
            return (
              <tr
                key={id}
                data-row={id}
                tabIndex={0}
                data-open={p.openId === id || undefined}
                data-picked={isPicked || undefined}
                data-off={p.isOff(row) || undefined}
                onKeyDown={(event) => onKey(event, row)}
                onClick={(event) => onRow(event, row)}
              >
                {p.selection && (
                  <td className="pick">
                    <Checkbox
                      aria-label={t('list.selectRow', { name: p.nameOf(row) })}
                      checked={isPicked}
                      onChange={(event) => pick(id, (event.nativeEvent as unknown as { shiftKey?: boolean }).shiftKey === true)}
                    />
                  </td>
                )}
                {p.columns.map(({ key, isPrimary, cell }) => (
                  <td key={key} data-col={key} data-primary={isPrimary || undefined}>
                    {cell(row)}
                  </td>
                ))}
                {p.menuOf && <td className="act">{p.menuOf(row)}</td>}
              </tr>
            )
          })}
        </tbody>
      </table>
      {p.rows?.length === 0 && p.empty}
    </div>
  )
}

function focusSibling(row: HTMLElement, which: 'nextElementSibling' | 'previousElementSibling'): void {
  const next = row[which]
  if (next instanceof HTMLElement && next.dataset.row) next.focus()
}

function Head<R>({ columns, ids, order, onSort, selection, onSelect, menuOf }: Props<R> & { readonly ids: readonly string[] }) {
  const { t } = useI18n()
  const picked = selection ? ids.filter((id) => isChosen(selection, id)).length : 0
  return (
    <thead>
      <tr>
        {selection && (
          <th className="pick" scope="col">
            <Checkbox
              aria-label={t('list.selectPage')}
              checked={picked > 0 && picked === ids.length}
              indeterminate={picked > 0 && picked < ids.length}
              onChange={(event) => onSelect(ids, event.currentTarget.checked)}
            />
          </th>
        )}
        {columns.map(({ key, title, sort, width }) => {
          const isSorted = sort !== undefined && sort === order.by
          const direction = order.direction === 'asc' ? 'ascending' : 'descending'
          return (
            <th key={key} scope="col" data-col={key} {...(width && { style: { width } })} {...(isSorted && { 'aria-sort': direction })}>
              {sort === undefined ? (
                title
              ) : (
                <button type="button" className="sort" data-on={isSorted || undefined} onClick={() => onSort(sort)}>
                  {title}
                  <Icon name={isSorted ? (order.direction === 'asc' ? 'sortAsc' : 'sortDesc') : 'sortNone'} size={12} />
                </button>
              )}
            </th>
          )
        })}
        {menuOf && (
          <th className="act" scope="col">
            <span className="sr">{t('list.actions')}</span>
          </th>
        )}
      </tr>
    </thead>
  )
}
