import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { later, laterWithTexts } from '../../ui/later.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { nothing } from '../../ui/list/selection.ts'
import { AdminMenu } from './AdminMenu.tsx'
import type { Asked } from './AskedDialog.tsx'
import { type Admin, nameOf } from './admin.ts'
import { useAdminActs } from './admin-acts.ts'
import { columnsOf } from './columns.tsx'
import { filtersOf } from './filters.tsx'

const AdminForm = later(async () => (await import('./AdminForm.tsx')).AdminForm)
const AdminPanel = later(async () => (await import('./AdminPanel.tsx')).AdminPanel)
const AskedDialog = laterWithTexts(async () => (await import('./AskedDialog.tsx')).AskedDialog)
const BulkBar = later(async () => (await import('./BulkBar.tsx')).BulkBar)

const orders = ['createdAt', 'firstName', 'lastLoginAt']
const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/admins`: the address is the state of the list, and of the record beside it. */
export default function Admins() {
  const words = useI18n()
  const { t } = words
  const cache = useQueryClient()
  const { can } = useStart()
  // names of what the filters have by id, from the page that was read last
  const known = cache.getQueriesData<Reply<'listAdmins'>>({ queryKey: ['listAdmins'] }).flatMap(([, page]) => page?.items ?? [])
  const list = useList({ operation: 'listAdmins', orders, usual, filters: filtersOf(words, known, can) })
  const acts = useAdminActs()
  const [asked, setAsked] = useState<{ what: Asked; admin: Admin } | null>(null)
  // it has dialogs that outlast what was chosen
  const [hasChosen, setHasChosen] = useState(false)
  if (!hasChosen && list.selection !== nothing) setHasChosen(true)
  const columns = useMemo(() => columnsOf(words), [words])
  const { open, doing, go } = list
  const isMaking = useOpened(doing === 'new', acts.canCreate)
  const isEditing = useOpened(doing === 'edit' && open !== null, acts.canUpdate)
  const menuOf = (admin: Admin) => (
    <AdminMenu admin={admin} acts={acts} onEdit={() => go({ open: admin.id, do: 'edit' })} onAsk={(what) => setAsked({ what, admin })} />
  )
  return (
    <ListPage<Admin>
      list={list}
      title={t('nav.admins')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      isOff={({ isActive, isBlocked }) => !isActive || isBlocked}
      main={acts.canCreate ? { label: t('new.admin'), run: () => go({ do: 'new' }) } : undefined}
      none={{ title: t('admins.none'), hint: t('admins.noneHint') }}
      menuOf={menuOf}
      onKey={(key, admin) => {
        if (key === 'e' && acts.mayEdit(admin)) go({ open: admin.id, do: 'edit' })
        if (key === 'Delete' && acts.canDelete && acts.reasonAgainstDeletion(admin) === null) void acts.remove(admin)
      }}
      bulk={hasChosen && <BulkBar list={list} acts={acts} />}
      panel={
        open && (
          <AdminPanel
            id={open}
            known={list.rows?.find(({ id }) => id === open)}
            tab={list.address.tab}
            onTab={(tab) => go({ tab }, true)}
            acts={acts}
            onEdit={() => go({ do: 'edit' })}
            onAsk={(what, admin) => setAsked({ what, admin })}
            menuOf={menuOf}
            onClose={list.close}
          />
        )
      }
    >
      {(isMaking || isEditing) && (
        <AdminForm
          key={isEditing ? open : 'new'}
          id={isEditing ? open : null}
          acts={acts}
          // from what was saved the way back leads to no form of it
          onClose={(id) => go({ do: undefined, ...(id && { open: id }) }, id !== undefined)}
        />
      )}
      {asked && <AskedDialog {...asked} acts={acts} onClose={() => setAsked(null)} />}
    </ListPage>
  )
}
