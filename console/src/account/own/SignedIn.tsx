import { Notifications, notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client, useSession } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { PagePath } from '../pages.ts'
import { addressOf, go, usePlace } from '../place.ts'
import { forgetToo, knowSession, takeLeftCode } from '../session.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { Duties } from './Duties.tsx'
import { useOwed } from './use-owed.ts'

// what one person was told is not for the next
forgetToo(() => notifications.clean())

interface Props {
  readonly page: PagePath
  readonly children: ReactNode
}

/** Around each page of who has signed in. Whoever has not goes to the sign-in page, and comes back from there. */
export default function SignedIn({ page, children }: Props) {
  const { t } = useI18n()
  const session = useSession()
  const { w, path, returnTo: further } = usePlace()
  const [error, setError] = useState<unknown>(null)
  const ended = session.status === 'signed-out' ? session.reason : null
  const ask = () => {
    setError(null)
    knowSession().catch(setError)
  }
  useEffect(ask, [])
  useEffect(() => {
    if (ended === null) return
    const code = takeLeftCode() ?? w
    // whoever signed out wants to be out; whoever was put out wants to be back
    const returnTo = ended === 'signed_out' ? undefined : path === '/' ? further : addressOf(path)
    go(addressOf('/sign-in', { w: code, returnTo }), { isReplaced: true })
  }, [ended, w, path, further])
  const id = session.status === 'signed-in' ? session.user.id : null
  useOthersTold(id)
  useOwed()
  return (
    <>
      <Notifications position="bottom-right" zIndex={500} />
      {error !== null && id === null ? (
        <Frame title={t('shell.account')}>
          <Failed error={error} onRetry={ask} />
        </Frame>
      ) : session.status === 'signed-in' ? (
        <Duties key={id} session={session}>
          <AccountFrame page={page}>{children}</AccountFrame>
        </Duties>
      ) : (
        <div className="login" aria-busy="true" />
      )}
    </>
  )
}

/**
 * Tells each time that somebody else than before signed in with this browser, which has one session for all tabs of a host, while a page of
 * theirs was shown. They begin at their own start.
 */
function useOthersTold(id: string | null): void {
  const { t } = useI18n()
  const words = useRef(t)
  words.current = t
  const before = useRef(id)
  useEffect(
    () =>
      client.onSession((session) => {
        if (session.status !== 'signed-in') return
        if (before.current !== null && before.current !== session.user.id) {
          tell(words.current('own.others'))
          go(addressOf('/'), { isReplaced: true })
        }
        before.current = session.user.id
      }),
    [],
  )
}
