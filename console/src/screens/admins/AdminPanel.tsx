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
import type { Asked } from './AskedDialog.tsx'
import { type Admin, nameOf, statusOf } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { Overview } from './Overview.tsx'
import { Permissions } from './Permissions.tsx'
import { Sessions } from './Sessions.tsx'

interface Props {
  readonly id: string
  /** The row of the list, shown until the whole record is there. */
  readonly known: Admin | undefined
  readonly tab: string | undefined
  readonly acts: AdminActs
  onTab(tab: string | undefined): void
  onEdit(): void
  onAsk(what: Asked, admin: Admin): void
  menuOf(admin: Admin): ReactNode
  onClose(): void
}

const tabs = ['overview', 'permissions', 'sessions', 'activity'] as const
const needs: Readonly<Record<string, string>> = { permissions: 'roles.view', activity: 'audit.view' }

/** One admin beside the list. */
export function AdminPanel({ id, known, tab, acts, onTab, onEdit, onAsk, menuOf, onClose }: Props) {
  const { t } = useI18n()
  const { can } = useStart()
  const query = useQuery(ask('getAdmin', { path: { id } }))
  const admin: Admin | undefined = query.data ?? known
  const shown = tabs.filter((name) => needs[name] === undefined || can(needs[name]))
  const current = oneOf(shown, tab) ?? 'overview'
  return (
    <SidePanel
      id={id}
      title={admin && nameOf(admin)}
      picture={admin && <Avatar name={nameOf(admin)} size={48} src={admin.avatarUrl} />}
      sub={
        admin && (
          <span dir="auto">
            {admin.role?.name}
            <span className="dot" />
            {admin.tenantId === null ? t('admins.platform') : admin.tenantName}
          </span>
        )
      }
      menu={admin && menuOf(admin)}
      acts={
        admin && (
          <>
            <Status value={statusOf(admin)} />
            <span className="grow" />
            {acts.canUpdate && !admin.isProtected && (
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
      {admin && (
        <Tabs
          label={nameOf(admin)}
          tabs={shown.map((key) => ({ key, title: t(`panel.${key}`) }))}
          current={current}
          onGo={(key) => onTab(key === 'overview' ? undefined : key)}
        >
          {current === 'overview' && <Overview admin={admin} detail={query.data} />}
          {current === 'permissions' && <Permissions id={id} />}
          {current === 'sessions' && (
            <Sessions
              id={id}
              onEnd={
                acts.canUpdate && acts.reasonAgainst(admin) === null
                  ? () => {
                      onAsk('endSessionsOfAdmin', admin)
                    }
                  : undefined
              }
            />
          )}
          {current === 'activity' && <Activity kind="Admin" id={id} />}
        </Tabs>
      )}
    </SidePanel>
  )
}
