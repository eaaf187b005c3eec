import { TwoFactorSwitch } from '../../ui/own/TwoFactorSwitch.tsx'
import { LeaveGuard } from './LeaveGuard.tsx'
import { NoPassword } from './NoPassword.tsx'
import { useShownAccount, useShownProfile } from './shown-account.ts'

export default function TwoFactor() {
  const { me } = useShownAccount()
  const { again } = useShownProfile()
  return (
    <>
      <TwoFactorSwitch isOn={me.twoFactorEnabled} Guard={LeaveGuard} onChange={again} />
      <NoPassword />
    </>
  )
}
