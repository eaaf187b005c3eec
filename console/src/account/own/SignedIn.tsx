import { Notifications } from '@mantine/notifications'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client, useSession } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { tell } from '../../ui/toasts.tsx'
import type { PagePath } from '../pages.ts'
import { addressOf, go, usePlace } from '../place.ts'
import { knowSession, takeLeftCode } from '../session.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { Duties } from './Duties.tsx'

interface Props {
  readonly page: PagePath
  readonly children: ReactNode
}

/** Around each page of who has signed in. Whoever has not goes to the sign-in page, and comes back from there. */
export default function SignedIn({ page, children }: Props) {
  const { t } = useI18n()
  const session = useSession()
  const { w, path } = usePlace()
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
    const returnTo = path === '/' || ended === 'signed_out' ? undefined : addressOf(path)
    go(addressOf('/sign-in', { w: code, returnTo }), { isReplaced: true })
  }, [ended, w, path])
  const id = session.status === 'signed-in' ? session.user.id : null
  const isOther = useOther(id)
  useEffect(() => {
    if (isOther) tell(t('own.others'))
  }, [isOther, t])
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
 * Whether somebody else than before signed in with this browser, which has one session for all tabs of a host, while a page of theirs was
 * shown. They begin at their own start.
 */
function useOther(id: string | null): boolean {
  const before = useRef(id)
  const [isOther, setOther] = useState(false)
  useEffect(
    () =>
      client.onSession((session) => {
        if (session.status !== 'signed-in') return
        if (before.current !== null && before.current !== session.user.id) {
          setOther(true)
          go(addressOf('/'), { isReplaced: true })
        }
        before.current = session.user.id
      }),
    [],
  )
  return isOther
}
