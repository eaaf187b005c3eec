import { SessionList } from '../../ui/own/SessionList.tsx'
import { MePage, useIsActed } from './MePage.tsx'

export default function Sessions() {
  const isActed = useIsActed()
  return (
    <MePage part="sessions" isTheirsAlone>
      <SessionList isClosed={isActed} />
    </MePage>
  )
}
