import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { brandStyle } from '../../ui/brand-colour.ts'
import { Note } from '../../ui/Note.tsx'
import { goToProvider } from '../../ui/sign-in/console-redirect.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { Providers } from '../../ui/sign-in/Providers.tsx'
import { SignInForm } from '../../ui/sign-in/SignInForm.tsx'
import { Terms } from '../../ui/sign-in/Terms.tsx'
import { useAfterSignIn, type Where } from './after.ts'

/** A page that changes its face under somebody's hands is worse than one that comes late, and both are better than none. */
const patienceMs = 1500

/**
 * `/login?w=acme&returnTo=`: of the workspace of that code, else of the host, else of the service, and of none with `elsewhere=yes`. It leads to where somebody wanted to go,
 * within the console only. Where it is not known how the page looks, it looks like that of the service: nobody is kept out.
 */
export default function SignIn() {
  const { t } = useI18n()
  const { returnTo, changed, w, elsewhere } = useSearch({ strict: false }) as Where & { returnTo?: string; changed?: string }
  const isElsewhere = elsewhere !== undefined
  const navigate = useNavigate()
  const goElsewhere = () => void navigate({ to: '/login', search: { returnTo, elsewhere: 'yes' } as never, replace: true })
  const [step, setStep] = useState<'password' | 'workspace' | 'twoFactor'>('password')
  const done = useAfterSignIn(returnTo)
  const query = useQuery({ ...ask('getSignInStart', { query: w && !isElsewhere ? { code: w } : {} }), staleTime: 300_000 })
  const found = query.data?.workspace ?? null
  const workspace = isElsewhere ? null : found
  // the service takes whoever names none to be of the tenant whose domain this is
  const asksWorkspace = isElsewhere && found !== null
  const isOpen = workspace?.isSignInAvailable !== false
  const name = workspace && (workspace.companyName || workspace.name)
  const providers = asksWorkspace ? [] : (query.data?.providers ?? [])
  const below = (
    <Link to="/forgot" search={(isElsewhere ? { elsewhere: 'yes' } : w && found ? { w } : {}) as never} className="quiet-link">
      {t('signIn.forgot')}
    </Link>
  )
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs)
    return () => clearTimeout(timer)
  }, [])
  if (query.data === undefined && query.error === null && !isLate) return <div className="login" aria-busy="true" />
  return (
    <Frame
      title={workspace?.loginHeadline || (name ? t('signIn.to', { name }) : t('signIn.title'))}
      sub={workspace?.loginSubtitle || (name ? undefined : t('signIn.sub'))}
      logo={workspace?.logoUrl}
      brand={brandStyle(workspace?.primaryColor)}
    >
      {changed && <Note tone="green">{t('reset.done')}</Note>}
      {w && !isElsewhere && query.data && !found && <Note tone="amber">{t('signIn.noWorkspace')}</Note>}
      {isOpen ? (
        <SignInForm
          onDone={done}
          below={below}
          target={workspace ? { tenantId: workspace.tenantId } : undefined}
          asksWorkspace={asksWorkspace}
          onStep={setStep}
        />
      ) : (
        <Note tone="amber">{t('signIn.closed')}</Note>
      )}
      {isOpen && step === 'password' && (
        <Providers
          providers={providers}
          onGo={(name) => goToProvider(name, workspace ? { tenantId: workspace.tenantId } : {}, { w, returnTo })}
        />
      )}
      {workspace && step === 'password' && (
        <button type="button" className="quiet-link" onClick={goElsewhere}>
          {t('signIn.elsewhere')}
        </button>
      )}
      {isOpen && <Terms terms={workspace?.termsOfServiceUrl} privacy={workspace?.privacyPolicyUrl} />}
    </Frame>
  )
}
