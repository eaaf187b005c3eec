import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { Segments } from '../../ui/Segments.tsx'
import { useWithin } from '../../ui/within.ts'
import { columnsOf, filtersOf } from './columns.tsx'
import { TenantDialogs } from './TenantDialogs.tsx'
import { TenantMenu } from './TenantMenu.tsx'
import { TenantTree } from './TenantTree.tsx'
import { addressOf, type Tenant } from './tenant.ts'
import { useTenantActs } from './tenant-acts.ts'

const orders = ['createdAt', 'name', 'code', 'status']
const usual = { by: 'name', direction: 'asc' } as const

/** `/tenants`: a tree; a table where the address says so, and while something is searched for or filtered by. */
export default function Tenants() {
  const words = useI18n()
  const { t } = words
  const navigate = useNavigate()
  const within = useWithin()
  const filters = useMemo(() => filtersOf(words), [words])
  const columns = useMemo(() => columnsOf(words), [words])
  const list = useList({ operation: 'listTenants', orders, usual, filters })
  const acts = useTenantActs()
  const isMaking = useOpened(list.doing === 'new', acts.canCreate)
  const isTable = list.address.view === 'table' || list.isFiltered
  const show = (id: string) => void navigate({ to: addressOf(id) })
  const onKey = (key: string, tenant: Tenant) => {
    if (key === 'e' && acts.canUpdate) acts.begin({ act: 'edit', tenant })
    if (key === 'Delete' && acts.canDelete && acts.reasonAgainst(tenant) === null) acts.begin({ act: 'delete', tenant })
  }
  return (
    <ListPage<Tenant>
      list={list}
      title={t('nav.tenants')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      isOff={({ status }) => status !== 'Active'}
      searchHint={t('tenants.search')}
      main={acts.canCreate ? { label: t('new.tenant'), run: () => list.go({ do: 'new' }) } : undefined}
      none={{ title: t('tenants.none'), hint: t('tenants.noneHint') }}
      tools={
        <Segments
          label={t('tenants.view')}
          value={isTable ? 'table' : 'tree'}
          onChange={(view) =>
            view === 'table' ? list.go({ view }) : list.go({ view: undefined, search: undefined, status: undefined, page: undefined })
          }
          options={[
            { value: 'tree', label: t('tenants.tree') },
            { value: 'table', label: t('tenants.table') },
          ]}
        />
      }
      body={
        !isTable && list.rows?.length !== 0 ? (
          <TenantTree
            key={within}
            within={within}
            menuOf={(tenant, isStop) => <TenantMenu tenant={tenant} acts={acts} isStop={isStop} />}
            onKey={onKey}
          />
        ) : undefined
      }
      onOpen={show}
      onKey={onKey}
      menuOf={(tenant) => <TenantMenu tenant={tenant} acts={acts} />}
    >
      <TenantDialogs
        acts={isMaking ? { ...acts, begun: { act: 'new', tenant: null }, end: () => list.go({ do: undefined }) } : acts}
        onMade={(made) => {
          acts.end()
          // from what was made the way back leads to the list, and to no form
          void navigate({ to: addressOf(made), replace: isMaking })
        }}
        // of what is gone there is nothing to show
        onDeleted={() => acts.begun?.tenant?.id === within && list.go({ within: undefined })}
      />
    </ListPage>
  )
}
