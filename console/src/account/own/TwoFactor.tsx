import { TwoFactorSwitch } from '../../ui/own/TwoFactorSwitch.tsx'
import { useShownAccount, useShownProfile } from './shown-account.ts'

export default function TwoFactor() {
  const { me } = useShownAccount()
  const { again } = useShownProfile()
  return <TwoFactorSwitch isOn={me.twoFactorEnabled} onChange={again} />
}
