import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FaultOf } from '../../ui/Note.tsx'
import { tell } from '../../ui/toasts.tsx'
import { nameOf, type User } from './user.ts'
import type { UserActs } from './user-acts.ts'

/** Where a user is signed in, and an end to all of it. */
export function Sessions({ user, acts }: { user: User; acts: UserActs }) {
  const { t, ago, moment } = useI18n()
  const [isEnding, setEnding] = useState(false)
  const query = useQuery(ask('listSessionsOfUser', { path: { id: user.id } }))
  if (query.isError) return <FaultOf error={query.error} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  if (query.data.length === 0) return <p className="dim">{t('users.noSessions')}</p>
  return (
    <>
      <ul className="sessions">
        {query.data.map(({ tokenId, deviceInfo, ipAddress, lastActiveAt }) => (
          <li key={tokenId}>
            <span>
              <span className="cut" dir="auto">
                {deviceInfo ?? t('fact.unknownDevice')}
              </span>
              <small dir="ltr">{ipAddress}</small>
            </span>
            <time className="dim" dateTime={lastActiveAt} title={moment(lastActiveAt)}>
              {ago(lastActiveAt)}
            </time>
          </li>
        ))}
      </ul>
      {acts.canEndSessions && (
        <Button variant="default" size="xs" leftSection={<Icon name="logout" size={14} />} onClick={() => setEnding(true)}>
          {t('users.endSessions')}
        </Button>
      )}
      {isEnding && (
        <ConfirmDialog
          title={t('users.endSessionsTitle', { name: nameOf(user) })}
          confirm={t('users.endSessions')}
          onClose={() => setEnding(false)}
          run={async () => {
            await call('endSessionsOfUser', { path: { id: user.id } })
            tell(t('users.endedSessions', { name: nameOf(user) }))
            await acts.refresh()
          }}
        >
          <p className="dim">{t('users.endSessionsHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
