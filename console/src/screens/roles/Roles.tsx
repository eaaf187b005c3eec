import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { columnsOf, filtersOf } from './columns.tsx'
import { InUse } from './InUse.tsx'
import { RoleForm } from './RoleForm.tsx'
import { RoleMenu } from './RoleMenu.tsx'
import type { Role } from './role.ts'
import { useRoleActs } from './role-acts.ts'
import { SyncDialog } from './SyncDialog.tsx'

const orders = ['name', 'createdAt', 'isDefault', 'isSystem']
const usual = { by: 'createdAt', direction: 'asc' } as const

/** `/roles`: those of the own tenant, or of a chosen one with all below it. */
export default function Roles() {
  const words = useI18n()
  const { t } = words
  const { can } = useStart()
  const acts = useRoleActs()
  // the name of what the address has by its id, from the page that was read last
  const read = useQueryClient().getQueriesData<Reply<'listRoles'>>({ queryKey: ['listRoles'] })
  const known = read.flatMap(([, page]) => page?.items ?? [])
  const filters = filtersOf(words, can('tenants.view') === true, known)
  const list = useList({ operation: 'listRoles', orders, usual, filters })
  const columns = useMemo(() => columnsOf(words), [words])
  const isMaking = useOpened(list.doing === 'new', acts.canManage)
  const [edited, setEdited] = useState<Role | null>(null)
  const [synced, setSynced] = useState<Role | null>(null)
  return (
    <ListPage<Role>
      list={list}
      title={t('nav.roles')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={({ name }) => name}
      searchHint={t('roles.search')}
      main={acts.canManage ? { label: t('new.role'), run: () => list.go({ do: 'new' }) } : undefined}
      none={{ title: t('roles.none'), hint: t('roles.noneHint') }}
      onOpen={acts.open}
      menuOf={(role) => <RoleMenu role={role} acts={acts} onEdit={() => setEdited(role)} onSync={() => setSynced(role)} />}
      onKey={(key, role) => {
        if (!acts.canManage) return
        if (key === 'e' && acts.canRename(role)) setEdited(role)
        if (key === 'Delete' && acts.reasonAgainst(role) === null) void acts.remove(role)
      }}
    >
      {isMaking && (
        <RoleForm
          read={null}
          acts={acts}
          onClose={(id) => {
            // from what was made the way back leads to the list, and to no form
            if (id) acts.open(id, { replace: true })
            else list.go({ do: undefined })
          }}
        />
      )}
      {edited && <RoleForm read={edited} acts={acts} onClose={() => setEdited(null)} />}
      {synced && <SyncDialog role={synced} acts={acts} onClose={() => setSynced(null)} />}
      {acts.inUse && <InUse role={acts.inUse} onClose={acts.closeInUse} />}
    </ListPage>
  )
}
