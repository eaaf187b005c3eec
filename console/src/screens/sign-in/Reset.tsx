import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { toldOf } from '../../ui/fault.ts'
import { Fault, Note, useCountdown } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Taken out of the address before anything else can read it there: it stands in the fragment, which is never sent. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** `/reset#token=`: where the link of a mail leads. It is used when somebody goes on, not by a program that only opens links. */
export default function Reset() {
  const words = useI18n()
  const { t } = words
  const [token] = useState(takeToken)
  const [challenge, setChallenge] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const wait = useCountdown(error ? toldOf(error, words).waitSeconds : null, error)
  if (challenge) return <NewPassword challenge={challenge} />
  const prove = async () => {
    if (!token) return
    setError(null)
    setBusy(true)
    await call('verifyPasswordReset', { body: { token } }).then(({ challengeToken }) => setChallenge(challengeToken), setError)
    setBusy(false)
  }
  return (
    <Frame title={t('reset.title')}>
      <div className="stack">
        {error !== null && <Fault error={error} left={wait} />}
        {token ? (
          <Button size="md" fullWidth loading={isBusy} disabled={wait > 0} onClick={() => void prove()}>
            {t('signIn.continue')}
          </Button>
        ) : (
          <Note tone="red">{t('reset.noLink')}</Note>
        )}
        <Link to="/forgot" className="quiet-link">
          {t('signIn.forgot')}
        </Link>
      </div>
    </Frame>
  )
}
