import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Failed } from '../Failed.tsx'
import { Icon } from '../Icon.tsx'
import { PageHead } from '../title.tsx'
import { type Column, DataTable } from './DataTable.tsx'
import { ListEmpty, type None } from './ListEmpty.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListTools } from './ListTools.tsx'
import type { List } from './list.ts'
import { useListKeys } from './list-keys.ts'
import { useKeptList } from './use-kept-list.ts'
import { ViewMenu } from './ViewMenu.tsx'

interface Props<R> {
  readonly list: List<R>
  readonly title: string
  readonly columns: readonly Column<R>[]
  idOf(row: R): string
  nameOf(row: R): string
  /** Whether the record is out of use, which makes it paler. */
  isOff?(row: R): boolean
  /** What is searched, where it is not names and addresses. */
  readonly searchHint?: string
  /** The one main act; whoever may not do it does not see it. `off` says why it can't be done now. */
  readonly main?: { readonly label: string; readonly off?: string | undefined; run(): void } | undefined
  readonly none: None
  /** Further tools, at the end of their line. */
  readonly tools?: ReactNode
  /** Between the head and the tools: tabs, a summary. */
  readonly above?: ReactNode
  /** In the place of the table and its foot: another view of the same records. */
  readonly body?: ReactNode
  /** Where rows are opened another way than beside the list. */
  onOpen?(id: string): void
  /** `e`: edit, `Delete`: delete. */
  onKey?(key: string, row: R): void
  menuOf?(row: R): ReactNode
  /** The bar of what was chosen; without it nothing can be chosen. */
  readonly bulk?: ReactNode
  /** The record beside the list, while `list.open`. */
  readonly panel?: ReactNode
  /** Forms and dialogs. */
  readonly children?: ReactNode
}

/** A page that is one list: head, search and filters, table, foot, and the open record beside it. */
export function ListPage<R>(p: Props<R>) {
  const { list, title, main, panel } = p
  const off = main?.off
  const run = off ? undefined : main?.run
  useListKeys(list, run)
  const kept = useKeptList(list, p.columns)
  return (
    <div className="split" data-open={panel ? true : undefined}>
      <div className="page">
        <PageHead title={title} count={list.rows && !list.isCapped ? list.total : undefined}>
          {main && (
            <Button
              leftSection={<Icon name="plus" size={15} />}
              onClick={() => run?.()}
              {...(off && { title: off, 'aria-disabled': true, 'data-disabled': true })}
            >
              {main.label}
            </Button>
          )}
        </PageHead>
        {p.above}
        <ListTools list={list} hint={p.searchHint}>
          {p.tools}
          <ViewMenu list={list} kept={kept} columns={p.body ? [] : p.columns.filter(({ isPrimary }) => !isPrimary)} />
        </ListTools>
        {p.body ?? (
          <>
            {list.error ? (
              <Failed error={list.error} onRetry={list.retry} />
            ) : (
              <DataTable<R>
                label={title}
                columns={p.columns.filter(kept.shows)}
                rows={list.rows}
                idOf={p.idOf}
                nameOf={p.nameOf}
                isOff={p.isOff ?? (() => false)}
                order={list.order}
                onSort={list.sort}
                selection={p.bulk === undefined ? null : list.selection}
                onSelect={list.pick}
                openId={list.open}
                onOpen={p.onOpen ?? ((id) => (id === list.open ? list.close() : list.go({ open: id })))}
                onKey={p.onKey ?? (() => {})}
                menuOf={p.menuOf}
                isStale={list.isStale}
                empty={<ListEmpty list={list} none={p.none} />}
              />
            )}
            <ListFoot
              page={list.page}
              pageSize={list.pageSize}
              pages={list.pages}
              total={list.total}
              isCapped={list.isCapped}
              further={list.further}
              onPage={(page) => list.go({ page })}
            />
          </>
        )}
        {p.bulk}
      </div>
      {panel}
      {p.children}
    </div>
  )
}
