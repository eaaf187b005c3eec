import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import { Frame } from './Frame.tsx'
import { NewPassword } from './NewPassword.tsx'

/** Taken out of the address before anything else can read it there: it stands in the fragment, which is never sent. */
function takeToken(): string | null {
  const token = new URLSearchParams(location.hash.slice(1)).get('token')
  if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}

/** `/reset#token=`: where the link of a mail leads. It is used when somebody goes on, not by a program that only opens links. */
export default function Reset() {
  const { t } = useI18n()
  const [token] = useState(takeToken)
  const [challenge, setChallenge] = useState<string | null>(null)
  const [error, setError] = useState<unknown>(null)
  if (challenge) return <NewPassword challenge={challenge} />
  const prove = async () => {
    if (!token) return
    setError(null)
    await call('verifyPasswordReset', { body: { token } }).then(({ challengeToken }) => setChallenge(challengeToken), setError)
  }
  return (
    <Frame title={t('reset.title')}>
      <div className="stack">
        {error !== null && <Fault error={error} />}
        {token ? (
          <Button size="md" fullWidth onClick={() => void prove()}>
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
