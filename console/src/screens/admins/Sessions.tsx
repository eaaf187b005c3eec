import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'

/** Where an admin is signed in. @param onEnd ends them all; whoever may not change the admin has none */
export function Sessions({ id, onEnd }: { id: string; onEnd: (() => void) | undefined }) {
  const { t } = useI18n()
  const query = useQuery(ask('listSessionsOfAdmin', { path: { id } }))
  if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <div className="lines" aria-busy="true" />
  if (query.data.length === 0) return <p className="dim">{t('admins.sessions.none')}</p>
  return (
    <>
      <ul className="rights">
        {query.data.map(({ tokenId, deviceInfo, ipAddress, lastActiveAt }) => (
          <li key={tokenId}>
            <bdi>{deviceInfo ?? t('fact.unknownDevice')}</bdi>
            <small>
              <bdi dir="ltr">{ipAddress}</bdi>
              <span className="dot" />
              <Ago at={lastActiveAt} />
            </small>
          </li>
        ))}
      </ul>
      {onEnd && (
        <Button variant="default" size="xs" leftSection={<Icon name="logout" size={14} />} onClick={onEnd}>
          {t('admins.sessions.endAll')}
        </Button>
      )}
    </>
  )
}
