import { type ReactNode, useState } from 'react'
import type { SessionState } from '../../api/client.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { PasswordChange } from '../../ui/form/PasswordChange.tsx'
import { TwoFactorSetup } from '../../ui/form/TwoFactorSetup.tsx'
import { Frame } from '../../ui/sign-in/Frame.tsx'
import { usePlace } from '../place.ts'
import { initialOf, nameOf, useColour, useWorkspace } from '../workspace.ts'
import { SignOut } from './SignOut.tsx'

interface Props {
  readonly session: Extract<SessionState, { status: 'signed-in' }>
  readonly children: ReactNode
}

/** What is owed before anything else is open: the service holds everything else closed until then. */
export function Duties({ session, children }: Props) {
  const [done, setDone] = useState({ password: false, factor: false })
  if (session.mustChangePassword && !done.password)
    return <Duty what="password" onDone={() => setDone((before) => ({ ...before, password: true }))} />
  if (session.mustSetUpTwoFactor && !done.factor)
    return <Duty what="factor" onDone={() => setDone((before) => ({ ...before, factor: true }))} />
  return children
}

function Duty({ what, onDone }: { what: 'password' | 'factor'; onDone(): void }) {
  const { t } = useI18n()
  const { start } = useWorkspace({ w: usePlace().w })
  const workspace = start?.workspace
  useColour(workspace?.primaryColor)
  const name = workspace ? nameOf(workspace) : start?.serviceName
  const isPassword = what === 'password'
  return (
    <Frame
      key={what}
      title={t(isPassword ? 'own.owedPassword' : 'duty.factor')}
      sub={t(isPassword ? 'own.owedPasswordSub' : 'duty.factorSub')}
      service={name}
      logo={workspace?.logoUrl}
      initial={initialOf(name ?? '')}
    >
      {isPassword ? <PasswordChange policy={workspace?.passwordPolicy} onDone={onDone} /> : <TwoFactorSetup onDone={onDone} />}
      <SignOut className="quiet-link" />
    </Frame>
  )
}
