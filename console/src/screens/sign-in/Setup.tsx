import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ask, client } from '../../api/client.ts'
import { isSuperAdmin, useStart } from '../../api/start.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { TwoFactorSetup } from '../../ui/own/TwoFactorSetup.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { useDoneElsewhere, useEndOfSession } from './after.ts'
import { FirstTenant } from './FirstTenant.tsx'
import { useFactorHold } from './factor-hold.ts'
import { LeaveButton } from './LeaveButton.tsx'
import { insideOnly } from './return-to.ts'

const steps = ['password', 'twoFactor', 'tenant'] as const
type Step = (typeof steps)[number]

/**
 * `/setup?returnTo=`: a new service from its first password to its first tenant. Which step is on follows from what the service says, so
 * that a page that is loaded again goes on where it was.
 */
export default function Setup() {
  const { t } = useI18n()
  const { returnTo } = useSearch({ strict: false }) as { returnTo?: string }
  const { start, me, duty, error, retry } = useStart()
  const cache = useQueryClient()
  const navigate = useNavigate()
  const { history } = useRouter()
  const [isPutOff, setPutOff] = useState(false)
  const { isHeld, areCodesShown, told, release } = useFactorHold()
  const isOwner = isSuperAdmin(me)
  const tenants = useQuery({ ...ask('listTenants', { query: { pageSize: 1 } }), enabled: isOwner && duty === null })
  const isFirst = tenants.data?.totalCount === 0
  const isSecured = duty === null && (me?.twoFactorEnabled === true || isPutOff)
  const step: Step = isHeld ? 'twoFactor' : duty === 'password' ? 'password' : isSecured ? 'tenant' : 'twoFactor'
  const isNotTheirs = start !== undefined && !isOwner
  const isDone = !isHeld && (isNotTheirs || (tenants.data !== undefined && !isFirst))
  useEffect(() => {
    if (!isDone) return
    if (duty === null) history.replace(insideOnly(returnTo))
    else void navigate({ to: '/duty', search: { returnTo } as never, replace: true })
  }, [isDone, duty, returnTo, history, navigate])
  useEndOfSession(returnTo, areCodesShown)
  useDoneElsewhere()
  // what is asked anew and fails takes away nothing that is typed
  const fault = start ? (tenants.data ? null : tenants.error) : error
  if (fault && !isHeld && !(start && duty !== null))
    return (
      <Frame title={t('fault.unexpected')}>
        <Failed error={fault} onRetry={start ? () => void tenants.refetch() : retry} />
      </Frame>
    )
  if (!isHeld && (!start || isDone || (duty === null && !tenants.data))) return <div className="login" aria-busy="true" />
  const done = async () => {
    // other tabs, and the live stream of this one, know of it by the token alone; where that fails the next refresh tells them
    await client.renew().catch(() => undefined)
    release()
    await cache.resetQueries()
  }
  const text = { password: 'setup.password', twoFactor: 'setup.factor', tenant: 'setup.tenant' } as const
  return (
    <Frame key={step} title={t(text[step])} sub={t(`${text[step]}Sub`)} isWide above={<Steps current={step} />}>
      {step === 'password' && <PasswordChange isOwed policy={start?.passwordPolicy} onDone={done} />}
      {step === 'twoFactor' && (
        <>
          <TwoFactorSetup Guard={LeaveGuard} {...told} onDone={done} />
          {duty === null && !areCodesShown && (
            <button type="button" className="quiet-link" disabled={isHeld} onClick={() => setPutOff(true)}>
              {t('setup.later')}
            </button>
          )}
        </>
      )}
      {step === 'tenant' && <FirstTenant onDone={() => cache.resetQueries().then(() => history.replace(insideOnly(returnTo)))} />}
      <LeaveButton />
    </Frame>
  )
}

function Steps({ current }: { current: Step }) {
  const { t } = useI18n()
  const at = steps.indexOf(current)
  return (
    <ol className="steps" aria-label={t('setup.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className="step-mark" aria-hidden="true">
            {index < at ? <Icon name="check" size={12} /> : index + 1}
          </span>
          {t(`setup.step.${step}`)}
        </li>
      ))}
    </ol>
  )
}
