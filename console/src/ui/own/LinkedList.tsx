import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Reply } from '../../api/client.ts'
import { askOwn, callOwn } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Ago } from '../Facts.tsx'
import { Failed } from '../Failed.tsx'
import { ConfirmDialog } from '../form/ConfirmDialog.tsx'
import { Icon } from '../Icon.tsx'
import { byRedirect } from '../sign-in/by-redirect.ts'
import { tell } from '../toasts.tsx'
import { LinkAnother, type WaysToLink } from './LinkAnother.tsx'

type Link = Reply<'listExternalLogins'>[number]

interface Props {
  /** Whether none may be linked or unlinked now. */
  readonly isClosed?: boolean
  /** Undefined while it is being found out. */
  readonly ways: WaysToLink | undefined
}

/** Accounts elsewhere that open this one. */
export function LinkedList({ isClosed = false, ways }: Props) {
  const { t } = useI18n()
  const [leaving, setLeaving] = useState<Link | null>(null)
  const query = useQuery(askOwn('listExternalLogins', {}))
  const unlink = async ({ id, displayName }: Link) => {
    await callOwn('unlinkExternalLogin', { path: { externalLoginId: id } })
    tell(t('me.unlinked', { name: displayName }))
    void query.refetch()
  }
  const offered = ways?.providers?.filter(byRedirect) ?? []
  const nameOf = ({ providerName }: Link) => ways?.providers?.find(({ name }) => name === providerName)?.displayName ?? providerName
  return (
    <>
      <p className="dim">{t('me.linkedHint')}</p>
      {query.error && !query.data ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.data && !query.error && <div className="lines" aria-busy="true" />}
      {query.data?.length === 0 && (
        <div className="nothing">
          <Icon name="empty" size={24} />
          <h2>{t('me.noLinks')}</h2>
          <p>{ways?.providers && t(offered.length > 0 ? 'me.linkHint' : 'me.noProviders')}</p>
        </div>
      )}
      {query.data && query.data.length > 0 && (
        <ul className="me-list">
          {query.data.map((link) => (
            <li key={link.id}>
              <Icon name="shield" size={18} />
              <div>
                <b className="cut" dir="auto">
                  {link.displayName}
                </b>
                <small>
                  <bdi>{nameOf(link)}</bdi>
                  <span className="dot" />
                  {link.email && (
                    <>
                      <bdi dir="ltr">{link.email}</bdi>
                      <span className="dot" />
                    </>
                  )}
                  {t('me.lastUsed')} <Ago at={link.lastUsedAt} />
                </small>
              </div>
              <Button variant="default" size="xs" disabled={isClosed} onClick={() => setLeaving(link)}>
                {t('me.unlink')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {query.data && ways && <LinkAnother {...ways} isClosed={isClosed} onTried={() => void query.refetch()} />}
      {leaving && (
        <ConfirmDialog
          title={t('me.unlinkTitle', { name: leaving.displayName })}
          confirm={t('me.unlink')}
          run={() => unlink(leaving)}
          onClose={() => setLeaving(null)}
        >
          <p className="dim">{t('me.unlinkHint')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}
