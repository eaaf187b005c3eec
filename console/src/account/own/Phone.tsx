import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { forWhoAsked } from '../../api/own.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { AnotherCode } from '../../ui/form/AnotherCode.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Note } from '../../ui/Note.tsx'
import { FieldFault } from '../../ui/sign-in/FieldFault.tsx'
import { tell } from '../../ui/toasts.tsx'
import { addressOf, useGo } from '../place.ts'
import { To } from '../To.tsx'
import { useShownAccount, useShownProfile } from './shown-account.ts'

/** `/account/phone`: proves the phone number of the profile by a code that is texted to it. */
export default function Phone() {
  const { t } = useI18n()
  const { me } = useShownAccount()
  return (
    <>
      {me.phoneNumber === null ? (
        <Note tone="blue">{t('own.phoneNone')}</Note>
      ) : me.phoneVerified ? (
        <Note tone="green">{t('own.phoneDone')}</Note>
      ) : (
        <Proof phoneNumber={me.phoneNumber} tenantCode={me.tenantCode} />
      )}
      <To page="/" className="quiet-link own-back">
        {t('account.toProfile')}
      </To>
    </>
  )
}

function Proof(whose: { readonly phoneNumber: string; readonly tenantCode: string }) {
  const { t } = useI18n()
  const { again } = useShownProfile()
  const [code, setCode] = useState('')
  const [sent, setSent] = useState<{ wait: number | null } | null>(null)
  const sending = useSending()
  const go = useGo()
  const ask = () =>
    void sending.run(async () => {
      setCode('')
      setSent({ wait: (await call('requestPhoneVerification', { body: whose })).retryAfterSeconds })
    })
  const prove = (digits: string) =>
    void sending.run(async () => {
      await forWhoAsked(call('verifyPhone', { body: { ...whose, code: digits } }))
      tell(t('own.phoneDone'))
      again()
      go(addressOf('/'))
    })
  const type = (digits: string) => {
    setCode(digits)
    if (digits.length === 6) prove(digits)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (sent) prove(code)
    else ask()
  }
  return (
    <form className="stack" onSubmit={submit}>
      <p className="dim">{t('own.phoneSub', { number: `\u2066${whose.phoneNumber}\u2069` })}</p>
      {sent && !sending.told && <Note tone="blue">{t('own.phoneSent')}</Note>}
      <FieldFault {...sending} byField={{ phoneNumber: 'own.phoneRefused' }} />
      {sent && <CodeField label={t('account.code')} value={code} onChange={type} error={sending.told?.fields.get('code')} />}
      <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
        {t(sent ? 'account.confirm' : 'account.sendCode')}
      </Button>
      {sent && <AnotherCode sent={sent} sending={sending} onAsk={ask} />}
    </form>
  )
}
