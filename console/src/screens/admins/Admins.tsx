import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ListFoot } from '../../ui/ListFoot.tsx'
import { Fault } from '../../ui/Note.tsx'
import { choose, nothing } from '../../ui/selection.ts'
import { useTitle } from '../../ui/title.ts'
import { AdminForm } from './AdminForm.tsx'
import { AdminMenu } from './AdminMenu.tsx'
import { AdminPanel } from './AdminPanel.tsx'
import { useAdminActs } from './admin-acts.ts'
import { type Admin, type AdminsSearch, idIn, listStateOf, nameOf, nextSort, pageSize } from './admins-search.ts'
import { BlockDialog } from './BlockDialog.tsx'
import { BulkBar } from './BulkBar.tsx'
import { columnsOf } from './columns.tsx'
import { useListKeys } from './list-keys.ts'
import { noFilter, Tools } from './Tools.tsx'

/** `/admins`: the address is the state of the list, and of the record beside it. */
export default function Admins() {
  const words = useI18n()
  const { t, number } = words
  const search = useSearch({ strict: false }) as AdminsSearch
  const navigate = useNavigate()
  const go = useCallback(
    (change: AdminsSearch, isReplaced = false) =>
      void navigate({ to: '/admins', search: ((before: AdminsSearch) => ({ ...before, ...change })) as never, replace: isReplaced }),
    [navigate],
  )
  const state = listStateOf(search)
  const { page, order, filter } = state
  const sorting = { sortBy: order.by, sortDirection: order.direction }
  const query = useQuery({ ...ask('listAdmins', { query: { ...filter, ...sorting, page, pageSize } }), placeholderData: keepPreviousData })
  const acts = useAdminActs()
  const [selection, setSelection] = useState(nothing)
  const [blocked, setBlocked] = useState<Admin | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const filterKey = JSON.stringify(filter)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter means other records
  useEffect(() => setSelection(nothing), [filterKey])
  const columns = useMemo(() => columnsOf(words), [words])
  useTitle(t('admins.title'))
  const open = idIn(search.open) ?? null
  const doing = search.do === 'new' || search.do === 'edit' ? search.do : null
  useListKeys({
    onSearch: () => field.current?.focus(),
    onNew: () => acts.canCreate && go({ do: 'new' }),
    page,
    pages: query.data?.totalPages ?? 1,
    go,
  })
  const rows = query.data?.items
  const total = query.data?.totalCount ?? 0
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const names = {
    role: rows?.find(({ role }) => role?.id === filter.roleId)?.role?.name,
    tenant: rows?.find(({ tenantId }) => tenantId === filter.tenantId)?.tenantName ?? undefined,
  }
  const close = () => {
    const from = open
    go({ open: undefined, tab: undefined })
    if (from) document.querySelector<HTMLElement>(`tr[data-row="${CSS.escape(from)}"]`)?.focus()
  }
  const menuOf = (admin: Admin) => (
    <AdminMenu admin={admin} acts={acts} onEdit={() => go({ open: admin.id, do: 'edit' })} onBlock={() => setBlocked(admin)} />
  )
  return (
    <div className="split" data-open={open !== null || undefined}>
      <div className="page">
        <div className="head">
          <h1 tabIndex={-1}>
            {t('admins.title')} {query.data && <span className="count">{number(total)}</span>}
          </h1>
          {acts.canCreate && (
            <Button leftSection={<Icon name="plus" size={15} />} onClick={() => go({ do: 'new' })}>
              {t('admins.new')}
            </Button>
          )}
        </div>
        <Tools state={state} names={names} field={field} onChange={go} />
        {query.isError && !query.data ? (
          <div className="nothing">
            <h2>{t('list.failed')}</h2>
            <Fault error={query.error} />
            <Button variant="default" onClick={() => void query.refetch()}>
              {t('list.retry')}
            </Button>
          </div>
        ) : (
          <DataTable<Admin>
            label={t('admins.title')}
            columns={columns}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={nameOf}
            isOff={({ isActive, isBlocked }) => !isActive || isBlocked}
            order={order}
            onSort={(by) => go({ sort: nextSort(order, by), page: undefined })}
            selection={selection}
            onSelect={(ids, isOn) => setSelection((before) => choose(before, ids, isOn))}
            openId={open}
            onOpen={(id) => (id === open ? close() : go({ open: id }))}
            onKey={(key, admin) => {
              if (key === 'e' && acts.canUpdate && !admin.isProtected) go({ open: admin.id, do: 'edit' })
              if (key === 'Delete' && acts.canDelete && acts.reasonAgainst(admin) === null) void acts.remove(admin)
            }}
            menuOf={menuOf}
            isStale={query.isPlaceholderData}
            empty={<Empty isFiltered={isFiltered} onClear={() => go(noFilter)} />}
          />
        )}
        <ListFoot
          page={page}
          pageSize={pageSize}
          pages={query.data?.totalPages ?? 1}
          total={total}
          isCapped={query.data?.isTotalCapped === true}
          onPage={(next) => go({ page: String(next) })}
        />
        <BulkBar selection={selection} total={total} filter={filter} acts={acts} onChange={setSelection} />
      </div>
      {open && (
        <AdminPanel
          id={open}
          known={rows?.find(({ id }) => id === open)}
          tab={search.tab}
          onTab={(tab) => go({ tab }, true)}
          acts={acts}
          onEdit={() => go({ do: 'edit' })}
          menuOf={menuOf}
          onClose={close}
        />
      )}
      {doing && (doing === 'new' || open) && (
        <AdminForm id={doing === 'edit' ? open : null} acts={acts} onClose={(id) => go({ do: undefined, ...(id && { open: id }) })} />
      )}
      {blocked && <BlockDialog admin={blocked} acts={acts} onClose={() => setBlocked(null)} />}
    </div>
  )
}

function Empty({ isFiltered, onClear }: { isFiltered: boolean; onClear(): void }) {
  const { t } = useI18n()
  return (
    <div className="nothing">
      <Icon name="empty" size={24} />
      <h2>{t(isFiltered ? 'list.empty' : 'admins.none')}</h2>
      <p>{t(isFiltered ? 'list.emptyHint' : 'admins.noneHint')}</p>
      {isFiltered && (
        <Button variant="default" onClick={onClear}>
          {t('list.clear')}
        </Button>
      )}
    </div>
  )
}
