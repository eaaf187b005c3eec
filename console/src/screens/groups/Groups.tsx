import { useMemo, useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { BulkBar } from './BulkBar.tsx'
import { columnsOf, filtersOf } from './columns.tsx'
import { GroupForm } from './GroupForm.tsx'
import { GroupMenu } from './GroupMenu.tsx'
import { type Group, nameOf } from './group.ts'
import { useGroupActs } from './group-acts.ts'

const orders = ['createdAt', 'nameEn', 'isActive']
const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/groups`: a row leads to the page of its group. */
export default function Groups() {
  const words = useI18n()
  const { t } = words
  const acts = useGroupActs()
  const list = useList({ operation: 'listUserGroups', orders, usual, filters: filtersOf(words) })
  const columns = useMemo(() => columnsOf(words), [words])
  const isMaking = useOpened(list.doing === 'new', acts.canCreate)
  const [edited, setEdited] = useState<Group | null>(null)
  return (
    <ListPage<Group>
      list={list}
      title={t('nav.groups')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={(group) => nameOf(group, words)}
      isOff={({ isActive }) => !isActive}
      searchHint={t('groups.search')}
      main={acts.canCreate ? { label: t('new.group'), run: () => list.go({ do: 'new' }) } : undefined}
      none={{ title: t('groups.none'), hint: t('groups.noneHint') }}
      onOpen={acts.open}
      menuOf={(group) => <GroupMenu group={group} acts={acts} onEdit={() => setEdited(group)} />}
      onKey={(key, group) => {
        if (key === 'e' && acts.canUpdate) setEdited(group)
        if (key === 'Delete' && acts.canDelete) void acts.remove(group)
      }}
      {...((acts.canUpdate || acts.canDelete) && { bulk: <BulkBar list={list} acts={acts} /> })}
    >
      {isMaking && (
        <GroupForm
          read={null}
          acts={acts}
          onClose={(id) => {
            // from what was made the way back leads to the list, and to no form
            if (id) acts.open(id, { replace: true })
            else list.go({ do: undefined })
          }}
        />
      )}
      {edited && <GroupForm read={edited} acts={acts} onClose={() => setEdited(null)} />}
    </ListPage>
  )
}
