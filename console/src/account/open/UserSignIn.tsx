import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Note } from '../../ui/Note.tsx'
import type { Target } from '../../ui/sign-in/answers.ts'
import { Providers } from '../../ui/sign-in/Providers.tsx'
import { type Given, SignInForm } from '../../ui/sign-in/SignInForm.tsx'
import { useLeadOn } from '../lead-on.ts'
import { addressOf, useGo, usePlace } from '../place.ts'
import { To } from '../To.tsx'
import { tenantOf } from '../workspace.ts'
import { OpenPage } from './OpenPage.tsx'
import { goToProvider } from './redirect.ts'

/** `/account/sign-in?w=acme&returnTo=`: password, second factor, the ways through providers. It leads where the service allows. */
export default function UserSignIn() {
  const { t } = useI18n()
  const place = usePlace()
  const { w, returnTo, word } = place
  const [step, setStep] = useState<'password' | 'workspace' | 'twoFactor'>('password')
  const isFirst = step === 'password'
  const leadOn = useLeadOn()
  const go = useGo()
  const enter = ({ identifier, password }: Given, _target: Target, chosen: string | undefined) =>
    call('signInUser', { body: { username: identifier, password, ...tenantOf(chosen ?? w) } })
  const toVerify = (email: string, chosen: string | undefined) =>
    go(addressOf('/verify', { w: chosen ?? w, returnTo }), { word: { say: 'verifyFirst', email, wait: null } })
  const below = (
    <To page="/forgot" className="quiet-link">
      {t('signIn.forgot')}
    </To>
  )
  return (
    <OpenPage heading={(name) => ({ title: name ? t('signIn.to', { name }) : t('signIn.title') })} hasOwnWords>
      {(workspace, start) => (
        <>
          {isFirst && word?.say === 'changed' && <Note tone="green">{t('reset.done')}</Note>}
          {isFirst && word?.say === 'verified' && <Note tone="green">{t('account.verified')}</Note>}
          <SignInForm
            enter={enter}
            // a name is one of a workspace, and an address may be known in any
            target={start && !workspace ? undefined : {}}
            hasNoPlatform
            // a domain of the workspace that was chosen is theirs as well
            onDone={(chosen) => leadOn({ w: chosen ?? w, returnTo })}
            onStep={setStep}
            onRefused={({ code }, { identifier }, chosen) => {
              const isUnproved = code === 'email_not_verified'
              if (isUnproved) toVerify(identifier.includes('@') ? identifier : '', chosen)
              return isUnproved
            }}
            below={below}
          />
          {isFirst && <Providers providers={start?.providers ?? []} onGo={(name) => goToProvider(name, place)} />}
          {isFirst && workspace?.registrationEnabled && (
            <p className="login-also">
              {t('account.noAccount')} <To page="/register">{t('account.register')}</To>
            </p>
          )}
        </>
      )}
    </OpenPage>
  )
}
