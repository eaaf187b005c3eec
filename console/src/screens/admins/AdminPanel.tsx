import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { AccountPanel, type PanelProps } from '../../ui/account/AccountPanel.tsx'
import { Activity } from '../../ui/account/Activity.tsx'
import type { Asked } from './AskedDialog.tsx'
import type { Admin } from './admin.ts'
import type { AdminActs } from './admin-acts.ts'
import { Overview } from './Overview.tsx'
import { Permissions } from './Permissions.tsx'
import { Sessions } from './Sessions.tsx'

interface Props extends PanelProps<Admin> {
  readonly acts: AdminActs
  onAsk(what: Asked, admin: Admin): void
}

const tabs = ['overview', 'permissions', 'sessions', 'activity'] as const
const needs: Readonly<Record<string, string>> = { permissions: 'roles.view', activity: 'audit.view' }

/** One admin beside the list. */
export function AdminPanel({ known, acts, onAsk, ...panel }: Props) {
  const { t } = useI18n()
  const { can } = useStart()
  const query = useQuery(ask('getAdmin', { path: { id: panel.id } }))
  const account: Admin | undefined = query.data ?? known
  return (
    <AccountPanel
      {...panel}
      account={account}
      query={query}
      sub={
        <span dir="auto">
          {account?.role?.name}
          <span className="dot" />
          {account?.tenantId === null ? t('name.platform') : account?.tenantName}
        </span>
      }
      mayEdit={account !== undefined && acts.mayEdit(account)}
      tabs={tabs.filter((name) => needs[name] === undefined || can(needs[name]))}
    >
      {(current, admin) => (
        <>
          {current === 'overview' && <Overview admin={admin} detail={query.data} />}
          {current === 'permissions' && <Permissions id={admin.id} />}
          {current === 'sessions' && (
            <Sessions
              id={admin.id}
              onEnd={acts.canEndSessions && acts.reasonAgainst(admin) === null ? () => onAsk('endSessionsOfAdmin', admin) : undefined}
            />
          )}
          {current === 'activity' && <Activity kind="Admin" id={admin.id} />}
        </>
      )}
    </AccountPanel>
  )
}
