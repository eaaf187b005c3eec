import { Button, Modal } from '@mantine/core'
import { useState } from 'react'
import { useI18n } from '../../i18n/i18n.tsx'
import { CodeField } from '../form/CodeField.tsx'
import { CurrentPasswordField } from '../form/CurrentPasswordField.tsx'
import { OwnName } from '../form/OwnName.tsx'
import { unlessBusy, useSending } from '../form/use-sending.ts'
import { Fault } from '../Note.tsx'

/** What is proved besides, once the session is older than ten minutes. */
export type OwnerProof = { readonly password: string } | { readonly code: string } | Record<never, never>

interface Props {
  /** Who is to open the account from then on, as people know it. */
  readonly provider: string
  readonly hasTwoFactor: boolean
  /** Makes the link; what it throws is about the password or the code, is shown, and the dialog stays. */
  run(owner: OwnerProof): Promise<void>
  onClose(): void
}

/**
 * Asks whoever came back from a provider for the password, or for a code: the session may be somebody else's by now. It says what is
 * allowed by them: whoever finds it open must not take it for a question about the session.
 */
export function ProveOwner({ provider, hasTwoFactor, run, onClose }: Props) {
  const { t } = useI18n()
  const [isByCode, setByCode] = useState(false)
  const sending = useSending()
  const submit = (data: FormData) => {
    const owner = isByCode ? { code: String(data.get('code')) } : { password: String(data.get('password')) }
    void sending.run(() => run(owner))
  }
  return (
    <Modal
      opened
      onClose={unlessBusy(sending.isBusy, onClose)}
      title={t('me.proveTitle', { provider })}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          submit(new FormData(event.currentTarget))
        }}
      >
        <OwnName />
        <p>{t('me.proveWhat', { provider })}</p>
        <p className="dim">{t('me.proveHint')}</p>
        <Fault {...sending} />
        {isByCode ? (
          <CodeField isFree autoFocus label={t('me.codeOrBackup')} error={sending.told?.fields.get('code')} />
        ) : (
          <CurrentPasswordField data-autofocus error={sending.told?.fields.get('password')} />
        )}
        {hasTwoFactor && (
          <button type="button" className="quiet-link" onClick={() => setByCode(!isByCode)}>
            {t(isByCode ? 'me.byPassword' : 'me.byCode')}
          </button>
        )}
        <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
          {t('me.link', { provider })}
        </Button>
      </form>
    </Modal>
  )
}
