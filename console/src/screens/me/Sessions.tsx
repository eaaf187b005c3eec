import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call, client, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { deviceName } from '../../ui/device.ts'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { MePage, useIsActed } from './MePage.tsx'

type Session = Reply<'listSessions'>[number]

export default function Sessions() {
  const { t } = useI18n()
  const isActed = useIsActed()
  const { run } = useActs(/Sessions/)
  const [isLeaving, setLeaving] = useState(false)
  const query = useQuery(ask('listSessions', {}))
  const sessions = [...(query.data ?? [])].sort((one, other) => Number(other.isCurrent) - Number(one.isCurrent))
  const end = ({ tokenId }: Session) => run(() => call('endSession', { path: { tokenId } }), t('me.sessionEnded'))
  return (
    <MePage part="sessions" isTheirsAlone>
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
                    {session.deviceInfo ? deviceName(session.deviceInfo) : t('me.unknownDevice')}
                  </b>
                  <small>
                    {session.isCurrent ? <span className="me-here">{t('me.thisDevice')}</span> : <Ago at={session.lastActiveAt} />}
                    <span className="dot" />
                    <bdi dir="ltr">{session.ipAddress}</bdi>
                  </small>
                </div>
                {!session.isCurrent && (
                  <Button variant="default" size="xs" disabled={isActed} onClick={() => void end(session)}>
                    {t('me.endSession')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
          <div className="me-acts">
            <Button variant="default" disabled={isActed} onClick={() => setLeaving(true)}>
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
    </MePage>
  )
}
