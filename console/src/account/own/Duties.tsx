import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { client, type SessionState } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { TwoFactorSetup } from '../../ui/own/TwoFactorSetup.tsx'
import { useColour } from '../../ui/shown/use-colour.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { useGoOn } from '../lead-on.ts'
import { type Place, usePlace } from '../place.ts'
import { initialOf, nameOf, useWorkspace } from '../workspace.ts'
import { useKeptLanguage } from './keep-preferences.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SignOut } from './SignOut.tsx'
import { profileQuery } from './shown-account.ts'

interface Props {
  readonly session: Extract<SessionState, { status: 'signed-in' }>
  readonly children: ReactNode
}

/** What is owed before anything else is open: the service holds everything else closed until then, and whoever was on the way somewhere goes on. */
export function Duties({ session, children }: Props) {
  const place = usePlace()
  const [done, setDone] = useState({ password: false, factor: false })
  const settle = (what: keyof typeof done) => {
    setDone((before) => ({ ...before, [what]: true }))
    // other tabs, and this one when it is loaded again, know of it by the token alone
    client.renew().catch(() => undefined)
  }
  if (session.mustChangePassword && !done.password) return <Duty id={session.user.id} what="password" onDone={() => settle('password')} />
  if (session.mustSetUpTwoFactor && !done.factor) return <Duty id={session.user.id} what="factor" onDone={() => settle('factor')} />
  // the address of the start keeps it until nothing is owed, wherever that was done: here, in another tab, or before the page was loaded again
  return place.path === '/' && place.returnTo !== undefined ? <LeadOn key={place.returnTo} from={place} /> : children
}

/**
 * With new tokens first: an application refreshes them as soon as it is there, and what is under way here must not be in its way. Where none
 * come the token says still that something is owed, so it is not asked.
 */
function LeadOn({ from }: { from: Place }) {
  const goOnFrom = useGoOn()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    void client
      .renew()
      .catch(() => undefined)
      .then(() => goOnFrom(from))
  }, [])
  return <div className="login" aria-busy="true" />
}

interface Owed {
  /** Of the account. */
  readonly id: string
  readonly what: 'password' | 'factor'
  onDone(): void
}

/** The rules and the look are of the workspace of the account, whatever code the address has. */
function Duty(owed: Owed) {
  // by the first answer, or the first failure: one that is asked anew later takes away nothing that is half typed
  const { data: me, isFetched } = useQuery(profileQuery)
  const { w } = usePlace()
  return isFetched ? <DutyAt {...owed} code={me?.tenantCode ?? w} /> : <div className="login" aria-busy="true" />
}

function DutyAt({ id, what, onDone, code }: Owed & { readonly code: string | undefined }) {
  const { t } = useI18n()
  // as it was first known: another one would ask for the workspace anew, and the form would go with what is half typed
  const [w] = useState(code)
  const { start, isPending } = useWorkspace({ w })
  const keepLanguage = useKeptLanguage(id)
  const workspace = start?.workspace
  useColour(workspace?.primaryColor)
  if (isPending) return <div className="login" aria-busy="true" />
  const name = workspace ? nameOf(workspace) : start?.serviceName
  const isPassword = what === 'password'
  return (
    <Frame
      key={what}
      title={t(isPassword ? 'duty.password' : 'duty.factor')}
      sub={t(isPassword ? 'duty.passwordSub' : 'duty.factorSub')}
      service={name}
      logo={workspace?.logoUrl}
      initial={initialOf(name ?? '')}
      onChoose={keepLanguage}
    >
      {isPassword ? (
        <PasswordChange isOwed policy={workspace?.passwordPolicy} onDone={onDone} />
      ) : (
        <TwoFactorSetup Guard={LeaveGuard} onDone={onDone} />
      )}
      <SignOut className="quiet-link" />
    </Frame>
  )
}
