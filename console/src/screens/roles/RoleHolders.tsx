import { Holders } from './Holders.tsx'
import { RoleFrame } from './RoleFrame.tsx'

/** `/roles/$id/holders`: who has a role. */
export default function RoleHolders() {
  return <RoleFrame tab="/holders">{(role) => <Holders role={role} />}</RoleFrame>
}
