import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ask, type Reply } from '../../api/client.ts'
import type { Key } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { pageIn } from '../../ui/address.ts'
import { deviceName } from '../../ui/device.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { fromAddress, LogLine } from '../../ui/shown/LogLine.tsx'
import { MePage } from './MePage.tsx'

type Event = Reply<'listSecurityEvents'>['items'][number]

/** What is said of an event; one without words of its own is called what the audit log calls it. */
const words: Readonly<Record<string, Key>> = {
  'auth.login.succeeded': 'me.log.signedIn',
  'auth.login.failed': 'me.log.signInFailed',
  'auth.account.locked': 'me.log.locked',
  'auth.logout.succeeded': 'me.log.signedOut',
  'auth.session.revoked': 'me.log.sessionEnded',
  'auth.session.all_revoked': 'me.log.allEnded',
  'auth.two_factor.enabled': 'me.log.factorOn',
  'auth.two_factor.disabled': 'me.log.factorOff',
  'auth.two_factor.reset': 'me.log.factorReset',
  'auth.two_factor.failed': 'me.log.factorFailed',
  'auth.two_factor.backup_code_used': 'me.log.backupUsed',
  'auth.two_factor.backup_codes_regenerated': 'me.log.newCodes',
  'auth.password.changed': 'me.log.passwordChanged',
  'auth.password_reset.requested': 'me.log.resetRequested',
  'auth.password_reset.completed': 'me.log.resetDone',
  'auth.external_login.linked': 'me.log.linked',
  'auth.external_login.unlinked': 'me.log.unlinked',
  'auth.impersonation.started': 'me.log.actedAs',
  'auth.impersonation.stopped': 'me.log.actedAsEnded',
  'auth.token.reuse_detected': 'me.log.tokenReuse',
}

/** `/me/log?page=`: what happened to the own account, newest first. */
export default function Log() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const page = pageIn((useSearch({ strict: false }) as { page?: string }).page)
  const query = useQuery({ ...ask('listSecurityEvents', { query: { page, pageSize: 20 } }), placeholderData: keepPreviousData })
  const go = (to: number) => void navigate({ to: '.', search: (to === 1 ? {} : { page: String(to) }) as never })
  const pages = query.data?.totalPages ?? 1
  return (
    <MePage part="log">
      <p className="dim">{t('me.logHint')}</p>
      {query.error && !query.data ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.data && !query.error && <div className="lines" aria-busy="true" />}
      {query.data?.items.length === 0 && (
        <div className="nothing">
          <Icon name="history" size={24} />
          <h2>{t('panel.noActivity')}</h2>
        </div>
      )}
      {query.data && query.data.items.length > 0 && (
        <ol className="log">
          {query.data.items.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </ol>
      )}
      {pages > 1 && (
        <div className="me-acts">
          <Button variant="default" disabled={page <= 1} onClick={() => go(page - 1)}>
            {t('list.previous')}
          </Button>
          <span className="dim">{t('list.page', { page, pages })}</span>
          <Button variant="default" disabled={page >= pages} onClick={() => go(page + 1)}>
            {t('list.next')}
          </Button>
        </div>
      )}
    </MePage>
  )
}

function Line({ event: { event, outcome, ipAddress, deviceInfo, createdAt } }: { event: Event }) {
  const { t } = useI18n()
  const known = words[event]
  return (
    <LogLine
      outcome={outcome}
      at={createdAt}
      what={known ? <span>{t(known)}</span> : <code dir="ltr">{event}</code>}
      details={[fromAddress(ipAddress), deviceInfo && <bdi title={deviceInfo}>{deviceName(deviceInfo)}</bdi>]}
    />
  )
}
