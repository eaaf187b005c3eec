import { Button, Select } from '@mantine/core'
import { useEffect, useState } from 'react'
import { call, type Reply } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Copyable } from '../../ui/Facts.tsx'
import { ConfirmDialog } from '../../ui/form/ConfirmDialog.tsx'
import { Note } from '../../ui/Note.tsx'
import { useRotation } from './rotation.ts'
import { SecretOnce } from './SecretOnce.tsx'
import type { WebhookActs } from './webhook-acts.ts'

const graces = ['0', '3600', '86400', '259200', '604800'] as const
const shownForMs = 60_000

/** What signs. It is shown for a minute when somebody asks, which the audit log notes, and changed with a time in which both sign. */
export function Secret({ webhook, acts }: { webhook: Reply<'getWebhook'>; acts: WebhookActs }) {
  const { t, moment } = useI18n()
  const [secret, setSecret] = useState<string | null>(null)
  const [rotated, setRotated] = useState<Reply<'rotateWebhookSecret'> | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [grace, setGrace] = useState('86400')
  const rotate = useRotation(webhook.id, webhook.secretHint)
  /** It was changed, and nobody was told the new one. */
  const [isUnseen, setUnseen] = useState(false)
  useEffect(() => {
    if (secret === null) return
    const timer = setTimeout(() => setSecret(null), shownForMs)
    return () => clearTimeout(timer)
  }, [secret])
  const look = () => acts.run(async () => setSecret((await call('getWebhookSecret', { path: { id: webhook.id } })).secret))
  return (
    <div className="form-column stack">
      <p className="dim">{t('webhooks.secretHint')}</p>
      <div className="secret">
        {secret === null ? (
          <>
            <code dir="ltr">{webhook.secretHint}</code>
            <span className="grow" />
            <Button variant="default" size="xs" onClick={() => void look()}>
              {t('webhooks.showSecret')}
            </Button>
          </>
        ) : (
          <>
            <Copyable text={secret} label={t('webhooks.copySecret')} />
            <span className="grow" />
            <Button variant="default" size="xs" onClick={() => setSecret(null)}>
              {t('webhooks.hideSecret')}
            </Button>
          </>
        )}
      </div>
      {isUnseen && <Note tone="amber">{t('webhooks.rotatedUnseen')}</Note>}
      {webhook.hasPreviousSecret && webhook.previousSecretExpiresAt && (
        <Note tone="blue">{t('webhooks.bothSign', { at: moment(webhook.previousSecretExpiresAt) })}</Note>
      )}
      <div className="acts start">
        <Button variant="default" onClick={() => setAsking(true)}>
          {t('webhooks.rotate')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('webhooks.rotateTitle')}
          confirm={t('webhooks.rotateNow')}
          isDanger={grace === '0'}
          run={async () => {
            const changed = await rotate(Number(grace))
            setRotated(changed)
            setUnseen(changed === null)
            setSecret(null)
            await acts.refresh()
          }}
          onClose={() => setAsking(false)}
        >
          <p className="dim">{t('webhooks.rotateHint')}</p>
          <Select
            label={t('webhooks.grace')}
            data={graces.map((value) => ({ value, label: t(`webhooks.grace.${value}`) }))}
            value={grace}
            onChange={(value) => value && setGrace(value)}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true, shadow: 'md' }}
          />
        </ConfirmDialog>
      )}
      {rotated && (
        <SecretOnce
          secret={rotated.secret}
          note={rotated.previousSecretExpiresAt ? t('webhooks.bothSign', { at: moment(rotated.previousSecretExpiresAt) }) : undefined}
          onClose={() => setRotated(null)}
        />
      )}
    </div>
  )
}
