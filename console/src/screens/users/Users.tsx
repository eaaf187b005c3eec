import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useOpened } from '../../ui/form/use-opened.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/list.ts'
import { AskedDialog } from './AskedDialog.tsx'
import { columnsOf } from './columns.tsx'
import { filtersOf } from './filters.tsx'
import { UserForm } from './UserForm.tsx'
import { type Asked, UserMenu } from './UserMenu.tsx'
import { UserPanel } from './UserPanel.tsx'
import { nameOf, type User } from './user.ts'
import { useUserActs } from './user-acts.ts'

const orders = ['createdAt', 'firstName', 'lastLoginAt']
const usual = { by: 'createdAt', direction: 'desc' } as const

/** `/users`: the address is the state of the list, and of the record beside it. */
export default function Users() {
  const words = useI18n()
  const { t } = words
  const cache = useQueryClient()
  // names of what the filters have by id, from the page that was read last
  const known = cache.getQueriesData<Reply<'listUsers'>>({ queryKey: ['listUsers'] }).flatMap(([, page]) => page?.items ?? [])
  const list = useList({ operation: 'listUsers', orders, usual, filters: filtersOf(words, known) })
  const acts = useUserActs()
  const [asked, setAsked] = useState<{ readonly user: User; readonly what: Asked } | null>(null)
  const columns = useMemo(() => columnsOf(words), [words])
  const { open, doing, go } = list
  const isMaking = useOpened(doing === 'new', acts.canCreate)
  const isEditing = useOpened(doing === 'edit' && open !== null, acts.canUpdate)
  const menuOf = (user: User) => (
    <UserMenu user={user} acts={acts} onEdit={() => go({ open: user.id, do: 'edit' })} onAsk={(what) => setAsked({ user, what })} />
  )
  return (
    <ListPage<User>
      list={list}
      title={t('nav.users')}
      columns={columns}
      idOf={({ id }) => id}
      nameOf={nameOf}
      isOff={({ isActive, isBlocked }) => !isActive || isBlocked}
      main={acts.canCreate ? { label: t('new.user'), run: () => go({ do: 'new' }) } : undefined}
      tools={
        acts.canCreate && (
          <Button
            variant="default"
            className="tool"
            leftSection={<Icon name="upload" size={15} />}
            renderRoot={(props) => <Link to="/users/import" {...props} />}
          >
            <span className="sr-small">{t('users.import')}</span>
          </Button>
        )
      }
      none={{ title: t('users.none'), hint: t('users.noneHint') }}
      menuOf={menuOf}
      onKey={(key, user) => {
        if (key === 'e' && acts.canUpdate) go({ open: user.id, do: 'edit' })
        if (key === 'Delete' && acts.canDelete) void acts.remove(user)
      }}
      panel={
        open && (
          <UserPanel
            id={open}
            known={list.rows?.find(({ id }) => id === open)}
            tab={list.address.tab}
            onTab={(tab) => go({ tab }, true)}
            acts={acts}
            onEdit={() => go({ do: 'edit' })}
            menuOf={menuOf}
            onClose={list.close}
          />
        )
      }
    >
      {(isMaking || isEditing) && (
        <UserForm
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
