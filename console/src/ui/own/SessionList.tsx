import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client, type Reply } from '../../api/client.ts'
import { askOwn, callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { deviceName } from '../device.ts'
import { Ago } from '../Facts.tsx'
import { Failed } from '../Failed.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { Icon } from '../Icon.tsx'
import { tell, tellFault } from '../toasts.tsx'

type Session = Reply<'listSessions'>[number]

/** Where one is signed in, this device first; each of the others is ended alone. @param isClosed whether nothing may be ended now */
export function SessionList({ isClosed = false }: { isClosed?: boolean }) {
  const { t } = useI18n()
  const [isLeaving, setLeaving] = useState(false)
  const query = useQuery(askOwn('listSessions', {}))
  const sessions = [...(query.data ?? [])].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const [ending, setEnding] = useState<string | null>(null)
  const end = async ({ tokenId }: Session) => {
    setEnding(tokenId)
    await callOwn('endSession', { path: { tokenId } }).then(() => tell(t('me.sessionEnded')), tellFault)
    await query.refetch()
    setEnding(null)
  }
  return (
    <>
      <p className="dim">{t('me.sessionsHint')}</p>
      {query.error && !query.data ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.data && !query.error && <div className="lines" aria-busy="true" />}
      {query.data && (
        <>
          <ul className="me-list">
            {sessions.map((session) => (
              <li key={session.tokenId}>
                <Icon name="device" size={18} />
                <div>
                  <b className="cut" dir="auto" title={session.deviceInfo ?? undefined}>
                    {session.deviceInfo ? deviceName(session.deviceInfo) : t('fact.unknownDevice')}
                  </b>
                  <small>
                    {session.isCurrent ? <span className="me-here">{t('me.thisDevice')}</span> : <Ago at={session.lastActiveAt} />}
                    <span className="dot" />
                    <bdi dir="ltr">{session.ipAddress}</bdi>
                  </small>
                </div>
                {!session.isCurrent && (
                  <Button
                    variant="default"
                    size="xs"
                    disabled={isClosed}
                    {...(ending === session.tokenId && { 'aria-disabled': true, 'data-disabled': true })}
                    onClick={() => ending === null && void end(session)}
                  >
                    {t('me.endSession')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div className="me-acts">
            <Button variant="default" disabled={isClosed} onClick={() => setLeaving(true)}>
              {t('me.everywhere')}
            </Button>
          </div>
        </>
      )}
      {isLeaving && (
        <ConfirmDialog
          title={t('me.everywhere')}
          confirm={t('me.everywhere')}
          run={() => client.signOut({ everywhere: true })}
          onClose={() => setLeaving(false)}
        >
          <p className="dim">{t('me.everywhereHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
