import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { useSending } from '../../ui/form/use-sending.ts'
import { Fault, Note } from '../../ui/Note.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { NewPassword } from './NewPassword.tsx'
import { forgetResetToken, useResetToken } from './reset-token.ts'

/** `/reset#token=`: where the link of a mail leads. It is used when somebody goes on, not by a program that only opens links. */
export default function Reset() {
  const { t } = useI18n()
  const token = useResetToken()
  const [challenge, setChallenge] = useState<string | null>(null)
  const sending = useSending()
  // whoever opens another link meanwhile means that one
  if (challenge && token === null)
    return (
      <NewPassword challenge={challenge}>
        <Link to="/forgot" className="quiet-link">
          {t('reset.again')}
        </Link>
      </NewPassword>
    )
  const prove = (of: string) =>
    void sending.run(async () => {
      setChallenge((await call('verifyPasswordReset', { body: { token: of } })).challengeToken)
      forgetResetToken(of)
    })
  return (
    <Frame title={t('reset.title')}>
      <div className="stack">
        <Fault {...sending} />
        {token ? (
          <Button size="md" fullWidth loading={sending.isBusy} disabled={sending.wait > 0} onClick={() => prove(token)}>
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
