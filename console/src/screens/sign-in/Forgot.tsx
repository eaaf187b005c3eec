import { Button, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useMemo, useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { AnotherCode } from '../../ui/form/AnotherCode.tsx'
import { CodeField } from '../../ui/form/CodeField.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { type Mailed, mailedTo } from '../../ui/sign-in/mailed.ts'
import type { Where } from './after.ts'
import { NewPassword } from './NewPassword.tsx'

interface Sent {
  readonly mail: Mailed
  readonly tenantId: string | null | undefined
}

/** The tenant of a code; undefined where there is none: the service finds out then. */
async function tenantOf(code: string): Promise<string | undefined> {
  try {
    return (await call('getWorkspace', { query: { code } })).tenantId
  } catch (error) {
    if (error instanceof Refused && error.status === 404) return undefined
    throw error
  }
}

/**
 * `/forgot?w=acme`, or `?elsewhere=yes` from the domain of a tenant. By a code: asked for, typed, and then the new password. Whether there is
 * such an account is never said.
 */
export default function Forgot() {
  const { t } = useI18n()
  const { w, elsewhere } = useSearch({ strict: false }) as Where
  const [email, setEmail] = useState('')
  const [last, setLast] = useState<Sent | null>(null)
  // a code is of the address that it was sent to, whatever was typed meanwhile
  const current = last?.mail.to === email.trim() ? last : null
  const sent = useMemo(() => current && { wait: current.mail.left() }, [current])
  // the code is next once the mail is on its way, and not where the address is typed again
  const [isTyping, setTyping] = useState(false)
  const [challenge, setChallenge] = useState<string | null>(null)
  const sending = useSending()
  const { isBusy, wait, run } = sending
  const ask = () =>
    run(async () => {
      const asked = email.trim()
      // null says: wherever the address is known. Where nothing is said, the service goes by the domain.
      const tenantId = elsewhere ? null : w ? await tenantOf(w) : undefined
      const answer = await call('requestPasswordReset', { body: { email: asked, tenantId, method: 'otp' } })
      setLast({ mail: mailedTo(asked, answer.retryAfterSeconds), tenantId })
      setTyping(false)
    })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    if (!current) return void ask()
    const body = { email: current.mail.to, tenantId: current.tenantId, code }
    void run(async () => setChallenge((await call('verifyPasswordReset', { body })).challengeToken))
  }
  const again = () => {
    setChallenge(null)
    setLast(null)
  }
  if (challenge)
    return (
      <NewPassword challenge={challenge} where={{ w, elsewhere }}>
        <button type="button" className="quiet-link" onClick={again}>
          {t('reset.again')}
        </button>
      </NewPassword>
    )
  return (
    <Frame title={t('reset.title')} {...(!sent && { sub: t('reset.sub') })}>
      {/* the service judges an address: a browser takes no letters beyond ASCII before its `@` */}
      <form onSubmit={submit} className="stack" noValidate>
        {sent && <Note tone="blue">{t('reset.sent')}</Note>}
        <Fault {...sending} />
        <TextInput
          label={t('fact.email')}
          inputMode="email"
          error={sending.told?.fields.get('email')}
          value={email}
          onChange={(event) => {
            setEmail(event.currentTarget.value)
            setTyping(true)
          }}
          autoComplete="username"
          required
          withAsterisk={false}
          autoFocus
          dir="ltr"
          size="md"
        />
        {sent && <CodeField label={t('reset.code')} error={sending.told?.fields.get('code')} autoFocus={!isTyping} />}
        <Button type="submit" size="md" fullWidth loading={isBusy} disabled={wait > 0}>
          {t(sent ? 'signIn.continue' : 'reset.send')}
        </Button>
        {sent && <AnotherCode sent={sent} sending={sending} onAsk={() => void ask()} />}
        <Link to="/login" search={{ w, elsewhere } as never} className="quiet-link">
          {t('signIn.back')}
        </Link>
      </form>
    </Frame>
  )
}
