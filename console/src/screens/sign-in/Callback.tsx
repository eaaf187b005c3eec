import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import type { Challenge, Selection, Target } from '../../ui/sign-in/answers.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { takeAnswer } from '../../ui/sign-in/redirect.ts'
import { TwoFactorForm } from '../../ui/sign-in/TwoFactorForm.tsx'
import { WorkspaceChoice } from '../../ui/sign-in/WorkspaceChoice.tsx'
import { useAfterSignIn } from './after.ts'
import { callbackOf, goToProvider } from './redirect.ts'

/** `/callback/<provider>`: where a provider sends the browser back. */
export default function Callback() {
  const { provider } = useParams({ strict: false }) as { provider: string }
  const { t } = useI18n()
  const navigate = useNavigate()
  const [{ begun, code }] = useState(() => takeAnswer<Target>(provider))
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [choice, setChoice] = useState<Selection | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)
  const done = useAfterSignIn(begun?.returnTo)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a code is good once
  useEffect(() => {
    if (!begun || !code || begun.isSent) return
    begun.isSent = true
    const { target, nonce, codeVerifier } = begun
    const body = { ...target, code, nonce, codeVerifier, redirectUri: callbackOf(provider) }
    call('signInByProvider', { path: { provider }, body }).then((answer) => {
      if ('accessToken' in answer) void done()
      else if ('requiresTwoFactor' in answer) setChallenge(answer)
      else if ('requiresWorkspaceSelection' in answer) setChoice(answer)
    }, setError)
  }, [])
  /** A code is good once: the provider, where they are signed in already, gives another one for the workspace. */
  function choose(target: Target) {
    setBusy(true)
    setError(null)
    goToProvider(provider, target, begun?.returnTo).catch((fault: unknown) => {
      setError(fault)
      setBusy(false)
    })
  }
  const leave = () => void navigate({ to: '/login' })
  const isOver = !begun || !code || error !== null || isExpired
  return (
    <Frame title={t('signIn.title')}>
      {challenge && !isExpired ? (
        <TwoFactorForm challenge={challenge} onDone={() => void done()} onBack={(expired) => (expired ? setExpired(true) : leave())} />
      ) : choice ? (
        <WorkspaceChoice choice={choice} error={error} isBusy={isBusy} onChoose={choose} onBack={leave} />
      ) : (
        <div className="stack" aria-busy={!isOver}>
          {(!begun || !code) && <Note tone="red">{t('signIn.notOurs')}</Note>}
          {isExpired && <Note tone="amber">{t('signIn.expired')}</Note>}
          {error !== null && <Fault error={error} />}
          {!isOver && <p className="dim">{t('signIn.returning')}</p>}
          <Link to="/login" className="quiet-link">
            {t('signIn.back')}
          </Link>
        </div>
      )}
    </Frame>
  )
}
