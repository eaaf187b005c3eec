import { useEffect, useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Fault, Note } from '../../ui/Note.tsx'
import type { Challenge, Selection } from '../../ui/sign-in/answers.ts'
import { takeAnswer } from '../../ui/sign-in/redirect.ts'
import { TwoFactorForm } from '../../ui/sign-in/TwoFactorForm.tsx'
import { WorkspaceChoice } from '../../ui/sign-in/WorkspaceChoice.tsx'
import { addressOf, go, goOn } from '../place.ts'
import { tenantOf } from '../workspace.ts'
import { OpenPage } from './OpenPage.tsx'
import { callbackOf, goToProvider, type Target } from './redirect.ts'

const provider = location.pathname.split('/').at(-1) ?? ''
/** The answer leaves the address before anything is shown; whose page it is, and where it leads, comes back into it. */
const { begun, code } = takeAnswer<Target>(provider)
const query = { w: begun?.target.w, returnTo: begun?.returnTo }
if (begun) go(addressOf(`/callback/${provider}`, query), { isReplaced: true })

/** `/account/callback/<provider>`: where a provider sends the browser back, always to a page that is loaded anew. */
export default function Callback() {
  const { t } = useI18n()
  const [isDone, setDone] = useState(false)
  const [challenge, setChallenge] = useState<Challenge | null>(null)
  const [choice, setChoice] = useState<Selection | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const [isExpired, setExpired] = useState(false)
  useEffect(() => {
    if (!begun || !code || begun.isSent) return
    begun.isSent = true
    const { target, nonce, codeVerifier } = begun
    const body = { ...tenantOf(target.w), code, nonce, codeVerifier, redirectUri: callbackOf(provider) }
    call('signInUserByProvider', { path: { provider }, body }).then((answer) => {
      if ('accessToken' in answer) setDone(true)
      else if ('requiresTwoFactor' in answer) setChallenge(answer)
      else if ('requiresWorkspaceSelection' in answer) setChoice(answer)
    }, setError)
  }, [])
  /** A code is good once: the provider, where they are signed in already, gives another one for the workspace. */
  function choose(tenantCode: string | undefined) {
    setBusy(true)
    setError(null)
    goToProvider(provider, { ...query, w: tenantCode }).catch((fault: unknown) => {
      setError(fault)
      setBusy(false)
    })
  }
  const leave = () => go(addressOf('/sign-in', query))
  const isOver = !begun || !code || error !== null || isExpired
  return (
    <OpenPage heading={(name) => ({ title: name ? t('signIn.to', { name }) : t('signIn.title') })}>
      {(_workspace, start) =>
        isDone ? (
          <Leave to={start?.returnTo ?? null} />
        ) : challenge && !isExpired ? (
          <TwoFactorForm challenge={challenge} onDone={() => setDone(true)} onBack={(expired) => (expired ? setExpired(true) : leave())} />
        ) : choice ? (
          <WorkspaceChoice choice={choice} error={error} isBusy={isBusy} onChoose={(_target, code) => choose(code)} onBack={leave} />
        ) : (
          <div className="stack" aria-busy={!isOver}>
            {!begun && <Note tone="red">{t('signIn.notOurs')}</Note>}
            {begun && !code && <Note tone="red">{t('account.providerRefused')}</Note>}
            {isExpired && <Note tone="amber">{t('signIn.expired')}</Note>}
            {error !== null && <Fault error={error} />}
            {error instanceof Refused && error.code === 'link_required' && <p className="dim">{t('account.linkHint')}</p>}
            {!isOver && <p className="dim">{t('signIn.returning')}</p>}
            <button type="button" className="quiet-link" onClick={leave}>
              {t('signIn.back')}
            </button>
          </div>
        )
      }
    </OpenPage>
  )
}

/** Goes on once it is known where to: the service says that of the workspace that the page has by now. */
function Leave({ to }: { to: string | null }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => goOn(to), [])
  return <div aria-busy="true" />
}
