import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { client, type SessionState } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { TwoFactorSetup } from '../../ui/own/TwoFactorSetup.tsx'
import { useColour } from '../../ui/shown/use-colour.ts'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { useGoOn } from '../lead-on.ts'
import { usePlace } from '../place.ts'
import { ownCode, profileQuery } from '../session.ts'
import { initialOf, nameOf, useWorkspace } from '../workspace.ts'
import { useKeptLanguage } from './keep-preferences.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { SignOut } from './SignOut.tsx'

interface Props {
  readonly session: Extract<SessionState, { status: 'signed-in' }>
  readonly children: ReactNode
}

/** What is owed before anything else is open: the service holds everything else closed until then, and whoever was on the way somewhere goes on. */
export function Duties({ session, children }: Props) {
  const place = usePlace()
  const { mustChangePassword, mustSetUpTwoFactor } = session
  const [done, setDone] = useState({ password: false, factor: false })
  /** Whether something was owed while this page was open. */
  const wasOwed = useRef(false)
  // what is owed once more later, as a password that expires is, is asked for once more
  useEffect(() => {
    setDone((before) => ({ password: before.password && mustChangePassword, factor: before.factor && mustSetUpTwoFactor }))
  }, [mustChangePassword, mustSetUpTwoFactor])
  const settle = (what: keyof typeof done) => {
    setDone((before) => ({ ...before, [what]: true }))
    // other tabs, and this one when it is loaded again, know of it by the token alone
    client.renew().catch(() => undefined)
  }
  const owed = mustChangePassword && !done.password ? 'password' : mustSetUpTwoFactor && !done.factor ? 'factor' : null
  if (owed !== null) {
    wasOwed.current = true
    return <Duty id={session.user.id} what={owed} onDone={() => settle(owed)} />
  }
  // the address of the start keeps it until nothing is owed, wherever that was done: here, in another tab, or before the page was loaded again
  return place.path === '/' && place.returnTo !== undefined ? (
    <LeadOn key={place.returnTo} returnTo={place.returnTo} isRenewed={wasOwed.current} />
  ) : (
    children
  )
}

interface LeadOnProps {
  readonly returnTo: string
  /** Whether new tokens come first: an application refreshes them as soon as it is there, and what is under way here must not be in its way. */
  readonly isRenewed: boolean
}

/**
 * To where the workspace of the account lets this page lead, and never to where that of the code in the address does: somebody signed in at one
 * tenant would be sent to whatever another one has proved.
 */
function LeadOn({ returnTo, isRenewed }: LeadOnProps) {
  const goOnFrom = useGoOn()
  const lead = async () => {
    if (isRenewed) await client.renew().catch(() => undefined)
    const w = await ownCode()
    await goOnFrom(w === undefined ? {} : { w, returnTo })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => void lead(), [])
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
