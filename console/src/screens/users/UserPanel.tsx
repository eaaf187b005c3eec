import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useStart } from '../../api/start.ts'
import { AccountPanel, type PanelProps } from '../../ui/account/AccountPanel.tsx'
import { Activity } from '../../ui/account/Activity.tsx'
import { Overview } from './Overview.tsx'
import { Sessions } from './Sessions.tsx'
import type { User } from './user.ts'
import type { UserActs } from './user-acts.ts'

/** One end user beside the list. */
export function UserPanel({ known, acts, ...panel }: PanelProps<User> & { readonly acts: UserActs }) {
  const { can } = useStart()
  const query = useQuery(ask('getUser', { path: { id: panel.id } }))
  const account: User | undefined = query.data ?? known
  return (
    <AccountPanel
      {...panel}
      account={account}
      query={query}
      sub={
        <span className="cut" dir="auto">
          {account?.tenantName}
        </span>
      }
      mayEdit={acts.canUpdate}
      tabs={can('audit.view') ? ['overview', 'sessions', 'activity'] : ['overview', 'sessions']}
    >
      {(current, user) => (
        <>
          {current === 'overview' && <Overview user={user} detail={query.data} />}
          {current === 'sessions' && <Sessions user={user} acts={acts} />}
          {current === 'activity' && <Activity kind="User" id={user.id} />}
        </>
      )}
    </AccountPanel>
  )
}
