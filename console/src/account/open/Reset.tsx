import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { NewPasswordField } from '../../ui/form/NewPasswordField.tsx'
import { Note, useCountdown } from '../../ui/Note.tsx'
import { addressOf, go, usePlace } from '../place.ts'
import { Refusal } from '../Refusal.tsx'
import { To } from '../To.tsx'
import { useSending } from '../use-sending.ts'
import { tenantOf } from '../workspace.ts'
import { CodeField } from './CodeField.tsx'
import { EmailField } from './EmailField.tsx'
import { OpenPage } from './OpenPage.tsx'

/** `/account/reset`: a new password by the code of a mail, which a link brings along. */
export default function Reset() {
  const { t } = useI18n()
  const { w, returnTo, word, brought } = usePlace()
  const came = word?.say === 'sent' ? word : null
  const [email, setEmail] = useState(came?.email ?? brought?.email ?? '')
  const [code, setCode] = useState(brought?.code ?? '')
  const [sent, setSent] = useState<{ wait: number | null } | null>(came)
  const sending = useSending()
  const resend = useCountdown(sent?.wait ?? null, sent)
  const whose = { ...tenantOf(w), email: email.trim() }
  const ask = () =>
    void sending.run(async () => {
      setCode('')
      setSent({ wait: (await call('requestUserPasswordReset', { body: whose })).retryAfterSeconds })
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const newPassword = String(new FormData(event.currentTarget).get('password'))
    void sending.run(async () => {
      await call('resetOwnUserPassword', { body: { ...whose, code, newPassword } })
      go(addressOf('/sign-in', { w, returnTo }), { word: { say: 'changed' } })
    })
  }
  return (
    <OpenPage heading={() => ({ title: t('reset.title'), sub: t('account.resetTyped') })}>
      {(workspace) => (
        <form className="stack" onSubmit={submit}>
          {sent && !sending.told && <Note tone="blue">{t('reset.sent')}</Note>}
          <Refusal {...sending} />
          <EmailField
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={sending.told?.fields.get('email')}
            autoComplete="username"
            autoFocus={email === ''}
          />
          <CodeField label={t('reset.code')} value={code} onChange={setCode} error={sending.told?.fields.get('code')} />
          <NewPasswordField
            name="password"
            label={t('reset.new')}
            policy={workspace?.passwordPolicy}
            error={sending.told?.fields.get('newPassword')}
          />
          <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
            {t('reset.save')}
          </Button>
          <button
            type="button"
            className="quiet-link"
            disabled={resend > 0 || sending.isBusy || sending.wait > 0 || email.trim() === ''}
            onClick={ask}
          >
            {resend > 0 ? t('reset.againIn', { count: resend }) : t(sent ? 'reset.again' : 'reset.send')}
          </button>
          <To page="/sign-in" className="quiet-link">
            {t('signIn.back')}
          </To>
        </form>
      )}
    </OpenPage>
  )
}
