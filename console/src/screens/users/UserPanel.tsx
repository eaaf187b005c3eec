import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Activity } from '../../ui/account/Activity.tsx'
import { oneOf } from '../../ui/address.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Avatar } from '../../ui/Person.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { Status } from '../../ui/Status.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { Overview } from './Overview.tsx'
import { Sessions } from './Sessions.tsx'
import { nameOf, statusOf, type User } from './user.ts'
import type { UserActs } from './user-acts.ts'

interface Props {
  readonly id: string
  /** The row of the list, shown until the whole record is there. */
  readonly known: User | undefined
  readonly tab: string | undefined
  readonly acts: UserActs
  onTab(tab: string | undefined): void
  onEdit(): void
  menuOf(user: User): ReactNode
  onClose(): void
}

/** One end user beside the list. */
export function UserPanel({ id, known, tab, acts, onTab, onEdit, menuOf, onClose }: Props) {
  const { t } = useI18n()
  const { can } = useStart()
  const query = useQuery(ask('getUser', { path: { id } }))
  const user: User | undefined = query.data ?? known
  const shown = (['overview', 'sessions', 'activity'] as const).filter((name) => name !== 'activity' || can('audit.view'))
  const current = oneOf(shown, tab) ?? 'overview'
  const titles = { overview: t('panel.overview'), sessions: t('users.sessions'), activity: t('panel.activity') }
  return (
    <SidePanel
      id={id}
      title={user && nameOf(user)}
      picture={user && <Avatar name={nameOf(user)} size={48} src={user.avatarUrl} />}
      sub={
        user && (
          <span className="cut" dir="auto">
            {user.tenantName}
          </span>
        )
      }
      menu={user && menuOf(user)}
      acts={
        user && (
          <>
            <Status value={statusOf(user)} />
            <span className="grow" />
            {acts.canUpdate && (
              <Button variant="default" size="xs" leftSection={<Icon name="pencil" size={14} />} onClick={onEdit}>
                {t('act.edit')}
              </Button>
            )}
          </>
        )
      }
      error={query.error}
      onRetry={() => void query.refetch()}
      onClose={onClose}
    >
      {user && (
        <Tabs
          label={nameOf(user)}
          tabs={shown.map((key) => ({ key, title: titles[key] }))}
          current={current}
          onGo={(key) => onTab(key === 'overview' ? undefined : key)}
        >
          {current === 'overview' && <Overview user={user} detail={query.data} />}
          {current === 'sessions' && <Sessions user={user} acts={acts} />}
          {current === 'activity' && <Activity kind="User" id={id} />}
        </Tabs>
      )}
    </SidePanel>
  )
}
