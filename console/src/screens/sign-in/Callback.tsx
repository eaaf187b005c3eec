import { Link, Navigate, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { keepLink } from '../../ui/own/link-return.ts'
import { callbackOf, goToProvider } from '../../ui/sign-in/console-redirect.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { ProviderReturn } from '../../ui/sign-in/ProviderReturn.tsx'
import { takeAnswer } from '../../ui/sign-in/redirect.ts'
import { useAfterSignIn } from './after.ts'

/** `/callback/<provider>`: where a provider sends the browser back. */
export default function Callback() {
  const { provider } = useParams({ strict: false }) as { provider: string }
  const { t } = useI18n()
  const navigate = useNavigate()
  const [returned] = useState(() => takeAnswer(provider))
  const [isLink] = useState(() => keepLink(returned, callbackOf(provider)))
  const { from } = returned
  const done = useAfterSignIn(from.returnTo)
  if (isLink) return <Navigate to="/me/linked" replace />
  return (
    <Frame title={t('signIn.title')}>
      <ProviderReturn
        returned={returned}
        enter={({ target, nonce, codeVerifier }, code) =>
          call('signInByProvider', {
            path: { provider },
            body: { ...target, code, nonce, codeVerifier, redirectUri: callbackOf(provider) },
          })
        }
        again={(target) => goToProvider(provider, target, from)}
        onDone={done}
        onLeave={() => void navigate({ to: '/login', search: from as never })}
        back={
          <Link to="/login" search={from as never} className="quiet-link">
            {t('signIn.back')}
          </Link>
        }
      />
    </Frame>
  )
}
