import { useQueryClient } from '@tanstack/react-query'
import { startKey, useStart } from '../../api/start.ts'
import { LeaveGuard } from '../../ui/form/LeaveGuard.tsx'
import { TwoFactorSwitch } from '../../ui/own/TwoFactorSwitch.tsx'
import { MePage, useIsActed } from './MePage.tsx'

export default function TwoFactor() {
  const { me } = useStart()
  const cache = useQueryClient()
  const isActed = useIsActed()
  const again = () => void cache.invalidateQueries({ queryKey: startKey })
  return (
    <MePage part="two-factor" isTheirsAlone>
      <TwoFactorSwitch isOn={me?.twoFactorEnabled === true} isClosed={isActed} Guard={LeaveGuard} onChange={again} />
    </MePage>
  )
}
