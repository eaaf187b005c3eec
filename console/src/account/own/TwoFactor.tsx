import { TwoFactorSwitch } from '../../ui/own/TwoFactorSwitch.tsx'
import { useOwn, useShownProfile } from './own.ts'

export default function TwoFactor() {
  const { me } = useOwn()
  const { again } = useShownProfile()
  return <TwoFactorSwitch isOn={me.twoFactorEnabled} onChange={again} />
}
