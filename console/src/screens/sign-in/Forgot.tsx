import { Button, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { AnotherCode } from '../../ui/form/AnotherCode.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { NewPassword } from './NewPassword.tsx'

/** By a code: asked for, typed, and then the new password. Whether there is such an account is never said. */
export default function Forgot() {
  const { t } = useI18n()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<{ wait: number | null } | null>(null)
  const [challenge, setChallenge] = useState<string | null>(null)
  const sending = useSending()
  const { isBusy, wait, run } = sending
  const ask = () =>
    run(async () => {
      const answer = await call('requestPasswordReset', { body: { email: email.trim(), method: 'otp' } })
      setSent({ wait: answer.retryAfterSeconds })
    })
  /** A code is of the address that it was sent to. */
  const type = (address: string) => {
    setEmail(address)
    setSent(null)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    if (!sent) return void ask()
    void run(async () => setChallenge((await call('verifyPasswordReset', { body: { email: email.trim(), code } })).challengeToken))
  }
  if (challenge) return <NewPassword challenge={challenge} />
  return (
    <Frame title={t('reset.title')} {...(!sent && { sub: t('reset.sub') })}>
      {/* the service judges an address: a browser takes no letters beyond ASCII before its `@` */}
      <form onSubmit={submit} className="stack" noValidate>
        {sent && <Note tone="blue">{t('reset.sent')}</Note>}
        <Fault {...sending} />
        <TextInput
          label={t('fact.email')}
          type="email"
          error={sending.told?.fields.get('email')}
          value={email}
          onChange={(event) => type(event.currentTarget.value)}
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          dir="ltr"
          size="md"
        />
        {sent && <CodeField label={t('reset.code')} error={sending.told?.fields.get('code')} autoFocus />}
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          {t(sent ? 'signIn.continue' : 'reset.send')}
        </Button>
        {sent && <AnotherCode sent={sent} sending={sending} onAsk={() => void ask()} />}
        <Link to="/login" className="quiet-link">
          {t('signIn.back')}
        </Link>
      </form>
    </Frame>
  )
}
