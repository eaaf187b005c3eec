import { Button } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault } from '../../ui/Note.tsx'
import { addressOf, useGo, usePlace } from '../place.ts'
import { To } from '../To.tsx'
import { tenantOf } from '../workspace.ts'
import { EmailField } from './EmailField.tsx'
import { OpenPage } from './OpenPage.tsx'

/** `/account/forgot`: has a code mailed. Whether there is such an account is never said. */
export default function Forgot() {
  const { t } = useI18n()
  const { w, returnTo } = usePlace()
  const [email, setEmail] = useState('')
  const sending = useSending()
  const go = useGo()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void sending.run(async () => {
      const address = email.trim()
      const { retryAfterSeconds: wait } = await call('requestUserPasswordReset', { body: { ...tenantOf(w), email: address } })
      go(addressOf('/reset', { w, returnTo }), { word: { say: 'sent', email: address, wait } })
    })
  }
  return (
    <OpenPage heading={() => ({ title: t('reset.title'), sub: t('account.resetSub') })}>
      {() => (
        <form className="stack" onSubmit={submit}>
          <Fault {...sending} />
          <EmailField
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={sending.told?.fields.get('email')}
            autoFocus
          />
          <Button type="submit" size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0}>
            {t('reset.send')}
          </Button>
          <To page="/reset" className="quiet-link">
            {t('account.haveCode')}
          </To>
          <To page="/sign-in" className="quiet-link">
            {t('signIn.back')}
          </To>
        </form>
      )}
    </OpenPage>
  )
}
