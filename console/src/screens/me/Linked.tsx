import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useActs } from '../../ui/acts.ts'
import { Ago } from '../../ui/Facts.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { tell } from '../../ui/toasts.tsx'
import { MePage, useIsActed } from './MePage.tsx'

type Link = Reply<'listExternalLogins'>[number]

export default function Linked() {
  const { t } = useI18n()
  const isActed = useIsActed()
  const { refresh } = useActs(/ExternalLogins/)
  const [leaving, setLeaving] = useState<Link | null>(null)
  const query = useQuery(ask('listExternalLogins', {}))
  const unlink = async ({ id, displayName }: Link) => {
    await call('unlinkExternalLogin', { path: { externalLoginId: id } })
    tell(t('me.unlinked', { name: displayName }))
    void refresh()
  }
  return (
    <MePage part="linked" isTheirsAlone>
      <p className="dim">{t('me.linkedHint')}</p>
      {query.error && !query.data ? <Failed error={query.error} onRetry={() => void query.refetch()} /> : null}
      {!query.data && !query.error && <div className="lines" aria-busy="true" />}
      {query.data?.length === 0 && (
        <div className="nothing">
          <Icon name="empty" size={24} />
          <h2>{t('me.noLinks')}</h2>
          <p>{t('me.noLinksHint')}</p>
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
                  {link.email && (
                    <>
                      <bdi dir="ltr">{link.email}</bdi>
                      <span className="dot" />
                    </>
                  )}
                  {t('me.lastUsed')} <Ago at={link.lastUsedAt} />
                </small>
              </div>
              <Button variant="default" size="xs" disabled={isActed} onClick={() => setLeaving(link)}>
                {t('me.unlink')}
              </Button>
            </li>
          ))}
        </ul>
      )}
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
    </MePage>
  )
}
