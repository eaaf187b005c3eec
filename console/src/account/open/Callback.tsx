import { useEffect, useState } from 'react'
import { call, Refused } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { keepLink } from '../../ui/own/link-return.ts'
import { ProviderReturn } from '../../ui/sign-in/ProviderReturn.tsx'
import { takeAnswer } from '../../ui/sign-in/redirect.ts'
import { useLeadOn } from '../lead-on.ts'
import { addressOf, go, type Place, useGo, usePlace } from '../place.ts'
import { tenantOf } from '../workspace.ts'
import { OpenPage } from './OpenPage.tsx'
import { callbackOf, goToProvider } from './redirect.ts'

const provider = location.pathname.split('/').at(-1) ?? ''
/** The answer leaves the address before anything is shown; whose page it is, and where it leads, stands there from then on. */
const returned = takeAnswer(provider)
const { begun, from } = returned
if (keepLink(returned, callbackOf(provider))) go(addressOf('/linked'), { isReplaced: true })
else if (begun) go(addressOf(`/callback/${provider}`, from), { isReplaced: true })

/** Of somebody whom nobody knows yet: an account is of a workspace, and has an address. */
const byField = { tenantCode: 'account.noneLinked', email: 'account.noEmail' } as const

/** `/account/callback/<provider>`: where a provider sends the browser back, always to a page that is loaded anew. */
export default function Callback() {
  const { t } = useI18n()
  const place = usePlace()
  const [isDone, setDone] = useState(false)
  const leave = () => go(addressOf('/sign-in', from))
  const goOnceAnswered = useGo()
  /** An address that is to be proved first is proved here; which one it is the provider has said, and not to this page. */
  const toVerify = (error: unknown) => {
    if (error instanceof Refused && error.code === 'email_not_verified')
      goOnceAnswered(addressOf('/verify', from), { isReplaced: true, word: { say: 'verifyFirst', email: '', wait: null } })
    throw error
  }
  return (
    <OpenPage heading={(name) => ({ title: name ? t('signIn.to', { name }) : t('signIn.title') })}>
      {() =>
        isDone ? (
          <Leave from={place} />
        ) : (
          <ProviderReturn
            returned={returned}
            enter={({ w, nonce, codeVerifier }, code) =>
              call('signInUserByProvider', {
                path: { provider },
                body: { ...tenantOf(w), code, nonce, codeVerifier, redirectUri: callbackOf(provider) },
              }).catch(toVerify)
            }
            again={(_target, w) => goToProvider(provider, { ...from, w })}
            onDone={() => setDone(true)}
            onLeave={leave}
            back={
              <button type="button" className="quiet-link" onClick={leave}>
                {t('signIn.back')}
              </button>
            }
            byField={byField}
            hintOf={(error) => error instanceof Refused && error.code === 'link_required' && <p className="dim">{t('account.linkHint')}</p>}
          />
        )
      }
    </OpenPage>
  )
}

/** Goes on once it is known where to: the service says that of the workspace that the page has by now. */
function Leave({ from }: { from: Place }) {
  const leadOn = useLeadOn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void leadOn(from), [])
  return <div aria-busy="true" />
}
