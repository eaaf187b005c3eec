import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note, useCountdown } from '../../ui/Note.tsx'
import { addressOf, go, usePlace } from '../place.ts'
import { Refusal } from '../Refusal.tsx'
import { To } from '../To.tsx'
import { useSending } from '../use-sending.ts'
import { tenantOf } from '../workspace.ts'
import { CodeField } from './CodeField.tsx'
import { EmailField } from './EmailField.tsx'
import { OpenPage } from './OpenPage.tsx'

/** `/account/verify`: proves an address by the code of a mail, which a link brings along. It is sent when somebody goes on. */
export default function Verify() {
  const { t } = useI18n()
  const { w, returnTo, word, brought } = usePlace()
  const came = word && 'email' in word ? word : null
  const [email, setEmail] = useState(came?.email ?? brought?.email ?? '')
  const [code, setCode] = useState(brought?.code ?? '')
  const [sent, setSent] = useState<{ wait: number | null } | null>(came?.say === 'sent' ? came : null)
  const sending = useSending()
  const resend = useCountdown(sent?.wait ?? null, sent)
  const whose = { ...tenantOf(w), email: email.trim() }
  const prove = (digits: string) =>
    void sending.run(async () => {
      await call('verifyEmail', { body: { ...whose, code: digits } })
      go(addressOf('/sign-in', { w, returnTo }), { word: { say: 'verified' } })
    })
  const ask = () =>
    void sending.run(async () => {
      setCode('')
      setSent({ wait: (await call('sendEmailVerification', { body: whose })).retryAfterSeconds })
    })
  const type = (digits: string) => {
    setCode(digits)
    if (digits.length === 6 && email.trim() !== '') prove(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    prove(code)
  }
  return (
    <OpenPage heading={() => ({ title: t('account.verify'), sub: t('account.verifySub') })} needsWorkspace>
      {() => (
        <form className="stack" onSubmit={submit}>
          {came?.say === 'verifyFirst' && !sent && <Note tone="amber">{t('account.verifyFirst')}</Note>}
          {sent && came?.say !== 'sent' && !sending.told && <Note tone="blue">{t('account.sent')}</Note>}
          <Refusal {...sending} />
          <EmailField
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={sending.told?.fields.get('email')}
            autoFocus={email === ''}
          />
          <CodeField label={t('account.code')} value={code} onChange={type} error={sending.told?.fields.get('code')} />
          <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
            {t('account.confirm')}
          </Button>
          <button
            type="button"
            className="quiet-link"
            disabled={resend > 0 || sending.isBusy || sending.wait > 0 || email.trim() === ''}
            onClick={ask}
          >
            {resend > 0 ? t('reset.againIn', { count: resend }) : t(sent ? 'reset.again' : 'account.sendCode')}
          </button>
          <To page="/sign-in" className="quiet-link">
            {t('signIn.back')}
          </To>
        </form>
      )}
    </OpenPage>
  )
}
