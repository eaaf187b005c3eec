import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client } from '../../api/client.ts'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { TwoFactorSetup } from '../../ui/own/TwoFactorSetup.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { useDoneElsewhere, useEndOfSession } from './after.ts'
import { useFactorHold } from './factor-hold.ts'
import { LeaveButton } from './LeaveButton.tsx'
import { insideOnly } from './return-to.ts'

/** `/duty?returnTo=`: what is owed before anything else is open: the service says what, and holds everything else closed until then. */
export default function Duty() {
  const { t } = useI18n()
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  const { start, duty: owed, me, error, retry } = useStart()
  const { isHeld, areCodesShown, told, release } = useFactorHold()
  const duty = isHeld ? 'twoFactor' : owed
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { history } = useRouter()
  const next = me === undefined ? null : duty === null ? 'back' : isSuperAdmin(me) ? 'setup' : null
  useEffect(() => {
    if (next === 'back') history.replace(insideOnly(returnTo))
    if (next === 'setup') void navigate({ to: '/setup', search: { returnTo } as never, replace: true })
  }, [next, returnTo, history, navigate])
  useEndOfSession(returnTo, areCodesShown)
  useDoneElsewhere()
  const done = async () => {
    // other tabs, and the live stream of this one, know of it by the token alone; where that fails the next refresh tells them
    await client.renew().catch(() => undefined)
    release()
    await cache.resetQueries()
  }
  if (next !== null || (duty === null && !error)) return <div className="login" aria-busy="true" />
  if (duty === null)
    return (
      <Frame title={t('fault.unexpected')}>
        <Failed error={error} onRetry={retry} />
      </Frame>
    )
  return (
    <Frame
      title={t(duty === 'password' ? 'duty.password' : 'duty.factor')}
      sub={t(duty === 'password' ? 'duty.passwordSub' : 'duty.factorSub')}
    >
      {duty === 'password' ? (
        <PasswordChange isOwed policy={start?.passwordPolicy} onDone={done} />
      ) : (
        <TwoFactorSetup Guard={LeaveGuard} {...told} onDone={done} />
      )}
      <LeaveButton />
    </Frame>
  )
}
